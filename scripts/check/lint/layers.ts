// Defines which folder may import which, in a table from bottom to top by which lint checks every import.
import { posix } from "node:path";

/**
 * One folder per line, followed by what it may import besides itself: folders of earlier lines, or a parent of several. A file
 * belongs to the longest path that matches. A pure folder imports no package and no module of Node. `rules` and `portraits` mean
 * packages/rules/src and packages/portraits/src.
 */
const TABLE = `
rules/time             pure
rules/species          pure rules/time
rules/creature         pure rules/time rules/species
rules/life             pure rules/time rules/species rules/creature
rules/extras           pure rules/time rules/species rules/creature
rules/care             pure rules/time rules/species rules/creature rules/extras rules/life
rules/incidents        pure rules/time rules/species rules/creature rules/life
rules/foresight        pure rules/time rules/creature rules/life rules/care rules/incidents
rules/words            pure rules/time rules/species rules/creature rules/extras rules/life rules/care rules/foresight
rules/replay           pure rules/time rules/species rules/creature rules/life rules/care
rules/reliability      pure rules/time rules/species rules/creature rules/life rules/care

portraits/kit          rules
portraits/subject      rules portraits/kit
portraits/scenes       portraits/kit portraits/subject
portraits/parts        portraits/kit portraits/subject
portraits/bodies       portraits/kit portraits/subject portraits/parts
portraits/species      rules portraits/kit portraits/subject portraits/bodies
portraits              rules portraits/kit portraits/subject portraits/scenes portraits/parts portraits/bodies portraits/species
packages/denkeeper/src rules

src/platform           rules
src/model              rules portraits src/platform
src/http/message       rules src/platform
src/http/contract      rules src/platform src/model
src/http/respond       rules src/platform src/model src/http/message src/http/contract
src/http/guard         rules src/platform src/model src/http/message src/http/contract src/http/respond
src/http/health        rules src/platform src/model
src/http/request       rules src/platform src/model src/http/message src/http/contract src/http/respond src/http/guard src/http/health
src/http               rules src/platform src/model src/http
src/ui                 rules src/platform src/model src/http
src/views              rules src/platform src/model src/http/contract
src/care               rules src/platform src/model src/http src/views
src/accounts           rules src/platform src/model src/http src/views
src/community          rules portraits src/platform src/model src/http src/ui src/views src/care
src/portraits          rules portraits src/platform src/model src/http src/views src/care src/community
src/owners             rules src/platform src/model src/http src/ui src/views src/care src/community
src/credits            rules src/platform src/model src/http src/ui src/views src/community
src/operator           rules src/platform src/model src/http src/accounts src/community
src/docs               rules src/platform src/model src/http src/ui src/care src/accounts
src/mcp                rules src/platform src/model src/http src/care src/accounts src/docs
src/site               rules portraits src/platform src/model src/http src/ui src/views src/care src/accounts src/community src/portraits src/docs
src                    rules src
`;

interface Layer {
  readonly imports: readonly string[];
  readonly pure: boolean;
}

/** Returns the folder in the repository of a name in the table or of an imported package. */
function pathOf(name: string): string {
  return name.replace(/^(?:@denkeeper\/)?(rules|portraits)(?=\/|$)/, "packages/$1/src");
}

export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

export const LAYERS: ReadonlyMap<string, Layer> = new Map(
  TABLE.trim()
    .split(/\n+/)
    .map((line) => {
      const [folder = "", ...words] = line.split(/ +/).map(pathOf);
      return [folder, { imports: words.filter((word) => word !== "pure"), pure: words.includes("pure") }];
    }),
);

export function layerOf(path: string): string | undefined {
  return [...LAYERS.keys()].filter((folder) => isUnder(path, folder)).toSorted((a, b) => b.length - a.length)[0];
}

const STATEMENT = /^src\/.*\/store\//;
const CONTRACT = /^src\/(?:http\/contract\/|.*\/(?:contract|(?:[\w-]+-)?shapes?)\.ts$|.*\/shapes\/)/;

/** Imports from src that a statement or a contract may have, besides files of its own kind. */
const BESIDE: readonly (readonly [RegExp, RegExp])[] = [
  [STATEMENT, /^src\/platform\//],
  [CONTRACT, /^src\/(?:platform|model)\/|\/store\//],
];

/** Folders of use cases, which may import contracts but no other HTTP code. */
const USE_CASE = /^src\/(?:care|accounts|credits|community)\//;
/** Files in those folders that may import HTTP code, because they read requests or write replies. */
const OVER_HTTP =
  /\/(?:handler|routes?|schedule\.get\/calendar|passes\/passes|credits\/pages\/pages|paying|resurrection-payment)\.ts$/;

/** Returns why an import is forbidden, or undefined. `file` is relative to the repository root. */
export function layerFault(file: string, specifier: string): string | undefined {
  const from = layerOf(file);
  const layer = from === undefined ? undefined : LAYERS.get(from);
  if (layer === undefined || file.endsWith(".test.ts")) return undefined;
  const target = specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : pathOf(specifier);
  if (target === specifier)
    return layer.pure ? `${from} is pure: it imports no package and no module of Node.` : undefined;
  const to = layerOf(target);
  const isOpen = to === from || layer.imports.some((allowed) => to !== undefined && isUnder(to, allowed));
  if (!isOpen) return `${from} may not import ${to ?? target}. The table of layers is in scripts/check/lint/layers.ts.`;
  const isHttp = isUnder(target, "src/http") && !isUnder(target, "src/http/contract");
  if (isHttp && USE_CASE.test(file) && !OVER_HTTP.test(file))
    return `${file} is a use case, so it imports no ${target}.`;
  const knowsTooMuch = BESIDE.some(
    ([kind, beside]) => kind.test(file) && target.startsWith("src/") && !kind.test(target) && !beside.test(target),
  );
  return knowsTooMuch ? `${file} may not import ${target}: see BESIDE in scripts/check/lint/layers.ts.` : undefined;
}
