// Protections that can be taken out of the service, each as edits of its source. They are what the negative controls run:
// a checker that finds nothing then would find nothing ever.

interface Edit {
  /** Below src/. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const SABOTAGES: Readonly<Record<string, readonly Edit[]>> = {
  "no version check": [{ file: "store/creatures.ts", from: "AND version = $4", to: "AND $4::integer IS NOT NULL" }],
  "record outside the transaction": [
    {
      file: "store/creatures.ts",
      from: "    listed(record === undefined ? undefined : idempotencyRow(record)),",
      to: '    "[]",',
    },
    {
      file: "store/creatures.ts",
      from: "  return rows.length === 1 ? stored : undefined;",
      to: `  if (rows.length !== 1) return undefined;
  if (record === undefined) return stored;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const text = "INSERT INTO idempotency SELECT * FROM jsonb_populate_recordset(NULL::idempotency, $1::jsonb)";
  await db.query({ name: "record-apart", text: text + " ON CONFLICT DO NOTHING" }, [listed(idempotencyRow(record))]);
  return stored;`,
    },
  ],
  // No control: what a pooler needs that knows no names.
  "statements without names": [
    { file: "store/db.ts", from: "client.query({ name, text, values", to: "client.query({ text, values" },
    { file: "store/db.ts", from: "{ name, text }: Statement", to: "{ text }: Statement" },
  ],
  "answer before the commit": [
    {
      file: "endpoints/house/care.post/handler.ts",
      from: "if (sitter === undefined) return saveCreature(database, change);",
      to: "void saveCreature(database, change).catch(() => {}); return change.to;",
    },
  ],
  "gravestone outside the transaction": [
    {
      file: "store/settled-creatures.ts",
      from: `INSERT INTO gravestones SELECT stone.* FROM jsonb_populate_recordset(NULL::gravestones, $3::jsonb) stone
        JOIN saved ON saved.agent_id = stone.agent_id AND saved.creature_id = stone.creature_id`,
      to: "SELECT FROM jsonb_populate_recordset(NULL::gravestones, $3::jsonb) stone",
    },
    {
      file: "store/settled-creatures.ts",
      from: "  return idsOf(\n    await db.query(\n      SAVE,",
      to: "  return buriedApart(db, stones,\n    await db.query(\n      SAVE,",
    },
    {
      file: "store/settled-creatures.ts",
      from: "\nconst ARM",
      to: `
async function buriedApart(db, stones, rows) {
  const saved = idsOf(rows);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const text = "INSERT INTO gravestones SELECT * FROM jsonb_populate_recordset(NULL::gravestones, $1::jsonb)";
  const own = stones.filter((stone) => saved.has(stone.creature_id));
  await db.query({ name: "stones-apart", text }, [JSON.stringify(own)]);
  return saved;
}

const ARM`,
    },
  ],
  "connections that are not let go of": [
    // Most are lost just after their statement has succeeded: only the driver knows of it by then.
    {
      file: "store/db.ts",
      from: "client.release(broken);",
      to: "if (broken === undefined && client._queryable) client.release();",
    },
  ],
  "no counting without Redis": [
    {
      file: "http/rate-limit.ts",
      from: "if (!this.#shared || this.#redis === undefined)",
      to: "if (this.#redis === undefined)",
    },
    {
      file: "http/rate-limit.ts",
      from: "this.#lose(thrown);\n      return this.#local.hit(key, windowMs, now);",
      to: "throw thrown;",
    },
  ],
  "patience with Redis": [
    { file: "http/rate-limit.ts", from: "const COMMAND_TIMEOUT_MS = 100;", to: "const COMMAND_TIMEOUT_MS = 60_000;" },
    { file: "http/redis.ts", from: "const SOCKET_TIMEOUT_MS = 2_000;", to: "const SOCKET_TIMEOUT_MS = 60_000;" },
  ],
  "trust in every clock": [
    {
      file: "store/database-time.ts",
      from: "return databaseNow >= asked - TOLERATED_DRIFT_MS && databaseNow <= answered + TOLERATED_DRIFT_MS;",
      to: "return databaseNow > 0 && asked > 0 && answered > 0;",
    },
  ],
  "patience with providers": [
    { file: "providers/similarity/vectors.ts", from: "LIMIT_MS = 500;", to: "LIMIT_MS = 60_000;" },
    { file: "providers/similarity/remote.ts", from: "HARD_LIMIT_MS = 5000;", to: "HARD_LIMIT_MS = 60_000;" },
  ],
};
