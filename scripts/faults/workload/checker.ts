// Compares the answers that clients received with the database, by laws that no fault may break.
import { isDeepStrictEqual } from "node:util";
import type { LogRow } from "../../../src/model/creatures/store/care-log.ts";
import type { Database } from "../../../src/platform/database/db.ts";
import * as sql from "../../../src/platform/database/statement.ts";
import { DATABASE_NOW } from "../../../src/platform/database/database-time.ts";
import { comparable, replay } from "../../../test/lives/replay.ts";
import type { KeeperAccount, History, Law, LifecycleAccount } from "./history.ts";

/** Adds every violation to the history. Skips the laws in `except`, which this cluster cannot uphold. */
export async function check(database: Database, history: History, except: readonly Law[] = []): Promise<void> {
  const cared = Map.groupBy(history.cared, ({ creatureId }) => creatureId);
  for (const keeper of history.keepers) {
    for (const id of keeper.creatures) await checkCaredFor(database, history, keeper, id, cared.get(id) ?? []);
  }
  for (const account of history.lifecycleAccounts) await checkLifecycleAccount(database, history, account);
  await checkAllRows(database, history, except);
}

/** Checks a creature of the care workload: each answer has its log row, and the rows explain the stored state. */
async function checkCaredFor(
  database: Database,
  history: History,
  { agentId }: KeeperAccount,
  id: string,
  cared: readonly { readonly note: string; readonly entryId: string }[],
): Promise<void> {
  const life = await replay(database, agentId, id).catch((thrown: unknown) => String(thrown));
  if (typeof life === "string") return history.violate("the log explains the state", `${id}: ${life}`);
  const care = life.rows.filter(({ kind }) => kind === "care");
  // After a loss, a later entry reuses the version and id of the lost one, but not its note.
  const noteOf = new Map(care.map(({ entry_id, notes }) => [entry_id, String(notes)]));
  for (const { entryId, note } of cared) {
    if (noteOf.get(entryId) !== note) history.violate("nothing acknowledged is lost", `${id}: ${note}`);
  }
  for (const [note, rows] of Map.groupBy(care, ({ notes }) => String(notes))) {
    if (rows.length > 1) history.violate("nothing is applied twice", `${id}: ${note}, ${rows.length} times`);
  }
  checkVersions(history, id, life.rows, life.stored.version);
  if (life.rows.some(({ kind }) => kind === "death")) {
    history.violate("no creature dies early", `${id} had care without a pause`);
  }
  if (!isDeepStrictEqual(life.replayed, life.stored.creature)) {
    history.violate("the log explains the state", `${id}: its state does not follow from the log`);
  }
}

function checkVersions(history: History, id: string, rows: readonly LogRow[], stored: number): void {
  const versions = rows.map(({ version }) => version);
  const wrong = versions.findIndex((version, index) => version !== index + 1);
  if (wrong >= 0) history.violate("versions are dense", `${id}: row ${wrong + 1} has version ${versions[wrong]}`);
  else if (stored !== rows.length)
    history.violate("versions are dense", `${id}: ${rows.length} rows, version ${stored}`);
}

const ACCOUNT = sql.statement({
  name: "faults-account",
  params: { agentId: sql.uuid },
  row: {
    clockOffsetMs: sql.int8,
    adoptions: sql.int4,
    credits: sql.int4,
    creatures: sql.int8,
    resurrections: sql.int8,
    debits: sql.int8,
    entries: sql.int8,
  },
  text: `SELECT clock_offset_ms AS "clockOffsetMs", adoptions, credits,
      (SELECT count(*) FROM creatures c WHERE c.agent_id = $agentId) AS creatures,
      (SELECT count(*) FROM care_log l WHERE l.agent_id = $agentId AND kind = 'resurrect') AS resurrections,
      (SELECT count(*) FROM ledger_transactions t WHERE t.agent_id = $agentId AND kind = 'resurrection') AS debits,
      (SELECT coalesce(sum(credits), 0)::bigint FROM ledger_entries e
        WHERE e.agent_id = $agentId AND account = 'agent') AS entries
    FROM agents WHERE agent_id = $agentId`,
});

/** Compares the totals of an account in the database with those from its answers, and replays its creatures. */
async function checkLifecycleAccount(database: Database, history: History, account: LifecycleAccount): Promise<void> {
  const [stored] = await database.query(ACCOUNT, { agentId: account.agentId });
  if (stored === undefined) {
    return history.violate("nothing acknowledged is lost", `the account ${account.agentId}`);
  }
  const expectSame = (what: string, seen: number, found: number): void => {
    if (seen > found) history.violate("nothing acknowledged is lost", `${account.agentId}: ${what} ${seen}, ${found}`);
    if (seen < found) history.violate("nothing is applied twice", `${account.agentId}: ${what} ${seen}, ${found}`);
  };
  expectSame("clock moves", account.advancedMs, stored.clockOffsetMs);
  expectSame("adoptions", account.adoptions, stored.adoptions);
  expectSame("creatures", account.adoptions, stored.creatures);
  expectSame("resurrections", account.resurrections, stored.resurrections);
  expectSame("debits", account.resurrections, stored.debits);
  if (account.credits !== stored.credits || stored.entries !== stored.credits) {
    const balances = `${account.credits} seen, ${stored.credits} stored, entries sum to ${stored.entries}`;
    history.violate("balances are chained", `${account.agentId}: ${balances}`);
  }
  const creatures = await database.query(CREATURES, { agentId: account.agentId });
  for (const { id } of creatures) {
    const life = await replay(database, account.agentId, id).catch((thrown: unknown) => String(thrown));
    if (typeof life === "string") {
      history.violate("the log explains the state", `${id}: ${life}`);
      continue;
    }
    if (!isDeepStrictEqual(...comparable(life))) history.violate("the log explains the state", id);
  }
}

const CREATURES = sql.statement({
  name: "faults-creatures",
  params: { agentId: sql.uuid },
  row: { id: sql.uuid },
  text: "SELECT creature_id AS id FROM creatures WHERE agent_id = $agentId",
});

function brokenBy(law: Law, text: string) {
  return { law, find: sql.statement({ name: `faults: ${law}`, params: {}, row: { id: sql.uuid }, text }) };
}

/** Laws over all rows, each with a statement that finds violations. */
const LAWS = [
  brokenBy(
    "deaths have gravestones",
    `SELECT d.creature_id AS id FROM (
        SELECT agent_id, creature_id, count(*) AS deaths FROM care_log WHERE kind = 'death' GROUP BY 1, 2
      ) d FULL JOIN (
        SELECT agent_id, creature_id, count(*) AS stones, max(death_number) AS highest FROM gravestones GROUP BY 1, 2
      ) g USING (agent_id, creature_id)
      WHERE d.deaths IS DISTINCT FROM g.stones OR g.stones IS DISTINCT FROM g.highest`,
  ),
  brokenBy(
    "no creature dies early",
    `SELECT l.creature_id AS id FROM care_log l JOIN agents a ON a.agent_id = l.agent_id
      WHERE l.kind = 'death' AND l.at > ${DATABASE_NOW} + a.clock_offset_ms`,
  ),
  brokenBy(
    "jobs come with their change",
    `SELECT c.creature_id AS id FROM creatures c
      WHERE c.hatched_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM portraits p
          WHERE p.agent_id = c.agent_id AND p.creature_id = c.creature_id AND p.stage = 'baby')
        AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.payload->>'creatureId' = c.creature_id::text
          AND j.payload->>'stage' = 'baby')
        AND NOT EXISTS (SELECT FROM job_outbox o WHERE o.agent_id = c.agent_id
          AND o.payload->>'creatureId' = c.creature_id::text AND o.payload->>'stage' = 'baby')`,
  ),
  brokenBy(
    "balances are chained",
    `SELECT agent_id AS id FROM ledger_entries GROUP BY agent_id, key HAVING sum(credits) <> 0`,
  ),
];

async function checkAllRows(database: Database, history: History, except: readonly Law[]): Promise<void> {
  for (const { law, find } of LAWS) {
    if (except.includes(law)) continue;
    for (const { id } of await database.query(find, {})) history.violate(law, id);
  }
}
