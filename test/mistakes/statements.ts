// Mistakes that must not compile: statements called with undeclared parameters, or read for undeclared columns. This file never
// runs.
import type { Database, Db, Tx } from "../../src/platform/database/db.ts";
import * as sql from "../../src/platform/database/statement.ts";

const FIND = sql.statement({
  name: "mistaken-find",
  params: { agentId: sql.uuid, since: sql.int8, location: sql.nullable(sql.text) },
  row: {
    username: sql.text,
    bio: sql.nullable(sql.text),
    tiers: sql.array(sql.text),
    links: sql.json<readonly string[]>(),
  },
  text: `SELECT username, bio, tiers_unlocked AS tiers, to_json(ARRAY['a']) AS links FROM agents
    WHERE agent_id = $agentId AND created_at > $since AND location = $location`,
});
const RIGHT = { agentId: "", since: 0, location: null };

export async function values(db: Db): Promise<void> {
  await db.query(FIND, RIGHT);
  await db.query(FIND, { agentId: "", since: 0, location: "here" });
  // @ts-expect-error a parameter is missing
  await db.query(FIND, { agentId: "", since: 0 });
  // @ts-expect-error a parameter has another name
  await db.query(FIND, { agentId: "", since: 0, place: null });
  // @ts-expect-error there is no such parameter
  await db.query(FIND, { agentId: "", since: 0, location: null, limit: 1 });
  // @ts-expect-error an instant is a number
  await db.query(FIND, { ...RIGHT, since: "0" });
  // @ts-expect-error an id is never null
  await db.query(FIND, { ...RIGHT, agentId: null });
  // @ts-expect-error values have names
  await db.query(FIND, ["", 0, null]);
}

export async function rows(db: Db): Promise<readonly (string | null)[]> {
  const [row] = await db.query(FIND, RIGHT);
  if (row === undefined) return [];
  const found: readonly (string | null)[] = [row.username, row.bio, ...row.tiers, ...row.links];
  // @ts-expect-error a column is misspelled
  found.includes(row.userName);
  // @ts-expect-error bio can be null
  row.bio.trim();
  // @ts-expect-error rows are read-only
  row.username = "";
  // @ts-expect-error a caller cannot declare other columns
  await db.query<{ username: number }>(FIND, RIGHT);
  return found;
}

export async function declarations(db: Db, tx: Tx, database: Database): Promise<void> {
  const literal = { name: "mistaken-literal", params: {}, row: {}, text: "SELECT" };
  await db.query(sql.statement(literal), {});
  // @ts-expect-error a literal is registered nowhere
  await db.query(literal, {});
  // @ts-expect-error a literal is not registered even if it has every property of a statement
  await db.query({ ...literal, order: [] }, {});
  const needsAll: sql.Statement<typeof FIND.params, {}> = FIND;
  await db.query(needsAll, RIGHT);
  // @ts-expect-error a statement cannot forget that it takes values
  const needsNone: sql.Statement<{}, {}> = FIND;
  await db.query(needsNone, {});
  await database.adHoc("SELECT");
  // @ts-expect-error a Db runs only registered statements
  await db.adHoc("SELECT");
  // @ts-expect-error a Tx runs only registered statements
  await tx.adHoc("SELECT");
}
