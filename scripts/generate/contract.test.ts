// Tests which changes of docs/contract.txt the changelog must name.
import { expect, test } from "vitest";
import { unnamed } from "./contract.ts";

const BEFORE = ["GET /api/den  200 404", "Den.name  string  required", "Den.age  number  optional", "error gone"];
const before = BEFORE.join("\n");

const OF_DEN = [
  "GET /api/den query view  string  optional",
  ...BEFORE,
  "Den.look  object  required",
  "Den.look.color  string  required",
];

test("unnamed omits the fields of a removed operation or object that is named", () => {
  const missing = (now: readonly string[]) =>
    unnamed(OF_DEN.join("\n"), now.join("\n"), "`GET /api/den`, `Den.look`, `error gone`");
  expect(missing(BEFORE.slice(1))).toEqual([]);
  expect(missing(BEFORE)).toEqual(["GET /api/den query view"]);
});

test.each<[change: string, now: readonly string[], missing: readonly string[]]>([
  ["nothing without a change", BEFORE, []],
  ["nothing for a new field", [...BEFORE, "Den.mood  string  optional"], []],
  ["a removed field", BEFORE.toSpliced(2, 1), ["Den.age"]],
  ["a field of another type", BEFORE.with(1, "Den.name  string | null  required"), ["Den.name"]],
  ["a field that became required", BEFORE.with(2, "Den.age  number  required"), ["Den.age"]],
  ["a removed operation and a removed error", BEFORE.slice(1, 3), ["GET /api/den", "error gone"]],
])("unnamed returns %s", (_, now, missing) => {
  expect(unnamed(before, now.join("\n"), "")).toEqual(missing);
  expect(unnamed(before, now.join("\n"), missing.map((name) => `- Changed: \`${name}\`.`).join("\n"))).toEqual([]);
});
