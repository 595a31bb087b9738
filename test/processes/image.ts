// Assembles the files of the service image without a container: the COPY lines of the Dockerfile filtered by .dockerignore, the
// packages from its npm lines, and what its build commands produce. Uses the Node that runs the test.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join, matchesGlob, relative } from "node:path";
import { filesOfCheckout, installPackages } from "./clone.ts";

const CHECKOUT = join(import.meta.dirname, "..", "..");

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export interface Image {
  /** Working directory of the image. */
  readonly app: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly uid: number;
  readonly gid: number;
}

/** Returns the instructions of the Dockerfile by stage name. */
function stages(): Readonly<Record<string, readonly Instruction[]>> {
  const found: Instruction[][] = [];
  const text = readFileSync(join(CHECKOUT, "Dockerfile"), "utf8").replaceAll("\\\n", " ");
  for (const [, name = "", rest = ""] of text.matchAll(/^([A-Z]+) (.+)$/gm)) {
    if (name === "FROM") found.push([]);
    found.at(-1)?.push({ name, rest });
  }
  return Object.fromEntries(found.map((stage) => [/ AS (\w+)$/.exec(stage[0]?.rest ?? "")?.[1] ?? "", stage]));
}

/**
 * Selects the files that `docker build` can see. The last pattern of .dockerignore that matches a path or a parent folder
 * decides.
 */
function inContext(files: readonly string[]): readonly string[] {
  const patterns = readFileSync(join(CHECKOUT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return files.filter((file) => {
    const folders = file.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
    const isIgnored = (pattern: string) => folders.some((path) => matchesGlob(path, pattern));
    const last = patterns.findLast((pattern) => isIgnored(pattern.replace(/^!/, "")));
    return last === undefined || last.startsWith("!");
  });
}

/** Executes a COPY line. Fails if a path matches nothing, as Docker does. */
function copy(rest: string, context: readonly string[], folder: string): void {
  const paths = rest.split(/\s+/);
  const target = join(folder, paths.pop() ?? "");
  for (const path of paths) {
    const inFolder = path === "." ? context : context.filter((file) => file.startsWith(`${path}/`));
    const files = inFolder.length > 0 ? inFolder : context.filter((file) => matchesGlob(file, path));
    if (files.length === 0) throw new Error(`the Dockerfile copies ${path}, which does not exist`);
    for (const file of files) {
      const place = join(target, inFolder.length > 0 ? relative(path, file) : basename(file));
      mkdirSync(dirname(place), { recursive: true });
      copyFileSync(join(CHECKOUT, file), place);
    }
  }
}

function listOf(list: string): readonly string[] {
  return JSON.parse(/\[.*\]/.exec(list)?.[0] ?? "[]") as readonly string[];
}

function of(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
}

/** Copies the files of a stage, installs its packages, and runs its remaining commands. */
async function install(stage: readonly Instruction[], context: readonly string[], folder: string): Promise<void> {
  for (const rest of of(stage, "COPY")) copy(rest, context, folder);
  const [, options = "", after = ""] =
    /^npm ci ([^&]*) && npm cache clean --force +&& (.+)$/.exec(of(stage, "RUN")[0] ?? "") ?? [];
  const words = options.split(" ");
  await installPackages(folder, ["ci", ...words], ["prune", ...words]);
  execFileSync("sh", ["-ec", after], { cwd: folder });
}

export async function assembleImage(folder: string): Promise<Image> {
  const { packages = [], client = [], service = [] } = stages();
  const context = inContext(await filesOfCheckout());
  const [installed, built, app] = [join(folder, "packages"), join(folder, "client"), join(folder, "app")];
  mkdirSync(join(app, "build"), { recursive: true });
  await install(packages, context, installed);
  renameSync(join(installed, "node_modules"), join(app, "node_modules"));
  await install(client, context, built);
  const made = of(service, "COPY").find((rest) => rest.startsWith("--from=client "));
  const [, from, to] = /^--from=client \/app\/(\S+) \.\/(\S+)$/.exec(made ?? "") ?? [];
  if (from === undefined || to === undefined) throw new Error("the image copies nothing from the client stage");
  cpSync(join(built, from), join(app, to), { recursive: true });
  for (const rest of of(service, "COPY")) if (!/^--from=| \/usr\//.test(rest)) copy(rest, context, app);
  const [, uid, gid] = /denkeeper:x:(\d+):(\d+):/.exec(of(service, "RUN").join("\n")) ?? [];
  return {
    app,
    // Build arguments are empty, as in a build without any.
    env: Object.fromEntries(
      of(service, "ENV").map((rest) => rest.replaceAll(/\$\{\w+\}/g, "").split("=", 2)),
    ) as Record<string, string>,
    command: listOf(of(service, "ENTRYPOINT")[0] ?? ""),
    healthcheck: listOf(of(service, "HEALTHCHECK")[0] ?? ""),
    uid: Number(uid),
    gid: Number(gid),
  };
}
