// What a log entry costs on disk, with its indexes: lives by the rules in houses of three, written in the order in which
// they happened, eight entries a creature and day. Once without words, once with the words of an ordinary keeper.
import { parseArgs } from "node:util";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { randomUUIDv7 } from "node:crypto";
import { Client } from "pg";
import { agentIdOf } from "../../src/identity/agent-id.ts";
import type { LogRow } from "../../src/store/creatures/care-log.ts";
import { newLogRow } from "../../src/store/creatures/care-log.ts";
import { migrate } from "../../src/store/db/migrate.ts";
import { SERVER_URL, onServer } from "../../test/processes/databases.ts";
import type { Gift } from "../seed/life.ts";
import { SeedLife } from "../seed/life.ts";
import { bytesARow } from "./house/sizes.ts";

const { values } = parseArgs({
  options: { help: { type: "boolean" }, agents: { type: "string", default: "1500" } },
});
if (values.help) {
  console.log(`npm run bench:sizes -- [options]

Writes the log of some thousand lives to a database of its own, prints bytes an entry, and drops it.
  --agents N  houses, three creatures each, for three days (1500)`);
  process.exit(0);
}

const CREATURES_EACH = 3;
const DAYS = 3;
const EVERY_MS = 3 * HOUR_MS;
const ROWS_A_STATEMENT = 50;
const START = Date.UTC(2026, 0, 5);
const ACTIONS: readonly CareAction[] = ["feed", "play", "clean", "feed", "reflect", "sleep", "feed", "play"];
/** What comes with two actions in three. */
const WORDS: readonly Gift[] = [
  {},
  { notes: "It waited at the door and would not eat before I sat down with it." },
  { item: "a bowl of warm oats", judged: { category: "liked", isTask: false, score: 0.62 } },
];

function livesOf(agents: number, withWords: boolean): LogRow[] {
  const rows: LogRow[] = [];
  for (let nth = 0; nth < agents * CREATURES_EACH; nth++) {
    const username = `sized-${Math.floor(nth / CREATURES_EACH)}`;
    const seed = seedOf(`${username}:${nth}`);
    const keeper = { id: agentIdOf(username), username, clockMoved: false, clockOffsetMs: 0 };
    const species = CATALOG[nth % CATALOG.length];
    if (species === undefined) throw new Error("the catalog is empty");
    const at = START + Math.floor(chance(seed, 0) * HOUR_MS);
    const life = new SeedLife(keeper, { id: randomUUIDv7(), name: "Pip", species, zone: "UTC", at });
    life.look(at + 1);
    for (let visit = 0; visit < (DAYS * DAY_MS) / EVERY_MS - 1; visit++) {
      const late = Math.floor(chance(seed, visit) * EVERY_MS);
      const action = ACTIONS[visit % ACTIONS.length] ?? "feed";
      life.care(action, at + visit * EVERY_MS + late, withWords ? WORDS[(nth + visit) % WORDS.length] : {});
    }
    rows.push(...life.log);
  }
  return rows.toSorted((one, other) => one.recorded_at - other.recorded_at);
}

interface Size {
  readonly entries: number;
  readonly bytes: number;
  readonly heap: number;
}

/** The size of a log with these entries. */
async function sizeOf(client: Client, rows: readonly LogRow[]): Promise<Size> {
  await client.query("TRUNCATE care_log");
  const insert = "INSERT INTO care_log SELECT * FROM jsonb_populate_recordset(NULL::care_log, $1::jsonb)";
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await client.query(insert, [JSON.stringify(rows.slice(from, from + ROWS_A_STATEMENT).map(newLogRow))]);
  }
  const { rows: found } = await client.query<Size>(bytesARow("care_log"));
  const [size] = found;
  if (size === undefined) throw new Error("the log has no size");
  return { ...size, entries: rows.length };
}

const name = `denkeeper_bench_${process.pid}_sizes`;
const url = new URL(`/${name}`, SERVER_URL).href;
await onServer(`CREATE DATABASE ${name}`);
try {
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off");
    for (let day = 0; day <= DAYS; day++) await client.query("SELECT make_care_log_day($1)", [START + day * DAY_MS]);
    for (const withWords of [false, true]) {
      const { entries, bytes, heap } = await sizeOf(client, livesOf(Number(values.agents), withWords));
      const what = withWords ? "with items or notes in two of three" : "without items and notes";
      console.log(`${entries.toLocaleString("en")} entries ${what}: ${bytes} bytes each with indexes, ${heap} without`);
    }
  } finally {
    await client.end();
  }
} finally {
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
}
