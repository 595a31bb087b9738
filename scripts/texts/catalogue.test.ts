// The catalogue has every kind of text, each once and where it says it is.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KINDS, catalogue } from "./catalogue.ts";
import { literalsOf } from "./literals.ts";
import { textsInMarkup } from "./markup.ts";

const all = catalogue();

test.each(KINDS)("there are %s, each once", (kind) => {
  const texts = all.filter((each) => each.kind === kind).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(20);
  expect(new Set(texts).size).toBe(texts.length);
});

test("each text is where the catalogue says", () => {
  const lost = all.filter(({ text, file, line }) => {
    const [first = ""] = /^[\w ]+/.exec(text) ?? [];
    const near = readFileSync(file, "utf8")
      .split("\n")
      .slice(line - 1, line + 2);
    return !near.join(" ").includes(first.trim());
  });
  expect(lost.length / all.length).toBeLessThan(0.01);
});

test("a literal knows what it is given to and who is called with it; types, imports and comparisons are passed over", () => {
  const source = 'import a from "a b"; const x: "c d" = fail({ suggestion: `Wait ${n} s.` }); if (x === "e f") y();';
  expect(literalsOf("planted.ts", source)).toEqual([
    { text: "Wait {n} s.", line: 1, keys: ["suggestion", "x"], calls: ["fail"], tag: undefined },
  ]);
});

test("markup is read as people read it", () => {
  const text =
    '<p class="x">See <a href="/y">all {count}</a>.</p>\n<img alt="An egg" /><style>p { color: red }</style>';
  expect(textsInMarkup({ text, line: 5 })).toEqual([
    { text: "See all {count}.", line: 5 },
    { text: "An egg", line: 6 },
  ]);
});
