// Tests the package as users get it: packed, checked, and installed into an empty project on every supported Node
// version. Types must resolve under the strictest settings, examples must run, and help must be fast.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { quantile } from "../bench/report/quantile.ts";
import { openHouse } from "./package/house.ts";
import { NODE_VERSIONS, nodeFolder } from "./package/nodes.ts";
import { Project } from "./package/project.ts";

const { values } = parseArgs({ options: { help: { type: "boolean" }, short: { type: "boolean", default: false } } });

if (values.help) {
  console.log(`npm run test:package -- [options]

Packs packages/denkeeper and tries it on every version of Node that it promises.
  --short  only on the oldest of them: what the gate runs`);
  process.exit(0);
}

const ROOT = join(import.meta.dirname, "..", "..");
const PACKAGE = join(ROOT, "packages", "denkeeper");
/** Of processor time, which on an idle machine is what one waits, and on a busy one does not measure the others. */
const HELP_LIMIT_MS = 300;
const ROUNDS = 5;

function packed(into: string): string {
  const told = execFileSync("npm", ["pack", "--json", "--pack-destination", into], { cwd: PACKAGE, encoding: "utf8" });
  const name = /"filename": "([^"]+\.tgz)"/.exec(told)?.[1];
  if (name === undefined) throw new Error(`npm pack said ${told}`);
  return join(into, name);
}

async function lint(): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: PACKAGE, strict: true, level: "suggestion" });
  const told = messages.map((message) => formatMessage(message, pkg ?? {}) ?? message.code);
  if (told.length > 0) throw new Error(`publint: ${told.join("\n")}`);
  console.log("publint: clean");
}

/** How long help takes. What npx adds is npm's own, and told without a limit. */
function timeHelp(project: Project, command: string): string {
  const times = Array.from({ length: ROUNDS }, () => project.time(command, "--help"));
  const processorMs = quantile(
    times.map((time) => time.processorMs),
    0.5,
  );
  const wallMs = quantile(
    times.map((time) => time.wallMs),
    0.5,
  );
  const told = `help ${processorMs.toFixed(0)} ms (${wallMs.toFixed(0)} ms by the clock)`;
  if (!(processorMs < HELP_LIMIT_MS)) throw new Error(`${told}: more than ${HELP_LIMIT_MS}`);
  return `${told}, by npx ${project.time("npx", "@denkeeper/cli", "--help").processorMs.toFixed(0)} ms`;
}

const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "denkeeper-package-"));
const house = await openHouse();
try {
  const tarball = packed(folder);
  await lint();
  for (const version of values.short ? NODE_VERSIONS.slice(0, 1) : NODE_VERSIONS) {
    const place = join(folder, `node-${version}`);
    mkdirSync(place);
    const project = new Project(place, nodeFolder(version), { DENKEEPER_URL: house.url });
    project.install(tarball);
    const running = project.run("node", "--version").trim();
    if (running !== `v${version}`) throw new Error(`${running} instead of ${version}`);
    project.checkTypes(join(ROOT, "node_modules", "typescript", "bin", "tsc"), readme);
    project.addExamples(join(ROOT, "examples"));
    project.run("node", "examples/client.mjs", `test-client-${version.slice(0, 2)}`);
    const command = join(place, "node_modules", ".bin", "denkeeper");
    project.run(command, "register", `test-cli-${version.slice(0, 2)}`, "--timezone", "UTC");
    project.run(command, "adopt", "Pip");
    const kept = project.run(command, "keep", "--move-clock", "--until-age", "5");
    if (!kept.includes("feed Pip")) throw new Error(`keep did not feed: ${kept}`);
    console.log(`Node ${version}: types, client, command line; ${timeHelp(project, command)}`);
  }
} finally {
  await house.close();
  rmSync(folder, { recursive: true });
}
