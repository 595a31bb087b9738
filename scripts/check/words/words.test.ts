import { expect, test } from "vitest";
import { doubtfulIn, isChecked } from "./doubtful.ts";

const faultsOf = (file: string, source: string): string[] => [...doubtfulIn(file, source)];

test.each([
  ["a comment", "a.ts", "\n// Tells whoever\n// calls.\nconst a = 1;\n", 'a.ts:2: "whoever" in a comment'],
  [
    "a comment across lines",
    "a.ts",
    "/**\n * Ends the lease in\n * the meantime.\n */\n",
    '"in the meantime" in a comment',
  ],
  ["the first word of a comment", "a.ts", "// What is stored.\n", '"What is" in a comment'],
  ["a string", "a.ts", 'const a = "Nobody came.";\n', 'a.ts:1: "Nobody" in a string'],
  ["a template", "a.ts", "const a = `${b} is told`;\n", '"is told" in a string'],
  ["a test title", "a.test.ts", 'test("CARE-1: somebody feeds", () => {});\n', '"somebody" in a string'],
  ["a document", "docs/a.md", "# A\n\nIt is\ntold.\n", 'docs/a.md:3: "is told" in a document'],
  ["SQL", "a.sql", "-- Rows of which\n-- some stay.\nSELECT 1;\n", 'a.sql:1: "of which" in a comment'],
  ["a style sheet", "a.css", "/* Shown in vain. */\n", '"in vain" in a comment'],
  ["a workflow", "a.yml", "on: push # meanwhile\n", '"meanwhile" in a comment'],
  ["Python", "a.py", 'def a():\n    """Whoever calls."""\n', 'a.py:2: "Whoever" in a comment'],
])("doubtfulIn finds an expression in %s", (_, file, source, fault) => {
  expect(faultsOf(file, source)[0]).toContain(fault);
});

test.each([
  ["plain comments and strings", "a.ts", '// Returns the rows.\nconst a = "No agent came.";\n'],
  ["names and words alone", "a.ts", 'const somebody = "anew";\n'],
  ["an expression for comments in a string", "a.ts", 'const a = "It stands at the door.";\n'],
  ["code in a document", "docs/a.md", "Not `nobody`.\n\n```sh\necho whoever\n```\n"],
  ["data", "a.json", '{ "a": "somebody came" }'],
])("doubtfulIn accepts %s", (_, file, source) => {
  expect(faultsOf(file, source)).toEqual([]);
});

test.each([
  ["src/worker.ts", true],
  ["docs/decisions.md", true],
  ["CHANGELOG.md", true],
  ["packages/rules/src/words/lines/traits.ts", false],
  ["packages/rules/src/species/catalog/cats.ts", false],
  ["migrations/0001_accounts.sql", false],
])("isChecked(%s) is %s", (file, expected) => {
  expect(isChecked(file)).toBe(expected);
});
