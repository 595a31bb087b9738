// A keeper that knows only HTTP: it starts at GET /api, follows next_steps and recommended_checkin, moves its own test
// clock, and raises every built-in species, or with --house keeps houses of several. It imports nothing from the service,
// which proves that the answers alone are enough. Exits with 1 when more than two lives did not end as a high_care adult at
// 120 h, or a creature of a house died or missed a feeding window.
import { Api, Unreachable } from "./keeper/api.ts";
import { discover, listSpecies } from "./keeper/discover.ts";
import { HOUSE_DAYS, houseOf, houseTable, isKeptWell, keepHouses } from "./keeper/houses.ts";
import { Keeper } from "./keeper/keeper.ts";
import { progressOf } from "../progress.ts";
import type { Life } from "./keeper/shapes.ts";
import { tableOf } from "./keeper/table.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";

const DEFAULT_BASE = "http://127.0.0.1:3000";
const MOST_FAILURES = 2;

const values = optionsOf(import.meta.filename, {
  base: textOption("URL", `the service (${DEFAULT_BASE})`),
  runs: numberOption("lives a species", 5),
  species: textOption("LIST", "slugs with commas between (all built-in species)"),
  keepers: numberOption("accounts that work side by side; each registers once", 8),
  batch: numberOption("creatures that one account raises at the same time", 6),
  house: textOption("LIST", "sizes with commas between, such as 1,2,5,12"),
  count: numberOption("houses of each size", 5),
  days: numberOption("for how many days", HOUSE_DAYS),
});

/** Each call of what is returned is one of them done. */
function stepsOf(total: number): () => void {
  const progress = progressOf("raising");
  let done = 0;
  return () => progress(++done / total);
}

const api = new Api(values.base ?? DEFAULT_BASE);
const found = await discover(api).catch((thrown: unknown) => {
  if (!(thrown instanceof Unreachable)) throw thrown;
  console.error(`Nobody answers at ${api.base}.`);
  if (values.base === undefined) {
    console.error("Start a service first, with limits that do not stop a keeper in a hurry:");
    console.error("  RATE_LIMIT_FACTOR=1000 DATABASE_URL=postgres://... npm start");
    console.error("or say where one is: node scripts/simulate/keeper.ts --base http://...");
  }
  process.exit(1);
});

const species = values.species === undefined ? await listSpecies(api, found) : values.species.split(",");

if (values.house !== undefined) {
  const count = values.count;
  const days = values.days;
  const sizes = values.house.split(",").map(Number);
  const houses = sizes.flatMap((size) => Array.from({ length: count }, (_, number) => houseOf(species, size, number)));
  await keepHouses(api, found, houses, days, stepsOf(houses.length));
  console.log(`${count} houses each, ${days} days\n\n${houseTable(houses, days)}`);
  for (const { slugs, fault } of houses) if (fault !== null) console.log(`- ${slugs.join(", ")}: ${fault}`);
  process.exit(houses.every(isKeptWell) ? 0 : 1);
}

const runs = values.runs;
const lives = Array.from({ length: runs }, () => species)
  .flat()
  .map((slug): Life => ({ slug, calls: 0, feedings: 0, late: 0, refused: 0, path: null, stage: "egg", fault: null }));
const queue = [...lives];
const step = stepsOf(lives.length);
const started = performance.now();

const batch = values.batch;
const keepers = Array.from(
  { length: Math.min(values.keepers, Math.ceil(lives.length / batch)) },
  (_, number) => new Keeper(api, found, number),
);
const notes = await Promise.all(
  keepers.map(async (keeper) => {
    const refusal = await keeper.register();
    if (refusal !== null) return refusal;
    for (let next = queue.splice(0, batch); next.length > 0; next = queue.splice(0, batch)) {
      await keeper.raise(next, step);
    }
    return null;
  }),
);

for (const note of new Set(notes)) if (note !== null) console.log(`A registration was refused: ${note}`);
for (const life of queue) life.fault = "nobody could register to raise it";
const failed = lives.filter(({ path, stage, fault }) => fault !== null || path !== "high_care" || stage !== "adult");
const seconds = Math.round((performance.now() - started) / 1000);
console.log(tableOf(lives));
console.log(
  `\n${lives.length} lives of ${species.length} species, ${api.calls} calls in ${seconds} s: ${failed.length} failed, ${MOST_FAILURES} allowed.`,
);
for (const { slug, stage, path, fault } of failed)
  console.log(`- ${slug}: ${fault ?? `${stage}, ${path ?? "no path"}`}`);
process.exitCode = failed.length > MOST_FAILURES ? 1 : 0;
