// Compares the version in the root package.json with the other files that name it.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

type ReadText = (path: string) => string;

/** Returns the files that name the version, each with a pattern that must match at least once. */
function patterns(root: string): readonly (readonly [file: string, pattern: RegExp])[] {
  const manifests = ["package.json", ...globSync("packages/*/package.json", { cwd: root }).toSorted()];
  const places = manifests.map(dirname).map((folder) => (folder === "." ? "" : folder));
  return [
    ...manifests.map((file) => [file, /"(?:version|@denkeeper\/\w+)": "(.+?)"/g] as const),
    // The lock file lists workspace packages under their folders.
    ...places.map(
      (folder) => ["package-lock.json", new RegExp(`"${folder}": \\{[^{}]*?"version": "(.+?)"`, "g")] as const,
    ),
    ["server.json", /"version": "(.+?)"/g],
    ["deploy/kubernetes/kustomization.yaml", /^ +newTag: (.+)$/gm],
    ...["README.md", "deploy/compose.small.yaml", "docs/hosting.md", "docs/operating.md"].map(
      (file) => [file, /(?:denkeeper\/denkeeper(?::|\/v)|--branch v)([\d.]+\d)/g] as const,
    ),
  ];
}

export interface Release {
  readonly version: string;
  readonly notes: string;
}

/** Returns the releases of a changelog, newest first. */
export function releases(changelog: string): readonly Release[] {
  const [, ...parts] = changelog.split(/^(?=## )/m);
  return parts.flatMap((part) => {
    const [heading = "", version] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(part) ?? [];
    return version === undefined ? [] : [{ version, notes: part.slice(heading.length).trim() }];
  });
}

/** Returns the changelog text under "Unreleased". */
export function unreleased(changelog: string): string {
  return /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(changelog)?.[1]?.trim() ?? "";
}

export function versionOf(root: string): string {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: our own manifest
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
}

/** Returns a sentence for each place whose version differs from package.json. */
export function versionFaults(
  root: string,
  read: ReadText = (path) => readFileSync(join(root, path), "utf8"),
): readonly string[] {
  const version = versionOf(root);
  const named = patterns(root).flatMap(([file, pattern]) => {
    const found = [...read(file).matchAll(pattern)].map(([, each]) => each);
    return (found.length === 0 ? [undefined] : found).map((each) => [file, each] as const);
  });
  return [...named, ["CHANGELOG.md", releases(read("CHANGELOG.md"))[0]?.version] as const]
    .filter(([, found]) => found !== version)
    .map(([file, found]) => `${file} has ${found ?? "no version"}, package.json has ${version}`);
}
