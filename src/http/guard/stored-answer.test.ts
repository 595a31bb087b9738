import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { packAnswer, unpackAnswer } from "./stored-answer.ts";

const recorded = JSON.parse(
  readFileSync(new URL("../../docs/recorded-answers.json", import.meta.url), "utf8"),
) as Record<string, unknown>;
const answers = Object.values(recorded).map((answer) => JSON.stringify(answer));

test.each(["", "{}", "ünïcödé \u0000 🥚", ...answers])("a stored answer is restored byte for byte", (text) => {
  expect(unpackAnswer(packAnswer(text))).toBe(text);
});

test("the dictionary more than halves compressed answers of care, visits and adoptions", () => {
  // Together, because each record has other sentences about its creature.
  const common = ["care", "visit", "adopt"].map((name) => JSON.stringify(recorded[name]));
  const bytes = (pack: (text: string) => Buffer) => common.reduce((sum, text) => sum + pack(text).length, 0);
  expect(bytes(packAnswer)).toBeLessThan(bytes((text) => zstdCompressSync(text)) / 2);
});

test("the first dictionary never changes, because stored answers depend on it", () => {
  const bytes = readFileSync(new URL("answers-1.zdict", import.meta.url));
  expect(hash("sha256", bytes)).toBe("973834decad6617efbd633d9384bdd320eb4e70ccc52bd1cc0571889e202a1c0");
});
