// What stands in a house of letters: who is called what, and which order decides what each room gets (RELAY-2). The same ledger
// gives the truth and serves keepers that read.

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const WEATHERS = ["rain", "fog", "snow", "sunshine", "wind"] as const;
export const GROUPS = ["the lower rooms", "the upper rooms", "all rooms"] as const;
export type Weather = (typeof WEATHERS)[number];
export type Group = (typeof GROUPS)[number];

/** Creatures by the words of the letter. Days are counted from 1, weekdays from Monday, which is 0. */
type About = { readonly who: string };
type OfThing = About & { readonly thing: string };
type Days = { readonly from: number; readonly to: number };

/** What a sentence says. */
export type Said =
  | (OfThing & { readonly kind: "handover"; readonly room: number })
  | (OfThing & { readonly kind: "set"; readonly from: number })
  /** One thing and the other by turns, day by day. */
  | (OfThing & { readonly kind: "turn"; readonly from: number; readonly other: string })
  | (OfThing & { readonly kind: "weekday"; readonly weekday: number })
  | (OfThing & { readonly kind: "weather"; readonly weather: Weather })
  | (OfThing & Days & { readonly kind: "span" | "range" | "day" })
  | (Days & { readonly kind: "all"; readonly group: Group; readonly thing: string })
  /** The same as another creature. */
  | (About & Days & { readonly kind: "same"; readonly other: string })
  /** What it asks for. */
  | (About & Days & { readonly kind: "ask" })
  | (About & { readonly kind: "back" })
  /** The order of a day, `sent`, should have named this thing, not `other`. */
  | (OfThing & { readonly kind: "correct"; readonly sent: number; readonly other: string })
  | (About & { readonly kind: "swap"; readonly other: string })
  | (About & { readonly kind: "nick"; readonly nick: string })
  | { readonly kind: "sign"; readonly word: string };

/** Everyday orders, orders on a condition, orders for days: a later tier goes before an earlier one. */
const [EVERYDAY, ON_CONDITION] = [
  { handover: 1, set: 1, turn: 1 },
  { weekday: 2, weather: 2 },
];
const TIER = { ...EVERYDAY, ...ON_CONDITION, span: 3, range: 3, day: 3, all: 3, same: 3, ask: 3 };
export type OrderKind = keyof typeof TIER;
type Ordered = Extract<Said, { kind: OrderKind }>;

export interface Order extends Days {
  readonly room: number;
  /** The day of its letter. */
  readonly sent: number;
  said: Ordered;
  /** The other creature's room, where the order names one. */
  readonly of: number;
}

export interface Morning {
  readonly day: number;
  readonly weekday: number;
  readonly weather: Weather;
}

/** How often "the same as" may lead on. */
const MOST_STEPS = 4;

export class Ledger {
  /** Rooms by name, in lower case. */
  readonly names = new Map<string, number>();
  /** In the order of the letters. */
  orders: Order[] = [];
  readonly #rooms: readonly number[];

  constructor(rooms: number) {
    this.#rooms = Array.from({ length: rooms }, (_, index) => index + 1);
  }

  roomOf(name: string): number | undefined {
    return this.names.get(bare(name));
  }

  roomsIn(group: Group): readonly number[] {
    const half = this.#rooms.length / 2;
    return this.#rooms.filter((room) => group === "all rooms" || room > half === (group === "the upper rooms"));
  }

  /** The plates on the doors. */
  readPlates(plates: readonly string[] | null): void {
    for (const [index, name] of plates?.entries() ?? []) this.names.set(bare(name), index + 1);
  }

  hear(said: Said, today: number): void {
    if (said.kind === "sign") return;
    if (said.kind === "handover") this.names.set(bare(said.who), said.room);
    const rooms = said.kind === "all" ? this.roomsIn(said.group) : [this.roomOf(said.who) ?? 0];
    const other = "other" in said ? (this.roomOf(said.other) ?? 0) : 0;
    for (const room of rooms) if (room > 0) this.#take(said, room, other, today);
  }

  /** Something about a room. `of`: that of the other creature, or 0. */
  #take(said: Exclude<Said, { kind: "sign" }>, room: number, of: number, today: number): void {
    if (said.kind === "nick") this.names.set(bare(said.nick), room);
    else if (said.kind === "swap") {
      if (of > 0) this.names.set(bare(said.who), of).set(bare(said.other), room);
    } else if (said.kind === "back") {
      const last = this.orders.findLast((each) => each.room === room && each.sent > 0 && each.to >= today);
      this.orders = this.orders.filter((each) => each !== last);
    } else if (said.kind === "correct") {
      const wrong = this.orders.findLast((each) => each.room === room && each.sent === said.sent);
      if (wrong !== undefined && "thing" in wrong.said) wrong.said = { ...wrong.said, thing: said.thing };
    } else if (said.kind !== "same" || of > 0) {
      const from = "from" in said ? said.from : today;
      const sent = said.kind === "handover" ? 0 : today;
      this.orders.push({ room, sent, said, from, to: "to" in said ? said.to : Infinity, of });
    }
  }

  decides(room: number, morning: Morning): Order | undefined {
    const { day } = morning;
    const own = this.orders.filter((each) => each.room === room && each.from <= day && day <= each.to);
    const everyday = own.findLastIndex(({ said: { kind } }) => TIER[kind] === 1);
    return own
      .filter(({ said }, index) => TIER[said.kind] !== 2 || (index > everyday && holds(said, morning)))
      .toSorted((a, b) => TIER[a.said.kind] - TIER[b.said.kind])
      .at(-1);
  }

  /** What a room gets. `wished`: what its creature asks for. */
  serving(
    room: number,
    morning: Morning,
    wished: (room: number) => string | undefined,
    steps = MOST_STEPS,
  ): string | undefined {
    const order = this.decides(room, morning);
    if (order === undefined || steps === 0) return undefined;
    const { said, from, of } = order;
    if (said.kind === "ask") return wished(room);
    if (said.kind === "same") return this.serving(of, morning, wished, steps - 1);
    return said.kind === "turn" && (morning.day - from) % 2 === 1 ? said.other : said.thing;
  }
}

function holds(said: Ordered, { weekday, weather }: Morning): boolean {
  return said.kind === "weekday" ? said.weekday === weekday : said.kind === "weather" && said.weather === weather;
}

function bare(name: string): string {
  return name.replace(/^the /i, "").toLowerCase();
}
