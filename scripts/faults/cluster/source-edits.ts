// Lists edits of the service's source. Most remove a protection, for a negative control.

interface Edit {
  /** Path relative to src/. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const SOURCE_EDITS: Readonly<Record<string, readonly Edit[]>> = {
  "no version check": [
    {
      file: "model/creatures/store/creatures.ts",
      from: "$creature, $version, $log",
      // Expects the current version, so no conflict is detected.
      to: `$creature, coalesce((SELECT version FROM creatures WHERE agent_id = $agentId AND creature_id = $creatureId),
        $version), $log`,
    },
  ],
  "record outside the transaction": [
    {
      file: "model/creatures/store/creatures.ts",
      from: "record: record === undefined ? null : idempotencyRow(record),",
      to: "record: null,",
    },
    {
      file: "model/creatures/store/creatures.ts",
      from: "  return ifWritten(await db.query(SAVE, savedValues(change, stored)), change, stored);",
      to: `  const after = ifWritten(await db.query(SAVE, savedValues(change, stored)), change, stored);
  if (after === undefined || change.record === undefined) return after;
  await new Promise((resolve) => setTimeout(resolve, 200));
  await db.query(RECORD_APART, { record: idempotencyRow(change.record) });
  return after;`,
    },
    {
      file: "model/creatures/store/creatures.ts",
      from: "\nconst INSERT ",
      to: `
const RECORD_APART = sql.statement({
  name: "record-apart",
  params: { record: sql.jsonb() },
  row: {},
  text: \`INSERT INTO idempotency SELECT * FROM jsonb_populate_record(NULL::idempotency, $record::jsonb)
    ON CONFLICT DO NOTHING\`,
});

const INSERT `,
    },
  ],
  // For poolers without prepared statements.
  "statements without names": [
    {
      file: "platform/database/db.ts",
      from: "client.query<Row>({ name, text, values",
      to: "client.query<Row>({ text, values",
    },
    {
      file: "platform/database/db.ts",
      from: "{ name, text, values }: DriverQuery",
      to: "{ text, values }: DriverQuery",
    },
    { file: "main.ts", from: "await rejectUnfitPooler();", to: "" },
  ],
  // For upgrades with an additional migration.
  "another folder of migrations": [
    {
      file: "platform/database/migrations.ts",
      from: 'fileURLToPath(new URL("../../../migrations", import.meta.url))',
      to: 'process.env["MIGRATIONS_FOLDER"]',
    },
  ],
  "gravestone outside the transaction": [
    {
      file: "model/creatures/store/settled-creatures.ts",
      from: "nullif(change->'stone', 'null')",
      to: "NULL",
    },
    {
      file: "model/creatures/store/settled-creatures.ts",
      from: "  return idsOf(await db.query(SAVE, { changes: changes.map((change) => savedValues(change, storedAfter(change))) }));",
      to: `  const values = changes.map((change) => savedValues(change, storedAfter(change)));
  return buriedApart(db, values.flatMap(({ stone }) => stone ?? []), await db.query(SAVE, { changes: values }));`,
    },
    {
      file: "model/creatures/store/settled-creatures.ts",
      from: "\nconst ARM",
      to: `
const STONES_APART = sql.statement({
  name: "stones-apart",
  params: { stones: sql.jsonb() },
  row: {},
  text: "INSERT INTO gravestones SELECT * FROM jsonb_populate_recordset(NULL::gravestones, $stones::jsonb)",
});

async function buriedApart(db, stones, rows) {
  const saved = idsOf(rows);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const own = stones.filter((stone) => saved.has(stone.creature_id));
  await db.query(STONES_APART, { stones: own });
  return saved;
}

const ARM`,
    },
  ],
  "connections that are never released": [
    // Also for connections lost after a statement has succeeded, when only the driver knows.
    {
      file: "platform/database/db.ts",
      from: "client.release(broken);",
      to: "if (broken === undefined && client._queryable) client.release();",
    },
  ],
  "no counting without Redis": [
    {
      file: "http/guard/rate-limit.ts",
      from: "if (!this.#shared || this.#windows === undefined)",
      to: "if (this.#windows === undefined)",
    },
    {
      file: "http/guard/rate-limit.ts",
      from: "this.#lose(thrown);\n      return this.#local.hit(key, windowMs, now, weight);",
      to: "throw thrown;",
    },
  ],
  "patience with Redis": [
    {
      file: "http/guard/rate-limit.ts",
      from: "const COMMAND_TIMEOUT_MS = 100;",
      to: "const COMMAND_TIMEOUT_MS = 60_000;",
    },
    { file: "platform/redis.ts", from: "const SOCKET_TIMEOUT_MS = 2_000;", to: "const SOCKET_TIMEOUT_MS = 60_000;" },
  ],
  "trust in every clock": [
    {
      file: "platform/clock.ts",
      from: "return databaseNow >= before - TOLERATED_DRIFT_MS && databaseNow <= after + TOLERATED_DRIFT_MS;",
      to: "return databaseNow > 0 && before > 0 && after > 0;",
    },
  ],
};
