// The baselines of letters: the oracle, the oracle with one ability taken away, and those who read nothing. Those who read by
// patterns are in readers.ts.
import { diceOf } from "@denkeeper/trials/chance.ts";
import type { Book } from "@denkeeper/trials/relay/book.ts";
import type { RelayDay, RelayFacts } from "@denkeeper/trials/relay/facts.ts";
import { Ledger, type Said } from "@denkeeper/trials/relay/ledger.ts";
import type { RelayPage } from "@denkeeper/trials/relay/telling.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { reader } from "./readers.ts";

interface Known {
  readonly seed: string;
  /** For those who know what the letters mean. */
  readonly facts: RelayFacts;
  /** Books that were read beforehand. */
  readonly published: readonly Book[];
}

/** What each room gets on a morning. */
export type Serves = (page: RelayPage) => readonly (string | null)[];

export interface RelayKeeper {
  readonly key: string;
  readonly habit: string;
  begin(known: Known): Serves;
}

interface Lacks {
  readonly believes?: boolean;
  readonly endless?: boolean;
  readonly memory?: boolean;
  readonly onlyFirstDay?: boolean;
  readonly slips?: number;
}

/** Ends nothing that had an end. */
function withoutEnd(said: Said): Said {
  if (said.kind !== "span" && said.kind !== "range" && said.kind !== "day") return said;
  return { kind: "set", who: said.who, thing: said.thing, from: said.from };
}

function heardBy(day: RelayDay, { believes = false, endless = false, onlyFirstDay = false }: Lacks): readonly Said[] {
  if (onlyFirstDay && day.day > 1) return [];
  const all = day.letters
    .filter(({ genuine }) => genuine || believes)
    .flatMap(({ parts }) => parts.filter((part) => part.kind !== "chatter"));
  return endless ? all.map(withoutEnd) : all;
}

/** Knows what the letters mean, but for what it lacks. */
function knowing(key: string, habit: string, lacks: Lacks = {}): RelayKeeper {
  return {
    key,
    habit,
    begin: ({ facts, seed }) => {
      let ledger = new Ledger(facts.days[0]?.truth.length ?? 0);
      const roll = diceOf(`${key}/${seed}`, HASHES);
      return ({ day: today }) => {
        const day = facts.days[today - 1];
        if (day === undefined) throw new Error(`there is no day ${today}`);
        if (lacks.memory === false) {
          const fresh = new Ledger(day.truth.length);
          for (const [name, room] of ledger.names) fresh.names.set(name, room);
          ledger = fresh;
        }
        ledger.readPlates(day.plates);
        for (const said of heardBy(day, lacks))
          if (said.kind === "handover" || lacks.slips === undefined || roll() >= lacks.slips) ledger.hear(said, today);
        return day.truth.map((_, index) => ledger.serving(index + 1, day, (room) => day.wishes[room - 1]) ?? null);
      };
    },
  };
}

function reading(key: string, habit: string, serves: (known: Known) => Serves): RelayKeeper {
  return { key, habit, begin: serves };
}

export const RELAY_KEEPERS: readonly RelayKeeper[] = [
  reading("guess", "anything from the shelf", ({ seed }) => {
    const roll = diceOf(`guess/${seed}`, HASHES);
    return ({ rooms, shelf }) => rooms.map(() => shelf[Math.floor(roll() * shelf.length)] ?? null);
  }),
  reading(
    "constant",
    "the first thing on the shelf, always",
    () =>
      ({ rooms, shelf }) =>
        rooms.map(() => shelf[0] ?? null),
  ),
  reading(
    "wish",
    "what each creature asks for",
    ({ facts }) =>
      ({ day }) =>
        facts.days[day - 1]?.wishes ?? [],
  ),
  knowing("no-memory", "reads perfectly, remembers names only", { memory: false }),
  knowing("first-day", "remembers the handover, reads no letter after it", { onlyFirstDay: true }),
  reading("keywords", "guesses by words", ({ facts, published }) =>
    reader(facts, { published, compiles: [], guesses: true }),
  ),
  reading("inverse", "published books turned around", ({ facts, published }) =>
    reader(facts, { published, compiles: published, guesses: false }),
  ),
  reading("inverse+", "the same, guesses the rest by words", ({ facts, published }) =>
    reader(facts, { published, compiles: published, guesses: true }),
  ),
  knowing("believes", "reads perfectly, believes strangers, too", { believes: true }),
  knowing("endless", "never ends what had an end", { endless: true }),
  knowing("slips-3", "misses one sentence in 33", { slips: 0.03 }),
  knowing("oracle", "knows what the letters mean"),
];
