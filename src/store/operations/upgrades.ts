// Since when the service judges by new rules. A row is written by the migration that brings them.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Db } from "../db/db.ts";
import { int8, statement } from "../db/statement.ts";

const RECORD_V2 = statement({
  name: "find-record-v2",
  params: {},
  row: { at: int8 },
  text: "SELECT at FROM upgrades WHERE name = 'record_v2'",
});

/** RECORD-10: what was recorded before is judged by the older rules of track records. */
export async function findRecordV2(db: Db): Promise<RealInstant> {
  const [row] = await db.query(RECORD_V2, {});
  if (row === undefined) throw new Error("the table upgrades has no record_v2");
  return row.at;
}
