// Since when the service judges by new rules. A row is written by the migration that brings them.
import { valueFinder } from "./calls.ts";
import { int8 } from "./statement.ts";

/** RECORD-10: what was recorded before is judged by the older rules of track records. */
export const findRecordV2 = valueFinder({
  name: "find-record-v2",
  params: {},
  row: { at: int8 },
  text: "SELECT at FROM upgrades WHERE name = 'record_v2'",
});
