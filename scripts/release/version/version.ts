// The version of the project. The root package.json is the source; everything else that names it must agree.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface RegistryEntry {
  readonly version: string;
  readonly packages: readonly { readonly version: string }[];
}

interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

type Mention = readonly [where: string, version: string | undefined];
type ReadText = (path: string) => string;

/** What names the published image. */
const IMAGE_IN = ["deploy/compose.small.yaml", "docs/hosting.md", "docs/operating.md"];
const KUSTOMIZATION = "deploy/kubernetes/kustomization.yaml";

/** Everything that names the version, and what it says. */
function mentions(root: string, read: ReadText): readonly Mention[] {
  const manifest = (path: string) => JSON.parse(read(path)) as Manifest;
  const lock = JSON.parse(read("package-lock.json")) as Lock;
  const registry = JSON.parse(read("server.json")) as RegistryEntry;
  const files = globSync("packages/*/package.json", { cwd: root }).toSorted();
  const packages = files.flatMap((file) => {
    const { version, dependencies, devDependencies } = manifest(file);
    const named: Mention[] = [
      [file, version],
      [`package-lock.json, ${dirname(file)}`, lock.packages[dirname(file)]?.version],
    ];
    return named.concat(ours(file, { ...dependencies, ...devDependencies }));
  });
  return [
    ["package-lock.json", lock.version],
    ...packages,
    ...ours("package.json", manifest("package.json").dependencies ?? {}),
    ["server.json", registry.version],
    ...registry.packages.map(({ version }, index) => [`server.json, package ${index + 1}`, version] as const),
    ["CITATION.cff", /^version: (.+)$/m.exec(read("CITATION.cff"))?.[1]],
    [KUSTOMIZATION, /^ +newTag: (.+)$/m.exec(read(KUSTOMIZATION))?.[1]],
    ...IMAGE_IN.flatMap((file) =>
      [...read(file).matchAll(/(?:denkeeper\/denkeeper(?::|\/v)|--branch v)([\d.]+\d)/g)].map(
        ([, version]) => [file, version] as const,
      ),
    ),
    ["CHANGELOG.md, newest release", releases(read("CHANGELOG.md"))[0]?.version],
  ];
}

function ours(file: string, dependencies: Readonly<Record<string, string>>): Mention[] {
  return Object.entries(dependencies)
    .filter(([name]) => name.startsWith("@denkeeper/"))
    .map(([name, version]) => [`${file}, ${name}`, version] as const);
}

interface Release {
  readonly version: string;
  readonly date: string;
  readonly notes: string;
}

const HEADING = /^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/m;

/** The releases of a changelog, newest first. */
export function releases(changelog: string): readonly Release[] {
  const [, ...parts] = changelog.split(/^(?=## )/m);
  return parts.flatMap((part) => {
    const [heading = "", version, date] = HEADING.exec(part) ?? [];
    return version === undefined || date === undefined
      ? []
      : [{ version, date, notes: part.slice(heading.length).trim() }];
  });
}

/** What the changelog says under Unreleased. */
export function unreleased(changelog: string): string {
  return /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(changelog)?.[1]?.trim() ?? "";
}

export function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest).version;
}

/** Where another version is named than in package.json. */
export function versionFaults(
  root: string,
  read: ReadText = (path) => readFileSync(join(root, path), "utf8"),
): readonly string[] {
  const version = (JSON.parse(read("package.json")) as Manifest).version;
  return mentions(root, read)
    .filter(([, named]) => named !== version)
    .map(([where, named]) => `${where} says ${named ?? "nothing"}, package.json says ${version}`);
}
