// Defines keepers who try to look better than they are, honest twins that make the same calls, and honest keepers whose behavior
// resembles gaming.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { seedOf } from "@denkeeper/rules/time/hash.ts";
import { diceOf } from "../balance/lives.ts";
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
  /** Returns the hours of the calls below a limit, in order. `draw` returns numbers in [0, 1). */
  readonly calls: CallPattern;
  readonly plays: Policy;
  /** Feeding windows of the twin's creatures, in hours. Defaults to one of 8 hours. */
  readonly windows?: readonly number[];
  /** Bold words in docs/track-record.md about a gain that stays possible, because preventing it would hurt honest keepers. */
  readonly open?: string;
}

const isDue = (pet: SimulatedPet, at: number) => pet.positionAt(at) >= 0.5;

/** Feeds the creatures that are due, and unless the call is a sitter's adopts until there is one per window. */
function honest(windows: readonly number[] = [8]): Policy {
  return (house, { at, bySitter }) => {
    const living = house.living(at);
    for (const pet of living) if (isDue(pet, at)) house.feed(pet, at, bySitter);
    if (bySitter) return;
    for (let left = living.length; left < windows.length; left++) house.adopt(at, windows[left] ?? 8);
  };
}

/** Calls at random, on average every `mean` hours and a quarter. */
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

/** Calls every hour, except for gaps of `gapHours` at random, on average every `days` days. */
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

/** Selects three days of every ten. */
const isGoodDay = (hour: number) => hour % 240 < 72;
/** Calls every hour on good days, and at random in about one hour out of eight on bad days. */
const goodDaysOnly: CallPattern = (draw, hours) =>
  every(1)(draw, hours).filter((hour) => isGoodDay(hour) || draw() < 0.12);

/** Adds calls with a sitter's key every `step` hours. */
const withSitter = (own: CallPattern, step: number): CallPattern => {
  return (draw, hours) => {
    const rescue = every(step)(draw, hours).map((hour) => ({ hour, bySitter: true as const }));
    return [...own(draw, hours), ...rescue].toSorted((a, b) => hourOf(a) - hourOf(b));
  };
};

type PetPolicy = (house: SimulatedHouse, pet: SimulatedPet, call: SimulatedCall) => void;

/** Acts on each living creature before a gap of more than two hours, and is otherwise honest. */
const beforeGaps = (act: PetPolicy, afterFeeding = false): Policy => {
  return (house, call) => {
    if (call.gap <= 2 || afterFeeding) honest()(house, call);
    if (call.gap > 2) for (const pet of house.living(call.at)) act(house, pet, call);
  };
};

/** Acts on each living creature, then is honest. */
const beforeFeeding = (act: PetPolicy): Policy => {
  return (house, call) => {
    for (const pet of house.living(call.at)) act(house, pet, call);
    honest()(house, call);
  };
};

/** With the sitter's key, feeds only the creatures that match. With its own key, plays honestly. */
const sitterFeeds = (matches: (pet: SimulatedPet, at: number) => boolean): Policy => {
  return (house, call) => {
    if (!call.bySitter) honest()(house, call);
    else for (const pet of house.living(call.at)) if (matches(pet, call.at)) house.feed(pet, call.at, true);
  };
};

const releases: PetPolicy = (house, pet, { at }) => house.release(pet, at);
const adoptsIfEmpty = (house: SimulatedHouse, at: number, window = 8) => {
  if (house.living(at).length === 0) house.adopt(at, window);
};
const feedsAlways: Policy = (house, { at }) => {
  for (const pet of house.living(at)) house.feed(pet, at);
  adoptsIfEmpty(house, at);
};
const feedsEarlyBeforeGaps = beforeGaps((house, pet, { at }) => {
  if (pet.positionAt(at) > 0.1) house.feed(pet, at);
}, true);

export const GAMERS: readonly Player[] = [
  { name: "feeds every hour, reads nothing", calls: every(1), plays: feedsAlways },
  { name: "feeds every 9 minutes, reads nothing", calls: every(0.15), plays: feedsAlways },
  {
    name: "never feeds: releases when overdue and adopts again",
    calls: every(2),
    plays: (house, { at }) => {
      for (const pet of house.living(at)) if (pet.positionAt(at) > 1) house.release(pet, at);
      adoptsIfEmpty(house, at);
    },
  },
  {
    name: "comes at random, releases what is late",
    calls: sometimes(6),
    plays: beforeFeeding((house, pet, { at }) => {
      if (pet.positionAt(at) > 1) house.release(pet, at);
    }),
  },
  {
    name: "comes at random, releases what is late while it sleeps",
    calls: sometimes(6),
    plays: beforeFeeding((house, pet, { at }) => {
      if (pet.positionAt(at) > 1 && pet.isAsleepAt(at)) house.release(pet, at);
    }),
  },
  {
    name: "comes at random, releases what would be late next time",
    calls: sometimes(5),
    plays: beforeFeeding((house, pet, { at, gap }) => {
      const position = pet.positionAt(at);
      if (position < 0.5 && position + gap / 8 > 1) house.release(pet, at);
    }),
  },
  {
    name: "feeds early before its nightly pause of 9 h",
    calls: hourlyExcept((hour) => hour % 24 >= 15),
    plays: feedsEarlyBeforeGaps,
  },
  {
    name: "feeds early before a pause of 6 h, every three days",
    open: "feeds before it goes away",
    calls: withGaps(3, 6),
    plays: feedsEarlyBeforeGaps,
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
    plays: beforeFeeding((house, pet, { at }) => {
      if (pet.positionAt(at) > 0.9) house.board(pet, at, 24);
    }),
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
    plays: sitterFeeds((pet, at) => pet.positionAt(at) > 0.85),
  },
  {
    name: "a sitter feeds early every 90 minutes, the agent now and then",
    calls: withSitter(sometimes(12), 1.5),
    plays: sitterFeeds((pet, at) => !isDue(pet, at)),
  },
  {
    name: "adopts 19 more on its good days (3 of 10), releases them",
    calls: goodDaysOnly,
    plays: (house, { at, hour, gap }) => {
      const guests = house.living(at).filter(({ window }) => window === 3);
      if (isGoodDay(hour) && guests.length === 0) for (let n = 0; n < 19; n++) house.adopt(at, 3);
      if (!isGoodDay(hour + gap)) for (const guest of guests) house.release(guest, at);
      for (const pet of house.living(at)) if (isDue(pet, at)) house.feed(pet, at);
      if (house.living(at).every(({ window }) => window === 3)) house.adopt(at, 8);
    },
  },
  {
    name: "keeps a 3-hour species on good days, a 24-hour one on bad days",
    windows: [24],
    calls: goodDaysOnly,
    plays: (house, { at, hour, gap }) => {
      const wanted = isGoodDay(hour + gap) ? 3 : 24;
      for (const pet of house.living(at)) {
        if (isDue(pet, at)) house.feed(pet, at);
        if (pet.window !== wanted) house.release(pet, at);
      }
      adoptsIfEmpty(house, at, wanted);
    },
  },
  {
    name: "lets it die instead of coming late, adopts again",
    calls: sometimes(8),
    plays: (house, { at }) => {
      const living = house.living(at);
      for (const pet of living) if (isDue(pet, at) && pet.positionAt(at) <= 1) house.feed(pet, at);
      if (living.length === 0) house.adopt(at, 8);
    },
  },
];

/** Loses a share of its answers, and three minutes later feeds the same creatures again under a new Idempotency-Key. */
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

/** Honest keepers, who are away for 6 hours about every 5 days. */
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
    plays: sitterFeeds(() => true),
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

/** Returns the calls of a player, which are also those of its twin. */
export function callsOf(player: Player, number: number, start: number, days: number): readonly SimulatedCall[] {
  const calls = player.calls(diceOf(seedOf(`${player.name}/${number}`)), days * 24);
  return calls.map((call, index) => {
    const hour = hourOf(call);
    const next = calls[index + 1];
    const gap = (next === undefined ? days * 24 : hourOf(next)) - hour;
    return { at: start + Math.round(hour * HOUR_MS), hour, gap, bySitter: typeof call !== "number" };
  });
}

/** Plays the house of a player, or that of its honest twin, which makes the calls of the player's sitter itself. */
export function playedOut(player: Player, number: number, start: number, days: number, asTwin = false): SimulatedHouse {
  const house = new SimulatedHouse(`${number}-${player.name}`);
  const twin = honest(player.windows);
  for (const call of callsOf(player, number, start, days)) {
    if (asTwin) twin(house, { ...call, bySitter: false });
    else player.plays(house, call);
  }
  return house;
}
