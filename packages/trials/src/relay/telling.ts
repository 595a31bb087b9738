// A morning's page: the facts of a day in the words of a book (RELAY-1). It follows from the seed, the book and that day's facts
// alone, so no page holds a letter of another day.
import { drawsOf, shuffled, type Draws, type Hashes } from "../chance.ts";
import type { Draw } from "../draw.ts";
import type { Book } from "./book.ts";
import { dateOf, type Chatter, type Letter, type RelayFacts } from "./facts.ts";
import { WEEKDAYS, type Said, type Weather } from "./ledger.ts";

export interface RelayPage {
  readonly day: number;
  readonly of: number;
  readonly weekday: string;
  readonly date: string;
  readonly weather: Weather;
  readonly shelf: readonly string[];
  /** With the name where the door has a plate. */
  readonly rooms: readonly { room: number; creature_id: string; says: string; name?: string | undefined }[];
  readonly letters: readonly string[];
}

export const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six"] as const;
export const ORDINALS: readonly string[] =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(
    " ",
  );

/** How many templates of an intent a run uses: one run shows little of a book. */
const TEMPLATES_A_RUN = 4;

/** The templates of an intent that the run of a seed uses. */
export function templatesOf(book: Book, kind: Said["kind"], seed: string, hashes: Hashes): readonly string[] {
  return shuffled(seed, `relay/templates/${book.name}/${kind}`, book.lists[kind] ?? [], hashes).slice(
    0,
    TEMPLATES_A_RUN,
  );
}

export function relayPage(
  facts: RelayFacts,
  today: number,
  book: Book,
  { seed, adoptions }: Pick<Draw, "seed" | "adoptions">,
  hashes: Hashes,
): RelayPage {
  const day = facts.days[today - 1];
  if (day === undefined) throw new Error(`there is no day ${today}`);
  const dice = drawsOf(seed, `relay/words/${book.name}/${today}`, hashes);
  const teller: Teller = {
    facts,
    today,
    dice,
    say: (list, slots = {}) => filled(dice.pick(book.lists[list] ?? []), slots),
    order: (kind, slots) => filled(dice.pick(templatesOf(book, kind, seed, hashes)), slots),
  };
  const letters = day.letters.map((letter) => letterText(teller, letter));
  const rooms = adoptions.map(({ id }, index) => {
    const says = capital(teller.say("says", { desc: teller.say(day.wishes[index] ?? "") }));
    const name = day.plates?.[index];
    return { room: index + 1, creature_id: id, says, ...(name === undefined ? {} : { name }) };
  });
  const { weather } = day;
  const [weekday, date] = [WEEKDAYS[day.weekday] ?? "", dateOf(facts, today).toString()];
  return { day: today, of: facts.days.length, weekday, date, weather, shelf: facts.shelf, rooms, letters };
}

type Slots = Readonly<Record<string, string>>;

interface Teller {
  readonly facts: RelayFacts;
  readonly today: number;
  readonly dice: Draws;
  /** A text of a list, filled in. */
  readonly say: (list: string, slots?: Slots) => string;
  /** A template of those that this run uses. */
  readonly order: (kind: Said["kind"], slots: Slots) => string;
}

function letterText(teller: Teller, { word, parts }: Letter): string {
  const { say, order } = teller;
  const body = parts.map((part) =>
    part.kind === "chatter" ? say("chatter", slotsOf(teller, part)) : order(part.kind, slotsOf(teller, part)),
  );
  const end = word === null ? say("closeWithout") : say("close", { S: word });
  return [say("open"), ...body, end].map(capital).join(" ");
}

/** Everything that a template may have in braces, as far as the sentence has it. */
function slotsOf(teller: Teller, said: Said | Chatter): Slots {
  const { facts, say } = teller;
  const fields = new Map<string, string | number>(Object.entries(said));
  const field = (name: string) => String(fields.get(name) ?? "");
  const names = { X: field("who"), I: field("thing"), Y: field("other"), J: field("other"), R: field("room") };
  const words = { C: field("weather"), G: field("group"), K: field("nick"), S: field("word") };
  const weekday = said.kind === "weekday" ? { W: WEEKDAYS[said.weekday] ?? "" } : {};
  const letter = said.kind === "correct" ? { L: say("letterOf", dateSlots(facts, said.sent)) } : {};
  const slots = { ...names, ...words, ...weekday, ...letter };
  if (!("from" in said)) return slots;
  const starts = dayWords(teller, said.from);
  const from = { from: say("from", { d: starts.text }), on: say(starts.on, { d: starts.text }) };
  if (!("to" in said)) return { ...slots, ...from };
  const count = say("count", { n: NUMBERS[said.to - said.from + 1] ?? "" });
  return { ...slots, ...from, count, until: say("until", { d: dayWords(teller, said.to).text }) };
}

/** A day as the owner writes it: by what lies between, its weekday or its date. `on`: the list that puts it after a preposition. */
function dayWords({ facts, today, dice, say }: Teller, day: number): { readonly text: string; readonly on: string } {
  const relative = ["today", "tomorrow", "dayAfterTomorrow"][day - today];
  if (relative !== undefined && (day === today || dice.chance(0.5))) return { text: say(relative), on: "onRelative" };
  const isWeekday = day - today <= 6 && dice.chance(0.5);
  const text = say(isWeekday ? "weekdayForm" : "dateForm", dateSlots(facts, day));
  return { text, on: isWeekday ? "onWeekday" : "onDate" };
}

function dateSlots(facts: RelayFacts, of: number): Slots {
  const { day, dayOfWeek } = dateOf(facts, of);
  const ending = Math.floor(day / 10) === 1 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return { w: WEEKDAYS[dayOfWeek - 1] ?? "", th: `${day}${ending}`, num: String(day), ordinal: ORDINALS[day] ?? "" };
}

export function filled(text: string, slots: Slots): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, slot: string) => slots[slot] ?? all);
}

/** Sentences start with a capital letter, whatever word comes first. */
function capital(text: string): string {
  return text.replaceAll(/(^|[.!?] )([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
}
