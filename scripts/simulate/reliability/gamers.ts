// Defines keepers who try to look better than they are. The honest twin of each makes the same calls, but feeds only creatures
// that are due and awake. Also defines honest keepers whose behavior resembles gaming.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { SimulatedHouse, type SimulatedPet } from "./simulated-house.ts";

interface SimulatedCall {
  readonly at: number;
  readonly hour: number;
  /** Hours until the next call. */
  readonly gap: number;
  readonly bySitter: boolean;
}

type Policy = (house: SimulatedHouse, call: SimulatedCall) => void;
type CallPattern = (draw: () => number, hours: number) => readonly (number | { hour: number; bySitter: true })[];

export interface Player {
  readonly name: string;
  /** Returns the hours of the calls, up to a limit. `draw` returns numbers in [0, 1). */
  readonly calls: CallPattern;
  readonly plays: Policy;
  /** Feeding windows of the twin's creatures, in hours. Defaults to one of 8 hours. */
  readonly windows?: readonly number[];
  /**
   * Text in docs/track-record.md that explains why the rules accept this gain. Set only where preventing it would hurt honest
   * keepers.
   */
  readonly open?: string;
}

const ONE_CREATURE = [8];

const isDue = (pet: SimulatedPet, at: number) => pet.positionAt(at) >= 0.5;

/** Feeds creatures that are due and awake, and adopts again after a death. */
function honest(windows: readonly number[] = ONE_CREATURE): Policy {
  return (house, { at, bySitter }) => {
    const living = house.living(at);
    for (const pet of living) if (isDue(pet, at)) house.feed(pet, at, bySitter);
    if (bySitter) return;
    for (let left = living.length; left < windows.length; left++) house.adopt(at, windows[left] ?? 8);
  };
}

const sometimes = (mean: number): CallPattern => {
  return (draw, hours) => {
    const calls: number[] = [];
    for (let hour = 0; hour < hours; hour += 0.25 - mean * Math.log(1 - draw())) calls.push(hour);
    return calls;
  };
};

function every(step: number): (draw: unknown, hours: number) => readonly number[] {
  return (_, hours) => Array.from({ length: Math.floor(hours / step) }, (_each, index) => index * step);
}

/** Calls every hour, with gaps of `gapHours` about every `days` days. */
const withGaps = (days: number, gapHours: number) => {
  return (draw: () => number, hours: number): readonly number[] => {
    const calls: number[] = [];
    let gapAt = -days * 24 * Math.log(1 - draw());
    for (let hour = 0; hour < hours; hour += 1) {
      if (hour >= gapAt) {
        hour += gapHours;
        gapAt = hour + 1 - days * 24 * Math.log(1 - draw());
      }
      calls.push(hour);
    }
    return calls;
  };
};

const hourlyExcept = (isAway: (hour: number) => boolean): CallPattern => {
  return (_, hours) => every(1)(null, hours).filter((hour) => !isAway(hour));
};

/** On the first three of every ten days, a human attends to the agent. */
const isGoodDay = (hour: number) => hour % 240 < 72;
const goodDaysOnly: CallPattern = (draw, hours) =>
  every(1)(draw, hours).filter((hour) => isGoodDay(hour) || draw() < 0.12);

/** Adds a second schedule that uses a sitter's key. */
const withSitter = (own: CallPattern, step: number): CallPattern => {
  return (draw, hours) => {
    const rescue = every(step)(draw, hours).map((hour) => ({ hour, bySitter: true as const }));
    return [...own(draw, hours), ...rescue].toSorted((a, b) => hourOf(a) - hourOf(b));
  };
};

/** Acts on each living creature before every longer gap, and is otherwise honest. */
const beforeGaps = (
  act: (house: SimulatedHouse, pet: SimulatedPet, call: SimulatedCall) => void,
  afterFeeding = false,
): Policy => {
  return (house, call) => {
    if (call.gap <= 2 || afterFeeding) honest()(house, call);
    if (call.gap > 2) for (const pet of house.living(call.at)) act(house, pet, call);
  };
};

const releases = (house: SimulatedHouse, pet: SimulatedPet, { at }: SimulatedCall) => house.release(pet, at);

export const GAMERS: readonly Player[] = [
  {
    name: "feeds every hour, reads nothing",
    calls: every(1),
    plays: (house, { at }) => {
      for (const pet of house.living(at)) house.feed(pet, at);
      if (house.living(at).length === 0) house.adopt(at, 8);
    },
  },
  {
    name: "feeds every 9 minutes, reads nothing",
    calls: every(0.15),
    plays: (house, { at }) => {
      for (const pet of house.living(at)) house.feed(pet, at);
      if (house.living(at).length === 0) house.adopt(at, 8);
    },
  },
  {
    name: "never feeds: releases when overdue and adopts again",
    calls: every(2),
    plays: (house, { at }) => {
      for (const pet of house.living(at)) if (pet.positionAt(at) > 1) house.release(pet, at);
      if (house.living(at).length === 0) house.adopt(at, 8);
    },
  },
  {
    name: "comes at random, releases what is late",
    calls: sometimes(6),
    plays: (house, call) => {
      for (const pet of house.living(call.at)) if (pet.positionAt(call.at) > 1) house.release(pet, call.at);
      honest()(house, call);
    },
  },
  {
    name: "comes at random, releases what is late while it sleeps",
    calls: sometimes(6),
    plays: (house, call) => {
      const { at } = call;
      for (const pet of house.living(at)) if (pet.positionAt(at) > 1 && pet.isAsleepAt(at)) house.release(pet, at);
      honest()(house, call);
    },
  },
  {
    name: "comes at random, releases what would be late next time",
    calls: sometimes(5),
    plays: (house, call) => {
      for (const pet of house.living(call.at)) {
        const next = pet.positionAt(call.at) + call.gap / 8;
        if (pet.positionAt(call.at) < 0.5 && next > 1) house.release(pet, call.at);
      }
      honest()(house, call);
    },
  },
  {
    name: "feeds early before its nightly pause of 9 h",
    calls: hourlyExcept((hour) => hour % 24 >= 15),
    plays: beforeGaps((house, pet, { at }) => {
      if (pet.positionAt(at) > 0.1) house.feed(pet, at);
    }, true),
  },
  {
    name: "feeds early before a pause of 6 h, every three days",
    open: "feeds before it goes away",
    calls: withGaps(3, 6),
    plays: beforeGaps((house, pet, { at }) => {
      if (pet.positionAt(at) > 0.1) house.feed(pet, at);
    }, true),
  },
  { name: "is down 24 h a week: releases before, adopts after", calls: withGaps(7, 24), plays: beforeGaps(releases) },
  {
    name: "keeps on weekdays: adopts Monday, releases Friday",
    calls: hourlyExcept((hour) => hour % 168 >= 108),
    plays: beforeGaps(releases),
  },
  {
    name: "is down 8 days of 30: releases before, adopts after",
    open: "stays away for more than 7 days",
    calls: hourlyExcept((hour) => hour % 720 >= 528),
    plays: beforeGaps(releases),
  },
  {
    name: "is down 24 h a week: boards before",
    open: "boards before it goes away",
    calls: withGaps(7, 24),
    plays: beforeGaps((house, pet, { at, gap }) => house.board(pet, at, Math.min(72, gap)), true),
  },
  {
    name: "boards what is late, feeds it days later",
    calls: sometimes(6),
    plays: (house, call) => {
      for (const pet of house.living(call.at)) if (pet.positionAt(call.at) > 0.9) house.board(pet, call.at, 24);
      honest()(house, call);
    },
  },
  {
    name: "boards for 72 h, feeds once, releases, adopts",
    calls: (_, hours) => every(77)(null, hours).flatMap((hour) => [hour, hour + 5, hour + 76.9]),
    plays: (house, { at, gap }) => {
      const [pet] = house.living(at);
      if (pet === undefined) house.adopt(at, 8);
      else if (gap > 12) {
        house.feed(pet, at);
        house.board(pet, at, 71.8);
      } else house.release(pet, at);
    },
  },
  {
    name: "a second cron with a sitter's key feeds at the last moment",
    calls: withSitter(sometimes(6), 1),
    plays: (house, call) => {
      if (!call.bySitter) honest()(house, call);
      else for (const pet of house.living(call.at)) if (pet.positionAt(call.at) > 0.85) house.feed(pet, call.at, true);
    },
  },
  {
    name: "a sitter feeds early every 90 minutes, the agent now and then",
    calls: withSitter(sometimes(12), 1.5),
    plays: (house, call) => {
      if (!call.bySitter) honest()(house, call);
      else for (const pet of house.living(call.at)) if (!isDue(pet, call.at)) house.feed(pet, call.at, true);
    },
  },
  {
    name: "adopts 19 more on its good days (3 of 10), releases them",
    calls: goodDaysOnly,
    plays: (house, call) => {
      const guests = house.living(call.at).filter(({ window }) => window === 3);
      if (isGoodDay(call.hour) && guests.length === 0) for (let n = 0; n < 19; n++) house.adopt(call.at, 3);
      if (!isGoodDay(call.hour + call.gap)) for (const guest of guests) house.release(guest, call.at);
      for (const pet of house.living(call.at)) if (isDue(pet, call.at)) house.feed(pet, call.at);
      if (house.living(call.at).every(({ window }) => window === 3)) house.adopt(call.at, 8);
    },
  },
  {
    name: "keeps a 3-hour species on good days, a 24-hour one on bad days",
    windows: [24],
    calls: goodDaysOnly,
    plays: (house, call) => {
      const wanted = isGoodDay(call.hour + call.gap) ? 3 : 24;
      for (const pet of house.living(call.at)) {
        if (isDue(pet, call.at)) house.feed(pet, call.at);
        if (pet.window !== wanted) house.release(pet, call.at);
      }
      if (house.living(call.at).length === 0) house.adopt(call.at, wanted);
    },
  },
  {
    name: "lets it die instead of coming late, adopts again",
    calls: sometimes(8),
    plays: (house, call) => {
      const living = house.living(call.at);
      for (const pet of living) if (isDue(pet, call.at) && pet.positionAt(call.at) <= 1) house.feed(pet, call.at);
      if (living.length === 0) house.adopt(call.at, 8);
    },
  },
];

/** Feeds again some minutes after a lost answer, under a new Idempotency-Key. */
const losesAnswers = (share: number): Pick<Player, "calls" | "plays"> => {
  const again = 0.05;
  return {
    calls: (draw, hours) => {
      return withGaps(5, 6)(draw, hours).flatMap((hour) => (draw() < share ? [hour, hour + again] : [hour]));
    },
    plays: (house, call) => {
      if (call.gap > again + 0.001 || call.gap === 0) return honest()(house, call);
      const due = house.living(call.at).filter((pet) => isDue(pet, call.at));
      honest()(house, call);
      for (const pet of due) house.feed(pet, call.at + Math.round(again * HOUR_MS));
    },
  };
};

const inDays = (hour: number, from: number, until: number) => hour >= from * 24 && hour < until * 24;

/** Honest keepers fail, too: they are away for 6 hours about every 5 days. */
export const HONEST: readonly Player[] = [
  {
    name: "has a sitter for 7 days",
    calls: (draw, hours) =>
      withGaps(5, 6)(draw, hours).map((hour) => (inDays(hour, 30, 37) ? { hour, bySitter: true as const } : hour)),
    plays: honest(),
  },
  {
    name: "has a sitter that feeds every 10 minutes for a day",
    calls: (draw, hours) => {
      const own = withGaps(5, 6)(draw, hours).filter((hour) => !inDays(hour, 30, 31));
      const sat = Array.from({ length: 144 }, (_, step) => ({ hour: 720 + step / 6, bySitter: true as const }));
      return [...own, ...sat].toSorted((a, b) => hourOf(a) - hourOf(b));
    },
    plays: (house, call) => {
      if (!call.bySitter) honest()(house, call);
      else for (const pet of house.living(call.at)) house.feed(pet, call.at, true);
    },
  },
  { name: "loses 1 of 20 answers and feeds again", ...losesAnswers(1 / 20) },
  { name: "loses 1 of 10 answers and feeds again", ...losesAnswers(1 / 10) },
  {
    name: "boards for 72 h twice",
    calls: withGaps(5, 6),
    plays: (house, call) => {
      honest()(house, call);
      if ([20, 40].some((day) => inDays(call.hour, day, day + 0.5))) {
        for (const pet of house.living(call.at))
          if (pet.restsUntil < call.at - 24 * HOUR_MS) house.board(pet, call.at, 72);
      }
    },
  },
  {
    name: "releases a fresh one, and comes back after 20 days",
    calls: (draw, hours) => withGaps(5, 6)(draw, hours).filter((hour) => !inDays(hour, 30, 50)),
    plays: beforeGaps((house, pet, call) => {
      if (call.gap > 400) house.release(pet, call.at);
    }, true),
  },
  {
    name: "releases one of five right after its meal",
    windows: [8, 8, 8, 8, 8],
    calls: withGaps(5, 6),
    plays: (house, call) => {
      const isOver = house.pets.some(({ entries }) => entries.at(-1)?.kind === "release");
      honest([8, 8, 8, 8, 8].slice(isOver ? 1 : 0))(house, call);
      const fed = house.living(call.at).find((pet) => pet.positionAt(call.at) === 0);
      if (!isOver && call.hour > 720 && fed !== undefined) house.release(fed, call.at);
    },
  },
];

function hourOf(call: number | { hour: number }): number {
  return typeof call === "number" ? call : call.hour;
}

/** Returns the calls of a player, or of its twin, over some days. */
export function callsOf(player: Player, number: number, start: number, days: number): readonly SimulatedCall[] {
  const seed = seedOf(`${player.name}/${number}`);
  let drawn = 0;
  const calls = player.calls(() => chance(seed, drawn++), days * 24);
  return calls.map((call, index) => {
    const hour = hourOf(call);
    const next = calls[index + 1];
    const gap = (next === undefined ? days * 24 : hourOf(next)) - hour;
    return { at: start + Math.round(hour * HOUR_MS), hour, gap, bySitter: typeof call !== "number" };
  });
}

/** Plays the house of a player for some days, or that of its honest twin, which has no sitter. */
export function playedOut(player: Player, number: number, start: number, days: number, asTwin = false): SimulatedHouse {
  const house = new SimulatedHouse(`${number}-${player.name}`);
  const twin = honest(player.windows);
  for (const call of callsOf(player, number, start, days)) {
    if (asTwin) twin(house, { ...call, bySitter: false });
    else player.plays(house, call);
  }
  return house;
}
