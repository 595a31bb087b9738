// PostgreSQL knows a statement by its name on each connection: one name, one text.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no two statements have the same name", () => {
  const names = globSync("src/**/*.ts", { exclude: (path) => path.endsWith(".test.ts") }).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bname: "([a-z0-9-]+)",\s*text:/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
