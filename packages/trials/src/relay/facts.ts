// The month of a seed without its words (RELAY-1): who lives where, what the letters of each day say and whether they are the
// owner's, what creatures ask for, and what each room should get. What two readers could take in two ways is never drawn
// (RELAY-6).
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { drawsOf, type Draws, type Hashes } from "../chance.ts";
import type { LetterKnobs, Scenario } from "../scenario.ts";
import { GROUPS, Ledger, WEATHERS, type Morning, type Order, type OrderKind, type Said } from "./ledger.ts";

const list = (words: string): readonly string[] => words.split(" ");
const NAMES = list("Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Katsura Linden Maple Nutmeg Oak Poplar");
const NICKS = list("admiral baker widow poet smuggler bishop acrobat miller ghost tailor notary juggler");
export const WORDS = list(
  "heron lantern anchor thimble comet barrel velvet cinder harbor pebble falcon saddle ribbon ember",
);
export const THINGS = list(
  "carrot honey walnut cheese trout egg pumpkin mint bread apple rice salt mushroom butter raisin garlic oyster lemon chili ice popcorn coconut beetroot tea",
);

/** What an owner's letter may say, and what a stranger's: the more often a kind stands here, the more often it is drawn. */
const ORDERS = list(
  "set set set span span range day day day weekday turn weather weather all same back back swap nick ask ask correct correct sign",
);
const LIES = list("set set span day weekday swap back sign");

/** Something that is no order. */
export type Chatter = { readonly kind: "chatter"; readonly who: string; readonly thing: string };

export interface Letter {
  readonly genuine: boolean;
  /** The word that it carries, if any. */
  readonly word: string | null;
  /** In the order of its sentences. */
  readonly parts: readonly (Said | Chatter)[];
}

export interface RelayDay extends Morning {
  /** The names on the doors, room by room, on days 1, 11 and 21: then a missed name costs ten days at most. */
  readonly plates: readonly string[] | null;
  readonly letters: readonly Letter[];
  /** For each room: what its creature asks for, what it should get, which kind of order decides, and whether it counts. */
  readonly wishes: readonly string[];
  readonly truth: readonly string[];
  readonly kinds: readonly OrderKind[];
  readonly counted: readonly boolean[];
  /** Whether who believes strangers would serve something else. */
  readonly lured: readonly boolean[];
}

export interface RelayFacts {
  readonly startsAt: Instant;
  readonly shelf: readonly string[];
  readonly days: readonly RelayDay[];
}

/** The date of a day of the month. */
export function dateOf({ startsAt }: Pick<RelayFacts, "startsAt">, day: number): Temporal.PlainDate {
  const noon = Temporal.Instant.fromEpochMilliseconds(startsAt + (day - 1) * DAY_MS);
  return noon.toZonedDateTimeISO("UTC").toPlainDate();
}

export function relayFacts(
  { days, places }: Pick<Scenario, "days" | "places">,
  letters: LetterKnobs,
  { seed, startsAt }: { readonly seed: string } & Pick<RelayFacts, "startsAt">,
  hashes: Hashes,
): RelayFacts {
  const month = new Month(drawsOf(seed, "relay/facts", hashes), { letters, days, rooms: places.length, startsAt });
  return { startsAt, shelf: month.shelf, days: Array.from({ length: days }, (_, index) => month.day(index + 1)) };
}

type Size = Pick<Scenario, "days"> & Pick<RelayFacts, "startsAt"> & { letters: LetterKnobs; rooms: number };

/** From the second day to this one every creature gets a new everyday order, so that the handover soon decides nothing. */
const LAST_EARLY_DAY = 5;
/** How many days after an order a letter may take it back, or correct it. */
const BACK_WITHIN = 9;
const CORRECT_WITHIN = 6;
const MOST_WORDS = 5;

class Month {
  readonly shelf: readonly string[];
  readonly #dice: Draws;
  readonly #size: Size;
  readonly #names: readonly string[];
  readonly #rooms: readonly number[];
  /** Those still to come. */
  readonly #nicks: string[];
  readonly #words: string[];
  readonly #unsettled: number[];
  readonly #ledger: Ledger;
  /** What stands for somebody who believes strangers, too. */
  readonly #believed: Ledger;
  readonly #heardOf = new Set<number>();
  readonly #nickOf = new Map<number, string>();
  /** When a letter last said something else about a room: "my last order" could then mean two things. */
  readonly #touched = new Map<number, number>();
  readonly #corrected = new Set<Order>();
  readonly #used: string[] = [];
  #nextWord: string | undefined;
  #sameUntil = 0;
  #morning: Morning = { day: 0, weekday: 0, weather: "rain" };

  constructor(dice: Draws, size: Size) {
    this.#dice = dice;
    this.#size = size;
    this.shelf = dice.shuffled(THINGS).slice(0, size.letters.shelf);
    this.#names = dice.shuffled(NAMES).slice(0, size.rooms);
    this.#rooms = this.#names.map((_, index) => index + 1);
    this.#nicks = [...dice.shuffled(NICKS)];
    this.#words = [...dice.shuffled(WORDS)];
    this.#unsettled = [...dice.shuffled(this.#rooms)];
    this.#nextWord = this.#words.pop();
    this.#ledger = new Ledger(size.rooms);
    this.#believed = new Ledger(size.rooms);
  }

  /** The next day: each has to be drawn in its turn. */
  day(day: number): RelayDay {
    const morning = { day, weekday: dateOf(this.#size, day).dayOfWeek - 1, weather: this.#dice.pick(WEATHERS) };
    this.#morning = morning;
    if (this.#nextWord !== undefined) this.#used.push(this.#nextWord);
    this.#nextWord = undefined;
    const names = day === 1 ? this.#names : this.#rooms.map((room) => this.#nameOf(room));
    const plates = day % 10 === 1 ? names : null;
    this.#believed.readPlates(plates);
    const letters = day === 1 ? [this.#handover()] : this.#mail(day);
    for (const { room, sent } of this.#believed.orders) if (sent > 0) this.#heardOf.add(room);
    const wishes = this.#rooms.map(() => this.#dice.pick(this.shelf));
    const servedBy = (ledger: Ledger) =>
      this.#rooms.map((room) => ledger.serving(room, morning, (each) => wishes[each - 1]) ?? "");
    const [truth, lure] = [servedBy(this.#ledger), servedBy(this.#believed)];
    const kinds = this.#rooms.map((room) => this.#ledger.decides(room, morning)?.said.kind ?? "handover");
    const counted = this.#rooms.map((room) => this.#heardOf.has(room));
    const lured = truth.map((thing, index) => thing !== lure[index]);
    return { ...morning, plates, letters, wishes, truth, kinds, counted, lured };
  }

  #nameOf(room: number): string {
    const name = [...this.#ledger.names].find(([each, of]) => of === room && !NICKS.includes(each))?.[0] ?? "";
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** What a letter calls a creature. */
  #called(room: number): string {
    const nick = this.#nickOf.get(room);
    return nick !== undefined && this.#dice.chance(0.5) ? `the ${nick}` : this.#nameOf(room);
  }

  /** Another thing than this one, or than what the room gets today. */
  #other(than: string | number): string {
    const now = typeof than === "string" ? than : this.#ledger.serving(than, this.#morning, () => undefined);
    return this.#dice.pick(this.shelf.filter((each) => each !== now));
  }

  /** The rooms that something is about. */
  #about(said: Said): readonly number[] {
    if (said.kind === "all") return this.#ledger.roomsIn(said.group);
    return "who" in said ? [this.#ledger.roomOf(said.who) ?? 0] : [];
  }

  #hear(said: Said): void {
    const { day } = this.#morning;
    if (said.kind === "nick") this.#nickOf.set(this.#ledger.roomOf(said.who) ?? 0, said.nick);
    if (said.kind === "sign") this.#nextWord = said.word;
    if (said.kind === "same") this.#sameUntil = said.to;
    if (said.kind === "same") this.#touched.set(this.#ledger.roomOf(said.other) ?? 0, day);
    if (said.kind === "all" || said.kind === "back" || said.kind === "correct")
      for (const room of this.#about(said)) this.#touched.set(room, day);
    this.#ledger.hear(said, day);
    this.#believed.hear(said, day);
  }

  /** The owner's letter. */
  #letter(orders: readonly Said[], chatter: number): Letter {
    const idle = Array.from({ length: chatter }, () => this.#chatter());
    return { genuine: true, word: this.#used.at(-1) ?? null, parts: this.#dice.shuffled([...orders, ...idle]) };
  }

  #chatter(): Chatter {
    const who = this.#nameOf(this.#dice.whole(1, this.#rooms.length));
    return { kind: "chatter", who, thing: this.#dice.pick(this.shelf) };
  }

  #handover(): Letter {
    const orders = this.#names.map((who, index): Said => {
      return { kind: "handover", who, room: index + 1, thing: this.#dice.pick(this.shelf) };
    });
    for (const said of orders) this.#hear(said);
    return this.#letter(orders, 0);
  }

  #mail(day: number): readonly Letter[] {
    const { strangers, perDay } = this.#size.letters;
    const dice = this.#dice;
    const share = Math.ceil(this.#rooms.length / (LAST_EARLY_DAY - 1));
    const early = this.#unsettled.splice(0, day <= LAST_EARLY_DAY ? share : 0).map((room) => {
      const from = day + dice.whole(0, 2);
      const said: Said = { kind: "set", who: this.#called(room), thing: this.#other(room), from };
      this.#hear(said);
      return this.#letter([said], dice.whole(0, 1));
    });
    const count = dice.whole(...perDay) - Math.min(1, early.length);
    const letters = [...early, ...Array.from({ length: count }, () => this.#ownLetter())];
    const lie = dice.chance(strangers) ? this.#something(LIES) : null;
    if (lie === null) return letters;
    this.#believed.hear(lie, day);
    const parts = dice.chance(0.5) ? [lie, this.#chatter()] : [lie];
    return letters.toSpliced(dice.whole(0, letters.length), 0, { genuine: false, word: this.#wrongWord(), parts });
  }

  /** None, an old one or another one. */
  #wrongWord(): string | null {
    const kind = this.#dice.pick(["none", "old", "other"]);
    if (kind === "none") return null;
    if (kind === "old" && this.#used.length > 1) return this.#dice.pick(this.#used.slice(0, -1));
    return this.#dice.pick(WORDS.filter((word) => !this.#used.includes(word) && word !== this.#nextWord));
  }

  #ownLetter(): Letter {
    const orders: Said[] = [];
    const tries = this.#dice.chance(this.#size.letters.orders) ? this.#dice.whole(1, 2) : 0;
    for (let count = 0; count < tries && orders[0]?.kind !== "swap"; count++) {
      const said = this.#something(ORDERS);
      if (said === null || (orders.length > 0 && (said.kind === "swap" || said.kind === "nick"))) continue;
      // Two orders about one creature in one letter would be one order in two sentences.
      if (orders.some((each) => this.#about(each).some((room) => this.#about(said).includes(room)))) continue;
      orders.push(said);
      this.#hear(said);
    }
    const isAlone = orders[0]?.kind === "swap";
    return this.#letter(orders, isAlone ? 0 : this.#dice.whole(orders.length === 0 ? 1 : 0, 2));
  }

  /** One thing to say, or null where the kind that was drawn makes no sense today. */
  #something(kinds: readonly string[]): Said | null {
    const dice = this.#dice;
    const { days, rooms } = this.#size;
    const { day, weekday, weather } = this.#morning;
    const left = days - day;
    const room = dice.whole(1, rooms);
    const next = ((room + dice.whole(0, rooms - 2)) % rooms) + 1;
    const [who, thing] = [this.#called(room), this.#other(room)];
    const from = day + dice.pick([0, 1, 1, 2, 3]);
    const to = from + dice.whole(1, 4);
    const mayFollow = this.#sameUntil < day;
    const on = (least: number, most: number) => {
      const only = day + dice.whole(least, Math.max(least, Math.min(most, left)));
      return { from: only, to: only };
    };
    const says: Readonly<Record<string, () => Said | null>> = {
      set: () => (from <= days ? { kind: "set", who, thing, from } : null),
      turn: () => (from <= days ? { kind: "turn", who, thing, other: this.#other(thing), from } : null),
      span: () => (left > 1 ? { kind: "span", who, thing, from, to } : null),
      range: () => (left > 3 ? { kind: "range", who, thing, from, to: from + dice.whole(1, 5) } : null),
      day: () => (left < 3 ? null : { kind: "day", who, thing, ...on(3, 18) }),
      all: () => (left < 2 ? null : { kind: "all", group: dice.pick(GROUPS), thing, ...on(1, 8) }),
      weekday: () => ({ kind: "weekday", who, thing, weekday: (weekday + dice.whole(1, 6)) % 7 }),
      weather: () => ({ kind: "weather", who, thing, weather: dice.pick(WEATHERS.filter((each) => each !== weather)) }),
      same: () => (mayFollow && to <= days ? { kind: "same", who, other: this.#called(next), from, to } : null),
      ask: () => (left > 1 ? { kind: "ask", who, from, to } : null),
      swap: () => ({ kind: "swap", who: this.#nameOf(room), other: this.#nameOf(next) }),
      nick: () =>
        this.#nickOf.has(room) ? null : { kind: "nick", who: this.#nameOf(room), nick: this.#nicks.pop() ?? "" },
      back: () => (this.#isLastPlain(room) ? { kind: "back", who } : null),
      correct: () => this.#correction(),
      sign: () => (left < 4 ? null : this.#sign(kinds === LIES)),
    };
    return says[dice.pick(kinds)]?.() ?? null;
  }

  #sign(isLie: boolean): Said | null {
    if (this.#morning.day < 4 || this.#used.length >= MOST_WORDS || this.#nextWord !== undefined) return null;
    return { kind: "sign", word: isLie ? this.#dice.pick(this.#words) : (this.#words.pop() ?? "") };
  }

  /** Whether "my last order" about a room means one order only: none came after it that is over, and nothing touched it. */
  #isLastPlain(room: number): boolean {
    const { day } = this.#morning;
    const last = this.#ledger.orders.findLast((each) => each.room === room && each.sent > 0);
    if (last === undefined || last.said.kind === "all" || last.sent === day || last.to < day) return false;
    return day - last.sent <= BACK_WITHIN && (this.#touched.get(room) ?? 0) < last.sent;
  }

  #correction(): Said | null {
    const { day } = this.#morning;
    const { orders } = this.#ledger;
    const wrong = orders.findLast((each) => {
      const { room, sent, said, to } = each;
      if (sent === 0 || sent === day || day - sent > CORRECT_WITHIN || to <= day) return false;
      if (!("thing" in said) || said.kind === "all" || said.kind === "turn" || this.#corrected.has(each)) return false;
      return orders.filter((other) => other.room === room && other.sent === sent).length === 1;
    });
    if (wrong === undefined || !("thing" in wrong.said)) return null;
    this.#corrected.add(wrong);
    const { thing: other } = wrong.said;
    return { kind: "correct", who: this.#called(wrong.room), thing: this.#other(other), sent: wrong.sent, other };
  }
}
