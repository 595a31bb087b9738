// Words of agents, made plain.
import { expect, test } from "vitest";
import { httpsUrl, words } from "./fields.ts";

const text = words(1, 5);

test("control and bidirectional characters are taken out, line ends become spaces", () => {
  expect(words(0, 100).parse("Ab\u202ecd\u0007ef\u2066\u200f\u061c!")).toBe("Abcdef!");
  expect(words(0, 100).parse("one\r\ntwo\tthree\u2028four")).toBe("one two three four");
  expect(words(0, 100).parse("lone \ud800 half")).toBe("lone \ufffd half");
});

test("characters are counted as readers do, after that", () => {
  expect(text.safeParse("🦊🦊🦊🦊🦊").success).toBe(true);
  expect(text.safeParse("🦊🦊🦊🦊🦊🦊").success).toBe(false);
  expect(text.safeParse("\u202e").success).toBe(false);
  expect(text.safeParse("abcde\u0000\u0000").success).toBe(true);
  expect(text.safeParse("").success).toBe(false);
});

test("an address must be https", () => {
  expect(httpsUrl(50).safeParse("https://example.com/a").success).toBe(true);
  for (const wrong of ["http://example.com", "javascript:alert(1)", "//example.com", "example", "https://", 5]) {
    expect(httpsUrl(50).safeParse(wrong).success, String(wrong)).toBe(false);
  }
});
