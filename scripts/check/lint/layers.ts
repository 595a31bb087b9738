// Which folder may import which: one table, from bottom to top. Lint checks every import against it, and the gate prints
// it (scripts/check/layers.ts). A file belongs to the longest path that it is under. Tests may import anything.
import { posix } from "node:path";

interface Layer {
  /** What is there, in a few words. */
  readonly about: string;
  /** The layers that it may import, beside its own. */
  readonly imports: readonly string[];
  /** Whether packages from the registry and Node's modules are out of bounds. */
  readonly pure?: true;
}

const RULES = "packages/rules/src";
const TRIALS = "packages/trials/src";
const PORTRAITS = "packages/portraits/src";

/** `imports` names a layer, or a folder that holds several. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  [`${RULES}/time`]: { about: "durations, zones, sleep, chance", imports: [], pure: true },
  [`${RULES}/species`]: { about: "what a species is; the catalog", imports: [`${RULES}/time`], pure: true },
  [`${RULES}/creature`]: {
    about: "a stored creature; what follows from it at once",
    imports: [`${RULES}/time`, `${RULES}/species`],
    pure: true,
  },
  [`${RULES}/life`]: {
    about: "a life as time passes: course, mood, growth, death",
    imports: [`${RULES}/time`, `${RULES}/species`, `${RULES}/creature`],
    pure: true,
  },
  [`${RULES}/care`]: {
    about: "what a keeper can do",
    imports: [`${RULES}/time`, `${RULES}/species`, `${RULES}/creature`, `${RULES}/life`],
    pure: true,
  },
  [`${RULES}/foresight`]: {
    about: "forecast, schedule, visit plan, derived events",
    imports: [`${RULES}/time`, `${RULES}/creature`, `${RULES}/life`, `${RULES}/care`],
    pure: true,
  },
  [`${RULES}/words`]: {
    about: "what creatures say",
    imports: ["time", "species", "creature", "life", "care", "foresight"].map((folder) => `${RULES}/${folder}`),
    pure: true,
  },
  [`${RULES}/replay`]: {
    about: "a life rebuilt from its log",
    imports: ["time", "species", "creature", "life", "care"].map((folder) => `${RULES}/${folder}`),
    pure: true,
  },
  [`${RULES}/reliability`]: {
    about: "a keeper's track record, from its logs",
    imports: ["time", "species", "creature", "life"].map((folder) => `${RULES}/${folder}`),
    pure: true,
  },

  [`${RULES}/incidents`]: {
    about: "why a visit was late or missed",
    imports: ["time", "species", "creature", "life"].map((folder) => `${RULES}/${folder}`),
    pure: true,
  },

  [TRIALS]: { about: "rules of trials: seeded months of keeping, and what they prove", imports: [RULES], pure: true },

  [`${PORTRAITS}/kit`]: { about: "shapes, colors, SVG", imports: [RULES] },
  [`${PORTRAITS}/subject`]: { about: "who is drawn, in which pose", imports: [RULES, `${PORTRAITS}/kit`] },
  [`${PORTRAITS}/scenes`]: {
    about: "backgrounds",
    imports: ["kit", "subject"].map((folder) => `${PORTRAITS}/${folder}`),
  },
  [`${PORTRAITS}/parts`]: {
    about: "eyes, ears, tails, headwear",
    imports: ["kit", "subject"].map((folder) => `${PORTRAITS}/${folder}`),
  },
  [`${PORTRAITS}/bodies`]: {
    about: "a body plan each",
    imports: ["kit", "subject", "parts"].map((folder) => `${PORTRAITS}/${folder}`),
  },
  [`${PORTRAITS}/species`]: {
    about: "which species looks how",
    imports: [RULES, ...["kit", "subject", "bodies"].map((folder) => `${PORTRAITS}/${folder}`)],
  },
  [PORTRAITS]: {
    about: "portraits, eggs, memorials, bitmaps",
    imports: [
      RULES,
      ...["kit", "subject", "scenes", "parts", "bodies", "species"].map((folder) => `${PORTRAITS}/${folder}`),
    ],
  },
  [`${PORTRAITS}/film`]: { about: "creatures in motion: pet sheets", imports: [RULES, PORTRAITS] },
  "packages/denkeeper/src": { about: "client, command line, MCP bridge", imports: [RULES, TRIALS] },

  "src/platform": { about: "clock, loops, caches, dependencies", imports: [RULES] },
  "src/identity": { about: "ids and keys", imports: [] },
  "src/observability": { about: "metrics, traces, the log", imports: ["src/platform"] },
  "src/config": { about: "every setting", imports: [] },

  "src/store/db": { about: "connections, statements, migrations", imports: ["src/platform", "src/observability"] },
  "src/store/moderation": { about: "hiding and suspending; public visibility", imports: [RULES, "src/store/db"] },
  "src/store/idempotency": { about: "answers kept for repeated calls", imports: [RULES, "src/store/db"] },
  "src/store/jobs": { about: "the outbox of jobs", imports: ["src/store/db"] },
  "src/store/events": { about: "account events, long polls", imports: ["src/store/db"] },
  "src/store/money": { about: "purchases and the ledger", imports: ["src/store/db", "src/store/events"] },
  "src/store/hooks": { about: "hooks and their messages", imports: [RULES, "src/store/db"] },
  "src/store/operations": { about: "outages, leases, analytics", imports: [RULES, "src/store/db", "src/store/money"] },
  "src/store/creatures": {
    about: "creatures, their log, graves, species, portraits",
    imports: [
      RULES,
      "src/store/db",
      "src/store/events",
      "src/store/hooks",
      "src/store/idempotency",
      "src/store/jobs",
      "src/store/moderation",
      "src/store/money",
    ],
  },
  "src/store/trials": {
    about: "runs of trials, entries, seasons",
    imports: [RULES, TRIALS, "src/store/creatures", "src/store/db", "src/store/jobs", "src/store/moderation"],
  },
  "src/store/accounts": {
    about: "agents, callers, sitters, leaving",
    imports: [
      RULES,
      "src/identity",
      "src/store/creatures",
      "src/store/db",
      "src/store/idempotency",
      "src/store/moderation",
      "src/store/operations",
      "src/store/trials",
    ],
  },
  "src/store/rollups": {
    about: "what is counted for public answers",
    imports: [RULES, "src/identity", "src/store/creatures", "src/store/db", "src/store/moderation"],
  },

  "src/providers": {
    about: "services outside: items, images, pictures",
    imports: [RULES, PORTRAITS, "src/platform", "src/config"],
  },
  "src/payments": {
    about: "packs, purchases, ways to pay",
    imports: [RULES, "src/platform", "src/config", "src/store"],
  },
  "src/app": {
    about: "what time and visits do to stored creatures",
    imports: [
      RULES,
      TRIALS,
      PORTRAITS,
      "src/platform",
      "src/identity",
      "src/observability",
      "src/config",
      "src/store",
      "src/providers",
    ],
  },

  "src/http/contract": { about: "contracts, schemas, fields", imports: [RULES, "src/platform", "src/store"] },
  "src/http/message": { about: "a request and its reply", imports: [RULES] },
  "src/http/respond": {
    about: "errors, tags, next steps",
    imports: [
      RULES,
      "src/platform",
      "src/identity",
      "src/config",
      "src/store",
      "src/http/contract",
      "src/http/message",
    ],
  },
  "src/http/guard": {
    about: "limits, keys, idempotency",
    imports: [
      RULES,
      "src/platform",
      "src/identity",
      "src/observability",
      "src/store",
      "src/payments",
      "src/app",
      "src/http/contract",
      "src/http/message",
      "src/http/respond",
    ],
  },
  "src/http/trials": {
    about: "what a run gets to see, and what goes wrong in it",
    imports: [
      RULES,
      TRIALS,
      "src/platform",
      "src/store",
      "src/app",
      "src/http/contract",
      "src/http/message",
      "src/http/respond",
    ],
  },
  "src/http/request": {
    about: "the path of a call through an endpoint",
    imports: [
      RULES,
      "src/platform",
      "src/observability",
      "src/config",
      "src/store",
      "src/providers",
      "src/payments",
      "src/app",
      "src/http/contract",
      "src/http/message",
      "src/http/respond",
      "src/http/guard",
      "src/http/trials",
    ],
  },
  "src/http/server": {
    about: "addresses, connections, probes",
    imports: [
      RULES,
      "src/platform",
      "src/observability",
      "src/config",
      "src/store",
      "src/app",
      "src/http/contract",
      "src/http/message",
      "src/http/respond",
      "src/http/guard",
      "src/http/request",
    ],
  },

  "src/endpoints": {
    about: "an endpoint each: contract and handler",
    imports: [
      RULES,
      TRIALS,
      PORTRAITS,
      "src/platform",
      "src/identity",
      "src/config",
      "src/store",
      "src/providers",
      "src/payments",
      "src/app",
      "src/http",
    ],
  },
  "src/served-docs": {
    about: "reference, llms.txt, documents",
    imports: ["src/platform", "src/endpoints", "src/http"],
  },
  "src/web": {
    about: "pages for people",
    imports: [
      RULES,
      TRIALS,
      PORTRAITS,
      "src/platform",
      "src/identity",
      "src/config",
      "src/store",
      "src/payments",
      "src/app",
      "src/http",
      "src/endpoints",
      "src/served-docs",
    ],
  },
  "src/mcp": {
    about: "tools made from the contracts",
    imports: ["src/platform", "src/identity", "src/http", "src/endpoints", "src/served-docs"],
  },
  "src/worker": {
    about: "sweep, restore, rollups, jobs",
    imports: [
      RULES,
      "src/platform",
      "src/observability",
      "src/config",
      "src/store",
      "src/providers",
      "src/payments",
      "src/app",
    ],
  },
  "src/doctor": {
    about: "checks of an installation",
    imports: ["src/platform", "src/observability", "src/config", "src/store", "src/providers"],
  },
  src: { about: "the process: main.ts, and the app from its parts", imports: ["src"] },
};

const PACKAGES: Readonly<Record<string, string>> = {
  "@denkeeper/rules/": `${RULES}/`,
  "@denkeeper/trials/": `${TRIALS}/`,
  "@denkeeper/portraits/": `${PORTRAITS}/`,
};

export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

export function layerOf(path: string): string | undefined {
  return Object.keys(LAYERS)
    .filter((folder) => isUnder(path, folder))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** The path of an imported file of ours, from the root; undefined for packages and Node's modules. */
function importedPath(file: string, specifier: string): string | undefined {
  for (const [name, folder] of Object.entries(PACKAGES)) {
    if (specifier.startsWith(name)) return folder + specifier.slice(name.length);
  }
  return specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : undefined;
}

/** What is wrong with an import, if anything. Both paths are from the root of the repository. */
export function layerFault(file: string, specifier: string): string | undefined {
  const from = layerOf(file);
  if (from === undefined || file.endsWith(".test.ts")) return undefined;
  const layer = LAYERS[from];
  const target = importedPath(file, specifier);
  if (target === undefined) {
    return layer?.pure === true ? `${from} is pure: it imports no package and no module of Node.` : undefined;
  }
  const to = layerOf(target);
  if (to === from) return undefined;
  if (to === undefined) return `${from} may not import ${target}, which is in no layer.`;
  if (layer?.imports.some((allowed) => isUnder(to, allowed)) === true) return undefined;
  return `${from} may not import ${to}. The table of layers is in scripts/check/lint/layers.ts.`;
}
