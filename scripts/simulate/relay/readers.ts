// Scripts that read letters by patterns: a book turned around, every template as a regular expression, and guesses by words as
// somebody would write them who has seen a few letters. A book must not be readable by either.
import type { Book } from "@denkeeper/trials/relay/book.ts";
import type { RelayFacts } from "@denkeeper/trials/relay/facts.ts";
import { GROUPS, Ledger, WEATHERS, WEEKDAYS, type Said } from "@denkeeper/trials/relay/ledger.ts";
import { INTENTS, listOf } from "./book-form.ts";
import { NUMBERS, ORDINALS, type RelayPage } from "@denkeeper/trials/relay/telling.ts";

interface Rule {
  readonly intent: Said["kind"] | "chatter";
  readonly regex: RegExp;
  readonly slots: readonly string[];
  readonly book: Book;
}

const KINDS = [...INTENTS.map(([name]) => name), "chatter"] as const;
const rulesOf = new WeakMap<Book, readonly Rule[]>();

/** Every template of a book as a regular expression, the longest first: a short one may be a part of it. */
function compiled(book: Book): readonly Rule[] {
  const known = rulesOf.get(book);
  if (known !== undefined) return known;
  const texts = (...names: readonly string[]) => names.flatMap((name) => listOf(book, name));
  const on = texts("onRelative", "onWeekday", "onDate");
  const phrases = { from: texts("from"), until: texts("until"), count: texts("count"), on };
  const rules = KINDS.flatMap((intent) =>
    listOf(book, intent).flatMap((template) => {
      let variants = [template];
      for (const [slot, words] of Object.entries(phrases))
        variants = variants.flatMap((variant) =>
          variant.includes(`{${slot}}`)
            ? words.map((word) => variant.replace(`{${slot}}`, word.replace("{d}", `{${slot}D}`)))
            : [variant],
        );
      return variants.map((variant) => ruleOf(intent, variant, book));
    }),
  ).toSorted((a, b) => b.regex.source.length - a.regex.source.length);
  rulesOf.set(book, rules);
  return rules;
}

function ruleOf(intent: Rule["intent"], variant: string, book: Book): Rule {
  const slots: string[] = [];
  const source = variant.split(/(\{\w+\})/).map((part) => {
    const slot = /^\{(\w+)\}$/.exec(part)?.[1];
    if (slot === undefined) return part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
    slots.push(slot);
    if (slot === "X" || slot === "Y") return "((?:the )?[A-Za-z]+)";
    if (slot.endsWith("D") || slot === "L") return "([^.,;:?!]+?)";
    if (slot === "G") return `(${GROUPS.join("|")})`;
    return slot === "R" ? String.raw`(\d+)` : "([A-Za-z]+)";
  });
  return { intent, slots, book, regex: new RegExp(`(?:^|(?<=[.!?:,] ))${source.join("")}`, "gi") };
}

const dayOfMonth = ({ date }: RelayPage, after: number): number =>
  Temporal.PlainDate.from(date).add({ days: after }).day;
const weekdayIn = (text: string): number => WEEKDAYS.findIndex((day) => text.toLowerCase().includes(day.toLowerCase()));
const todayIs = ({ weekday }: RelayPage): number => weekdayIn(weekday);

/** A day as anybody might write it: what lies ahead, or with `back` behind. */
function dayIn(text: string, page: RelayPage, back = false): number | undefined {
  const sign = back ? -1 : 1;
  if (!back && /day after tomorrow|two (?:mornings|sleeps|days)/i.test(text)) return page.day + 2;
  if (!back && /tomorrow|next (?:sunrise|morning|day)|morning after|day after this/i.test(text)) return page.day + 1;
  if (!back && /today|this very day|day you read/i.test(text)) return page.day;
  const weekday = weekdayIn(text);
  if (weekday >= 0) return page.day + sign * ((sign * (weekday - todayIs(page)) + 7) % 7 || 7);
  const digits = /\b(\d+)(?:st|nd|rd|th)\b/.exec(text)?.[1] ?? /day (\d+) of/i.exec(text)?.[1];
  const spelled = ORDINALS.findLastIndex((word, index) => index > 0 && new RegExp(`\\b${word}\\b`, "i").test(text));
  const wanted = Number(digits ?? spelled);
  const after = Array.from({ length: 32 }, (_, days) => sign * days).find((days) => dayOfMonth(page, days) === wanted);
  return after === undefined ? undefined : page.day + after;
}

/** A day in the very words of a book. */
function dayBy(text: string, page: RelayPage, book: Book): number | undefined {
  const forms = ["today", "tomorrow", "dayAfterTomorrow"];
  const after = forms.findIndex((form) => listOf(book, form).includes(text.toLowerCase()));
  return after >= 0 ? page.day + after : dayIn(text, page);
}

type Values = Readonly<Record<string, string>>;

function saidBy({ intent, book }: Rule, values: Values, page: RelayPage): Said | null {
  const who = values["X"] ?? "";
  const [thing, other] = [(values["I"] ?? "").toLowerCase(), (values["J"] ?? "").toLowerCase()];
  const from = dayBy(values["fromD"] ?? values["onD"] ?? "", page, book) ?? page.day;
  const number = NUMBERS.findIndex((word) => word === (values["n"] ?? "").toLowerCase());
  const to = from + Math.max(1, number) - 1;
  switch (intent) {
    case "chatter":
      return null;
    case "handover":
      return { kind: intent, who, room: Number(values["R"]), thing };
    case "set":
      return { kind: intent, who, thing, from };
    case "turn":
      return { kind: intent, who, thing, other, from };
    case "span":
      return { kind: intent, who, thing, from, to };
    case "range":
      return { kind: intent, who, thing, from, to: dayBy(values["untilD"] ?? "", page, book) ?? from };
    case "day":
      return { kind: intent, who, thing, from, to: from };
    case "all": {
      const group = GROUPS.find((each) => each === (values["G"] ?? "").toLowerCase());
      return group === undefined ? null : { kind: intent, group, thing, from, to: from };
    }
    case "weekday":
      return { kind: intent, who, thing, weekday: weekdayIn(values["W"] ?? "") };
    case "weather": {
      const weather = WEATHERS.find((each) => each === (values["C"] ?? "").toLowerCase());
      return weather === undefined ? null : { kind: intent, who, thing, weather };
    }
    case "same":
      return { kind: intent, who, other: values["Y"] ?? "", from, to };
    case "ask":
      return { kind: intent, who, from, to };
    case "back":
      return { kind: intent, who };
    case "swap":
      return { kind: intent, who, other: values["Y"] ?? "" };
    case "nick":
      return { kind: intent, who, nick: values["K"] ?? "" };
    case "sign":
      return { kind: intent, word: (values["S"] ?? "").toLowerCase() };
    case "correct":
      return { kind: intent, who, thing, other, sent: dayIn(values["L"] ?? "", page, true) ?? 0 };
  }
}

/** Those of the words that a sentence has, in its order. */
function wordsIn(sentence: string, words: readonly string[]): readonly string[] {
  return words
    .map((word) => ({ word, at: sentence.toLowerCase().search(new RegExp(`\\b${word}\\b`)) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ word }) => word);
}

const NO_NAME =
  /^(?:In|For|Give|Room|Door|The|Behind|You|As|I|Nothing|Please|Number|Knock|Whoever|A|Take|They|Last|Food)$/;
const IDLE =
  /\b(?:dreamt|dream|nonsense|years ago|cheaper|nearly|was it you|neighbor|would|had we|there was a time|traveler|says|thought better|holidays|not in this house|used to|once|perhaps|peddler|crossed|wondering)\b/i;

/** Guesses what a sentence of the first letter says. */
function guessedHandover(sentence: string, page: RelayPage): Said | null {
  const room = /\b(?:room|door|number) (\d)/i.exec(sentence)?.[1];
  const [thing] = wordsIn(sentence, page.shelf);
  const who = [...sentence.matchAll(/\b[A-Z][a-z]+\b/g)]
    .map(([word]) => word)
    .find((word) => !NO_NAME.test(word) && !page.shelf.includes(word.toLowerCase()));
  return room && who && thing ? { kind: "handover", who, room: Number(room), thing } : null;
}

/** Guesses by words, without a book. */
function guessed(sentence: string, page: RelayPage, ledger: Ledger): Said | null {
  if (page.day === 1) return guessedHandover(sentence, page);
  const [who, other] = wordsIn(sentence, [...ledger.names.keys()]);
  const [thing, second] = wordsIn(sentence, page.shelf);
  const word = /(?:word|password|close with|trust|learn)\b.*?\b([a-z]{4,12})\b(?: by heart| takes)?[.:]?$/i.exec(
    sentence,
  )?.[1];
  const isSign =
    /tomorrow|sunrise|dawn|tonight|new|morning|midnight/i.test(sentence) && /word|close with/i.test(sentence);
  if (who === undefined && thing === undefined && isSign && word) return { kind: "sign", word: word.toLowerCase() };
  const from = dayIn(sentence, page) ?? page.day;
  const group = GROUPS.find((each) => sentence.toLowerCase().includes(each));
  if (group && thing) return { kind: "all", group, thing, from, to: from };
  if (who === undefined || IDLE.test(sentence)) return null;
  const number = NUMBERS.findIndex(
    (each, index) => index > 0 && new RegExp(`\\b${each} (?:days|mornings|servings|times)`, "i").test(sentence),
  );
  const to = from + Math.max(1, number) - 1;
  if (other && !thing && /\bname/i.test(sentence)) return { kind: "swap", who, other };
  if (other && /same|whatever|as .* does|share|alike|likewise|like|copy|follow/i.test(sentence))
    return { kind: "same", who, other, from, to };
  if (thing === undefined) return guessedWithoutThing(sentence, who, from, to);
  if (second && /turn|alternate|one day|switch|pendulum|followed|rhythm/i.test(sentence))
    return { kind: "turn", who, thing, other: second, from };
  if (second && /meant|wrong|should|slip|mistake|correct/i.test(sentence))
    return { kind: "correct", who, thing, other: second, sent: dayIn(sentence, page, true) ?? 0 };
  const weekday = WEEKDAYS.findIndex((day) =>
    new RegExp(`(?:every|each|no) ${day}|${day}s\\b|as it is ${day}|make ${day}`, "i").test(sentence),
  );
  if (weekday >= 0) return { kind: "weekday", who, thing, weekday };
  const weather = WEATHERS.find((each) => new RegExp(`\\b${each}\\b`, "i").test(sentence));
  if (weather) return { kind: "weather", who, thing, weather };
  if (number > 0) return { kind: "span", who, thing, from, to };
  return guessedDays(sentence, page, who, thing);
}

function guessedWithoutThing(sentence: string, who: string, from: number, to: number): Said | null {
  if (/forget|cancel|take back|strike|void|undo|never read|withdraw|last order/i.test(sentence))
    return { kind: "back", who };
  const nick = /\bthe ([a-z]+)\b/i.exec(sentence)?.[1];
  if (/\bcall|mean|my name for|in my letters|title/i.test(sentence) && nick) return { kind: "nick", who, nick };
  if (/ask|choose|wish|listen|judge|menu|own words|say|crav/i.test(sentence)) return { kind: "ask", who, from, to };
  return null;
}

function guessedDays(sentence: string, page: RelayPage, who: string, thing: string): Said {
  const until = /(?:up to and including|through|until|last time|no more after|ending with)\s+(.+?)[.,;]/i.exec(
    sentence,
  )?.[1];
  const last = until === undefined ? undefined : dayIn(until, page);
  const day = dayIn(sentence, page);
  const from = dayIn(sentence.replace(until ?? "", ""), page) ?? page.day;
  if (last !== undefined) return { kind: "range", who, thing, from, to: last };
  const isOnce = /birthday|only|once|promise|forget|portrait|painted|year older|exception|my word|that day|single/i;
  if (day !== undefined && isOnce.test(sentence)) return { kind: "day", who, thing, from: day, to: day };
  return { kind: "set", who, thing, from: day ?? page.day };
}

interface Found {
  readonly at: number;
  readonly end: number;
  readonly said: Said | null;
}

/** What the rules find in a letter. */
function foundIn(text: string, rules: readonly Rule[], page: RelayPage, ledger: Ledger): Found[] {
  const found: Found[] = [];
  for (const rule of rules)
    for (const match of text.matchAll(rule.regex)) {
      const [at, end] = [match.index, match.index + match[0].length];
      if (found.some((each) => at < each.end && each.at < end)) continue;
      const values = Object.fromEntries(rule.slots.map((slot, index) => [slot, match[index + 1] ?? ""]));
      const isThing = values["I"] === undefined || page.shelf.includes(values["I"].toLowerCase());
      const isKnown = values["X"] === undefined || page.day === 1 || ledger.roomOf(values["X"]) !== undefined;
      if (isThing && isKnown) found.push({ at, end, said: saidBy(rule, values, page) });
    }
  return found;
}

interface Ways {
  /** Books whose descriptions of things are known. */
  readonly published: readonly Book[];
  readonly compiles: readonly Book[];
  readonly guesses: boolean;
}

/** Reads every letter that carries the word that it takes to be the owner's. It is told the first one. */
export function reader(facts: RelayFacts, { published, compiles, guesses }: Ways) {
  const rules = compiles.flatMap(compiled);
  const ledger = new Ledger(facts.days[0]?.truth.length ?? 0);
  let word = facts.days[0]?.letters[0]?.word ?? "";
  let next = word;
  const asked = (page: RelayPage, room: number) => {
    const says = (page.rooms[room - 1]?.says ?? "").toLowerCase();
    const known = (thing: string) => published.flatMap((book) => listOf(book, thing)).map((each) => each.toLowerCase());
    const shared = (thing: string) =>
      known(thing).flatMap((each) => each.split(" ").filter((part) => part.length > 4 && says.includes(part))).length;
    return (
      page.shelf.find((thing) => known(thing).some((each) => says.includes(each))) ??
      page.shelf.toSorted((a, b) => shared(b) - shared(a))[0]
    );
  };
  return (page: RelayPage): readonly (string | null)[] => {
    word = next;
    ledger.readPlates(
      page.rooms.every(({ name }) => name !== undefined) ? page.rooms.map(({ name }) => name ?? "") : null,
    );
    for (const text of page.letters) {
      if (!new RegExp(`\\b${word}\\b`, "i").test(text)) continue;
      const found = foundIn(text, rules, page, ledger);
      let rest = text;
      for (const { at, end } of found) rest = rest.slice(0, at) + "#".repeat(end - at) + rest.slice(end);
      let at = 0;
      for (const sentence of guesses ? rest.split(/(?<=[.!?])\s+/) : []) {
        if (!sentence.includes("######")) found.push({ at, end: 0, said: guessed(sentence, page, ledger) });
        at += sentence.length + 1;
      }
      for (const { said } of found.toSorted((a, b) => a.at - b.at)) {
        if (said?.kind === "sign") next = said.word;
        else if (said !== null) ledger.hear(said, page.day);
      }
    }
    const weekday = todayIs(page);
    const morning = { day: page.day, weekday, weather: page.weather };
    return page.rooms.map(
      ({ room }) => ledger.serving(room, morning, (each) => asked(page, each)) ?? page.shelf[0] ?? null,
    );
  };
}
