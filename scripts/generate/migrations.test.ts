// A function has one migration, which keeps its number, and a new one takes the next.
import { expect, test } from "vitest";
import { databaseFunction } from "../../src/platform/database/database-function.ts";
import { functionMigrations } from "./migrations.ts";

test("a function that is known keeps its file, another text is another function with the next number", () => {
  const [old, other] = ["BEGIN RETURN 'a'; END", "BEGIN RETURN 'b'; END"].map((body) =>
    databaseFunction("say", "n integer", body),
  );
  if (old === undefined || other === undefined) throw new Error("there are two");
  const known = [`0007_${old.name}.sql`, "0009_more.sql", "0008_some.sql"];
  const files = functionMigrations([old, other], known);
  expect(Object.keys(files)).toEqual([`migrations/0007_${old.name}.sql`, `migrations/0010_${other.name}.sql`]);
  expect(Object.values(files)[1]).toContain(`CREATE FUNCTION ${other.name}(`);
});
