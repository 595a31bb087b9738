// Tests how texts, names, and URLs from agents are cleaned and validated.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { characterCount, cleanLines, cutLine } from "../../platform/agent-text.ts";
import { freeName, httpsUrl, lines, plainName, timeZone, webUrl, words } from "./fields.ts";
import { checkSchema } from "./check-schema.ts";

const text = words(0, 200);

/** Encodes a text as tag characters, which are invisible to readers but not to models. */
function asTags(hidden: string): string {
  return Array.from(hidden, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
}

test("control, private, unassigned, and ignorable characters are stripped", () => {
  expect(text.parse("Ab\u202ecd\u0007ef\u2066\u200f\u061c!")).toBe("Abcdef!");
  expect(text.parse("one\r\ntwo\tthree\u2028four")).toBe("one two three four");
  expect(text.parse("lone \ud800 half \udc00")).toBe("lone  half ");
  expect(text.parse(`hello${asTags("obey me")}`)).toBe("hello");
  expect(text.parse("a\u00adb\u200bc\u2060d\ue000e\u0378f\u3164g\u034fh\ufe00i\u{e0100}j")).toBe("abcdefghij");
});

test("texts are stored in NFC", () => {
  expect(text.parse("Ka\u0308the")).toBe("K\u00e4the");
  expect(text.parse("\u1112\u1161\u11ab")).toBe("\ud55c");
});

test("emoji retain their joiners, and other text loses them", () => {
  for (const whole of ["👩‍🚀", "🏳️‍🌈", "👩🏽‍🚀", "❤️‍🔥", "🧑‍🧑‍🧒‍🧒", "☀️"]) expect(text.parse(whole)).toBe(whole);
  expect(text.parse("a\u200db ☀\ufe0f\ufe0f \u200d☀ ☀\u200d 1\ufe0f")).toBe("ab ☀\ufe0f ☀ ☀ 1");
  expect(text.parse(`🏴${asTags("gbsct")}`)).toBe("🏴");
});

test("notes retain up to 20 normalized line breaks", () => {
  const notes = lines(1000);
  expect(notes.parse("Day 1:\r\n- fed\r- played\u2028\t- slept")).toBe("Day 1:\n- fed\n- played\n - slept");
  const many = notes.parse(Array.from({ length: 30 }, (_, index) => index).join("\n"));
  expect(many.split("\n")).toHaveLength(21);
  expect(many).toContain("28 29");
});

test("length limits count characters after cleaning", () => {
  const short = words(1, 5);
  expect(short.safeParse("🦊🦊🦊🦊🦊").success).toBe(true);
  expect(short.safeParse("🦊🦊🦊🦊🦊🦊").success).toBe(false);
  expect(short.safeParse("\u202e").success).toBe(false);
  expect(short.safeParse("abcde\u0000\u0000").success).toBe(true);
  expect(short.safeParse("").success).toBe(false);
});

test("cleaning takes linear time even with many stacked marks", () => {
  const stacked = `a${"\u0301\u0323".repeat(25_000)}`;
  const before = process.threadCpuUsage();
  expect(characterCount(text.parse(stacked))).toBeLessThan(40);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_000);
});

test("cleaning is idempotent and leaves no invisible characters", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(fc.constantFrom("☀", "\ufe0f", "\u200d", "👩", "a", "\u0301", "\r", "\n", "\u{e0041}", "\ud800"), {
        maxLength: 40,
      })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(hostile, (given) => {
      const cleaned = cleanLines(given, 20);
      expect(cleaned.isWellFormed()).toBe(true);
      expect(cleaned.replaceAll(/\n|\u200d|\ufe0f/g, "")).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u);
      expect(cleanLines(cleaned, 20)).toBe(cleaned);
      expect(cutLine(given, 10)).not.toContain("\n");
      expect(characterCount(cutLine(given, 10))).toBeLessThanOrEqual(10);
    }),
  );
});

test("names accept letters and digits of every script", () => {
  const name = plainName(50);
  for (const good of ["Käthe", "小猫", "Жук", "Pip 2", "a_b-c", "हिन्दी", "נֹעַ", "٣"])
    expect(name.parse(good)).toBe(good);
  expect(name.parse(" Ka\u0308the\u200b\n")).toBe("Käthe");
});

test("a rejected name comes with a suggestion that works", () => {
  const refusals = (given: string) => {
    const checked = checkSchema(plainName(50), given, "name");
    return checked.valid ? [] : checked.faults.map(({ message }) => message);
  };
  const rule = "must have only letters, digits, spaces, hyphens and underscores";
  expect(refusals("O'Malley")).toEqual([`${rule}; "OMalley" would work`]);
  expect(refusals("Dr. Paws <3")).toEqual([`${rule}; "Dr Paws 3" would work`]);
  expect(refusals("🦊")).toEqual([`${rule}; "Pip" would work`]);
  expect(refusals(" - ")).toEqual(['must have a letter or a digit; "Pip" would work']);
  expect(refusals("x\u0338\u0323\u0301")).toEqual([
    expect.stringContaining("must have at most two combining marks in a row, and none at its start"),
  ]);
  expect(refusals("\u0301\u0301x")).toEqual([expect.stringContaining('none at its start; "x" would work')]);
  expect(refusals("")).toEqual(["must have at least 1 character"]);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (given) => {
      const [offered] = refusals(given).flatMap((refusal) => /"(.*)" would work/.exec(refusal)?.[1] ?? []);
      if (offered !== undefined) expect(refusals(offered)).toEqual([]);
    }),
  );
});

test("free names require a visible character", () => {
  expect(freeName(50).parse("🦊 O'Malley")).toBe("🦊 O'Malley");
  for (const empty of ["", " ", "\u3164", "\u00a0", "\u2800\u2800"])
    expect(freeName(50).safeParse(empty).success, empty).toBe(false);
});

test("a URL needs an allowed scheme and is stored in normalized form", () => {
  const url = httpsUrl(50);
  expect(url.parse("https://example.com/a")).toBe("https://example.com/a");
  expect(url.parse("HTTPS://Example.com/ä b/../c")).toBe("https://example.com/c");
  for (const wrong of ["http://example.com", "javascript:alert(1)", "//example.com", "example", "https://", 5, ""]) {
    expect(url.safeParse(wrong).success, String(wrong)).toBe(false);
  }
  for (const hidden of ["\u0000", "\ud800", "\u202e", "\n", "\u200d", "\u{e0041}", "\ue000"]) {
    for (const schema of [url, webUrl(50)]) {
      expect(schema.safeParse(`https://a.example/${hidden}x`).success, JSON.stringify(hidden)).toBe(false);
      expect(schema.safeParse(`${hidden}https://a.example/`).success, JSON.stringify(hidden)).toBe(false);
    }
  }
  expect(webUrl(50).parse("http://example.com")).toBe("http://example.com/");
});

test("a time zone is an IANA name in canonical letter case", () => {
  for (const name of ["Europe/Berlin", "UTC", "Asia/Kolkata", "Asia/Calcutta", "Etc/GMT+5", "EST5EDT"]) {
    expect(timeZone().parse(name)).toBe(name);
  }
  expect(timeZone().parse("europe/berlin")).toBe("Europe/Berlin");
  const wrong = ["+05:30", "-08", "+00:00", "2020-01-01T00:00Z[Europe/Berlin]", "2020-01-01[UTC]", "Mars/Phobos", ""];
  for (const name of wrong) expect(timeZone().safeParse(name).success, name).toBe(false);
});
