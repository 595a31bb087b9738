// Tests the packed client in an empty project on every supported Node version, Bun and Deno: types, examples, commands, and the
// time until the help appears.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { PACKED } from "../../src/docs/command-line.ts";
import { keepOnce } from "../../test/processes/npx.ts";
import { openHouse } from "../house.ts";
import { stageClient } from "../pack.ts";
import { Project } from "./package/project.ts";
import { NODE_VERSIONS, OTHERS, runtimeFolder } from "./package/runtimes.ts";
import { flag, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  short: flag("tests only the oldest Node, as the gate does"),
});

const ROOT = join(import.meta.dirname, "..", "..");
const PACKAGE = join(ROOT, "packages", "denkeeper");
/** Limit of the CPU time for printing the help, in starts of an empty program. The help takes about 3; 6 are about 300 ms. */
const HELP_LIMIT_STARTS = 6;
const ROUNDS = 5;

function packed(into: string): string {
  const output = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", into], {
    cwd: stageClient(into),
    encoding: "utf8",
  });
  const name = /"filename": "([^"]+\.tgz)"/.exec(output)?.[1];
  if (name === undefined) throw new Error(`npm pack printed ${output}`);
  return join(into, name);
}

async function lint(): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: PACKAGE, strict: true, level: "suggestion" });
  const problems = messages.map((message) => formatMessage(message, pkg ?? {}) ?? message.code);
  if (problems.length > 0) throw new Error(`publint: ${problems.join("\n")}`);
  console.log("publint: clean");
}

/** Measures the help. Throws if it exceeds the limit, which does not apply to npx. */
function timeHelp(project: Project, command: string): string {
  const measure = (program: string, ...args: readonly string[]) => {
    const times = Array.from({ length: ROUNDS }, () => project.time(program, ...args));
    const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
    return { ms: median(times.map((time) => time.processorMs)), wallMs: median(times.map((time) => time.wallMs)) };
  };
  const empty = measure("node", "--eval", "0");
  const help = measure(command, "--help");
  const starts = help.ms / empty.ms;
  const summary = `help ${help.ms.toFixed(0)} ms (${help.wallMs.toFixed(0)} ms by the clock), ${starts.toFixed(1)} empty starts`;
  if (!(starts < HELP_LIMIT_STARTS)) throw new Error(`${summary}: more than ${HELP_LIMIT_STARTS}`);
  return `${summary}, by npx ${project.time("npx", "@denkeeper/cli", "--help").processorMs.toFixed(0)} ms`;
}

/** Throws if the README has relative links, which do not work on the registry's page. */
function checkLinks(text: string): void {
  const relative = [...text.matchAll(/\]\((?!https:\/\/|#)([^)]*)\)/g)].map(([, target]) => target);
  if (relative.length > 0)
    throw new Error(`the README has links that the registry cannot follow: ${relative.join(", ")}`);
}

function projectAt(place: string, bin: string, url: string, tarball: string): Project {
  mkdirSync(place);
  const project = new Project(place, bin, { DENKEEPER_URL: url });
  project.install(tarball);
  project.addExamples(join(ROOT, "examples"));
  return project;
}

/** Runs the example of the client, and keeps a creature through the command line. */
function tryAll(project: Project, run: (...args: readonly string[]) => string, suffix: string): void {
  const first = run("examples/client.mjs", `test-client-${suffix}`);
  if (!first.includes("Come back at")) throw new Error(`the client printed ${first}`);
  const command = join(project.folder, "node_modules", "@denkeeper", "cli", "dist", "cli", "main.js");
  run(command, "register", `test-cli-${suffix}`, "--timezone", "UTC");
  run(command, "adopt", "Pip");
  const output = run(command, "keep", "--move-clock", "--until-age", "5");
  if (!output.includes("fed on time")) throw new Error(`keep did not feed: ${output}`);
}

async function tryNode(version: string, url: string, tarball: string): Promise<void> {
  const place = join(folder, `node-${version}`);
  const project = projectAt(place, runtimeFolder("node", version), url, tarball);
  const running = project.run("node", "--version").trim();
  if (running !== `v${version}`) throw new Error(`Node ${running} runs instead of v${version}`);
  project.checkTypes(join(ROOT, "node_modules", "typescript", "bin", "tsc"), readme);
  tryAll(project, (...args) => project.run("node", ...args), version.slice(0, 2));
  const path = `${runtimeFolder("node", version)}${delimiter}${process.env["PATH"] ?? ""}`;
  const report = await keepOnce(`${url}${PACKED?.path}`, url, `test-npx-${version.slice(0, 2)}`, path);
  if (!report.includes("Pip"))
    throw new Error(`the command run by npx from the service did not mention Pip: ${report}`);
  const command = join(place, "node_modules", ".bin", "denkeeper");
  console.log(`Node ${version}: types, client, command line, npx from the service; ${timeHelp(project, command)}`);
}

const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "denkeeper-package-"));
const house = await openHouse();
try {
  const tarball = packed(folder);
  await lint();
  checkLinks(readme);
  for (const version of values.short ? NODE_VERSIONS.slice(0, 1) : NODE_VERSIONS)
    await tryNode(version, house.url, tarball);
  for (const { name, version, run } of values.short ? [] : OTHERS) {
    const project = projectAt(join(folder, name), runtimeFolder(name, version), house.url, tarball);
    const [program, ...options] = run;
    tryAll(project, (...args) => project.run(program, ...options, ...args), name);
    console.log(`${name} ${version}: client, command line`);
  }
} finally {
  await house.close();
  rmSync(folder, { recursive: true });
}
