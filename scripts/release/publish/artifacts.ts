// Makes what a release consists of, in one folder: the npm packages, the description of the API, the
// SBOM, the licenses, the notes and checksums.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { stageServer } from "../server/stage.ts";
import { releases } from "../version/version.ts";

const NOTES = "notes.md";
const SUMS = "SHA256SUMS";

interface Packed {
  readonly file: string;
  readonly name: string;
  readonly contents: readonly string[];
}

export interface Artifacts {
  /** The command line, then the server. */
  readonly packages: readonly Packed[];
  readonly notes: string;
  /** Everything for the page of the release. */
  readonly files: readonly string[];
}

const packAnswer = z.object({
  name: z.string(),
  version: z.string(),
  filename: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.number() })),
});

/** npm answers with a list, or with an object by the names of packages. */
const packAnswers = z.union([z.tuple([packAnswer]), z.record(z.string(), packAnswer)]);

function pack(cwd: string, folder: string): Packed {
  const args = ["pack", "--json", "--pack-destination", folder];
  const printed = execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const answer = packAnswers.parse(JSON.parse(printed.slice(printed.search(/^[[{]/m))));
  const [packed] = Object.values(answer);
  if (packed === undefined) throw new Error(`npm pack said ${printed}`);
  const contents = packed.files.map(({ path, size }) => `${path} (${size} bytes)`);
  return { file: join(folder, packed.filename), name: `${packed.name}@${packed.version}`, contents };
}

export function makeArtifacts(folder: string, version: string): Artifacts {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const client = pack(join("packages", "denkeeper"), folder);
  const packages = [client, pack(stageServer(), folder)];
  // Packing the client has built it.
  copyFileSync(join("build", "openapi.json"), join(folder, "openapi.json"));
  execFileSync(process.execPath, ["scripts/release/inventory.ts", folder], { stdio: "inherit" });
  const release = releases(readFileSync("CHANGELOG.md", "utf8")).find((each) => each.version === version);
  const names = readdirSync(folder).toSorted();
  const sums = names.map((name) => {
    const sum = createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
    return `${sum}  ${name}\n`;
  });
  writeFileSync(join(folder, SUMS), sums.join(""));
  writeFileSync(join(folder, NOTES), `${release?.notes ?? ""}\n`);
  return { packages, notes: join(folder, NOTES), files: [...names, SUMS].map((name) => join(folder, name)) };
}
