// Tests that Node can resolve the imports of the package's JavaScript.
import { expect, test } from "vitest";
import { javascriptOf } from "./stage.ts";

test("javascriptOf rewrites TypeScript paths and workspace package imports", () => {
  const source =
    'import { a, type B } from "../x.ts";\nimport { c } from "@denkeeper/rules/life/c.ts";\nnew URL("d.ts", e);';
  expect(javascriptOf("src/care/y.ts", source)).toBe(
    'import { a,        } from "../x.js";\nimport { c } from "../../packages/rules/src/life/c.js";\nnew URL("d.js", e);',
  );
  expect(javascriptOf("packages/rules/src/y.ts", 'import "@denkeeper/rules/z.ts";')).toBe('import "./z.js";');
});
