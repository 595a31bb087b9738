// Which folder may import which: one table, from bottom to top. Lint checks every import against it. A file belongs to the
// longest path that it is under. Tests may import anything.
import { posix } from "node:path";

/**
 * A folder, and what it may import beside itself: a folder of an earlier line, or one that holds several of them. A pure
 * one imports no package and no module of Node. `rules`, `trials` and `portraits` are the packages.
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
trials                 pure rules/time rules/species rules/creature rules/life rules/care rules/incidents rules/foresight rules/words rules/replay rules/reliability

portraits/kit          rules
portraits/subject      rules portraits/kit
portraits/scenes       portraits/kit portraits/subject
portraits/parts        portraits/kit portraits/subject
portraits/bodies       portraits/kit portraits/subject portraits/parts
portraits/species      rules portraits/kit portraits/subject portraits/bodies
portraits              rules portraits/kit portraits/subject portraits/scenes portraits/parts portraits/bodies portraits/species
portraits/film         rules portraits
packages/denkeeper/src rules trials

src/platform           rules
src/identity
src/platform/observability      src/platform
src/config
src/platform/database           src/platform src/platform/observability
src/model/visibility/store   rules src/platform/database
src/store/idempotency  rules src/platform/database
src/platform/jobs/store         src/platform/database
src/model/events/store       src/platform/database
src/store/money        src/platform/database src/model/events/store
src/store/hooks        rules src/platform/database
src/store/operations   rules src/platform/database src/store/money
src/store/creatures    rules src/platform/database src/model/events/store src/store/hooks src/store/idempotency src/platform/jobs/store src/model/visibility/store src/store/money
src/store/accounts     rules src/identity src/store/creatures src/platform/database src/model/events/store src/store/hooks src/store/idempotency src/model/visibility/store src/store/operations
src/store/trials       rules trials src/store/creatures src/platform/database src/platform/jobs/store src/model/visibility/store src/store/accounts
src/store/rollups      rules src/identity src/store/creatures src/platform/database src/model/visibility/store
src/providers          rules portraits src/platform src/config
src/payments           rules src/platform src/config src/store
src/app                rules trials portraits src/platform src/identity src/platform/observability src/config src/store src/providers
src/contracts/trials/in-run.ts
src/contracts/kit      rules src/platform src/store src/contracts/trials/in-run.ts
src/contracts/shapes   rules src/store src/payments src/providers src/contracts/kit
src/contracts          rules trials src/platform src/identity src/store src/payments src/app src/contracts/kit src/contracts/shapes
src/http/message       rules
src/http/respond       rules src/platform src/identity src/config src/store src/contracts src/http/message
src/http/guard         rules src/platform src/identity src/platform/observability src/store src/payments src/app src/contracts src/http/message src/http/respond
src/http/request       rules src/platform src/identity src/platform/observability src/config src/store src/providers src/payments src/app src/contracts src/http/message src/http/respond src/http/guard
src/accounts/passes        src/platform src/identity src/store src/contracts src/http/message src/http/respond src/http/guard src/http/request
src/http/sitters       src/platform src/store src/contracts src/http/respond src/http/request
src/http/request         src/platform src/app src/http/message src/http/request
src/http/trials        rules trials src/platform src/store src/app src/contracts src/http/message src/http/respond src/http/guard src/http/request
src/http/request      src/http/message src/http/respond src/http/guard src/http/request src/accounts/passes src/http/sitters src/http/request src/http/trials
src/http/server        rules src/platform src/platform/observability src/config src/store src/app src/contracts src/http/message src/http/respond src/http/guard src/http/request src/http/request
src/endpoints/shared   rules src/platform src/identity src/config src/store src/providers src/payments src/app src/contracts src/http
src/endpoints          rules trials portraits src/platform src/identity src/config src/store src/providers src/payments src/app src/contracts src/http src/endpoints/shared
src/docs        src/platform src/contracts src/endpoints src/http
src/web                rules trials portraits src/platform src/identity src/config src/store src/payments src/app src/contracts src/http src/endpoints src/docs
src/mcp                src/platform src/identity src/contracts src/http src/endpoints src/docs
src/worker             rules src/platform src/platform/observability src/config src/store src/providers src/payments src/app
src/operator/alone              src/platform src/app
src/operator/doctor             src/platform src/platform/observability src/config src/store src/providers src/app
src                    src
`;

interface Layer {
  readonly imports: readonly string[];
  readonly pure: boolean;
}

/** From how we write it to where it is: in the table, and in imports. */
function pathOf(name: string): string {
  return name.replace(/^(?:@denkeeper\/)?(rules|trials|portraits)(?=\/|$)/, "packages/$1/src");
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

/** What is wrong with an import, if anything. The path is from the root of the repository. */
export function layerFault(file: string, specifier: string): string | undefined {
  const from = layerOf(file);
  const layer = from === undefined ? undefined : LAYERS.get(from);
  if (layer === undefined || file.endsWith(".test.ts")) return undefined;
  const target = specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : pathOf(specifier);
  if (target === specifier)
    return layer.pure ? `${from} is pure: it imports no package and no module of Node.` : undefined;
  const to = layerOf(target);
  if (to === from || layer.imports.some((allowed) => to !== undefined && isUnder(to, allowed))) return undefined;
  return `${from} may not import ${to ?? target}. The table of layers is in scripts/check/lint/layers.ts.`;
}
