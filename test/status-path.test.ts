// Keeps the path of a status request short and documented: the files that V8 counted during one must be those listed in
// docs/architecture.md.
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openDen } from "./den.ts";
import { houseForFile } from "./harness.ts";

const MOST_FILES = 45;
const LOOKS = 3;

const house = await houseForFile({ env: { LOG_LEVEL: "info" } });

/** The files of ours in which a function was called meanwhile. */
async function filesRunBy(session: Session, work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const isCalled = ({ functionName, ranges }: (typeof result)[number]["functions"][number]) =>
    functionName !== "" && (ranges[0]?.count ?? 0) > 0;
  const called = result.filter(({ functions }) => functions.some(isCalled)).map(({ url }) => url);
  const paths = called.filter((url) => url.startsWith("file:")).map((url) => relative(".", fileURLToPath(url)));
  return new Set(paths.filter((path) => /^(?:src|packages\/rules)\//.test(path)));
}

test("a status request runs through the files that docs/architecture.md lists", async () => {
  const den = await openDen(house);
  await den.hatched();
  const ask = () => den.call("GET", "/api/house/status");
  for (let warm = 0; warm < 5; warm++) await ask();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const looks: ReadonlySet<string>[] = [];
  for (let look = 0; look < LOOKS; look++) looks.push(await filesRunBy(session, ask));
  session.disconnect();
  // What runs beside requests now and then is not part of them.
  const files = [...(looks[0] ?? [])].filter((file) => looks.every((look) => look.has(file)));
  const section = readFileSync("docs/architecture.md", "utf8")
    .split("## GET status, file by file")[1]
    ?.split("\n## ")[0];
  const listed = [...(section ?? "").matchAll(/^\d+\. `(src\/[^`]+)`$/gm)].map(([, path = ""]) => path);
  const inService = files.filter((file) => file.startsWith("src/"));
  expect(inService.toSorted()).toEqual(listed.toSorted());
  expect(listed.length).toBeLessThanOrEqual(MOST_FILES);
  expect(files.length).toBeGreaterThan(inService.length);
});
