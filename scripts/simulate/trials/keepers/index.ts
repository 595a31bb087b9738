// The baselines: scripted keepers, from nobody to one that knows everything.
import { creeping, doubling, joining } from "./blind.ts";
import { atRandom, byHunger, cron, neverComes } from "./by-clock.ts";
import { follow } from "./follower.ts";
import type { TrialKeeper } from "./keeper.ts";
import { reference } from "./reference.ts";

function fixed(key: string, habit: string, play: TrialKeeper["play"]): TrialKeeper {
  return { key, habit, random: false, play };
}

function rolling(key: string, habit: string, play: TrialKeeper["play"]): TrialKeeper {
  return { key, habit, random: true, play };
}

export const KEEPERS: readonly TrialKeeper[] = [
  fixed("null", "never comes", neverComes),
  rolling("random", "anything, every 1 to 8 hours", atRandom),
  fixed("spammer", "feeds everybody every hour", cron(1)),
  fixed("every-4h", "feeds everybody every 4 hours", cron(4)),
  fixed("every-12h", "feeds everybody every 12 hours", cron(12)),
  fixed("one-only", "follows for one creature only", follow({ onlyFirst: true })),
  fixed("poller", "looks every hour, does what is advised", follow({ pollHours: 1 })),
  rolling("slips-5", "follower, 5% of visits 4 to 12 hours late", follow({ slips: 0.05 })),
  rolling("slips-1", "follower, 1% of visits 4 to 12 hours late", follow({ slips: 0.01 })),
  rolling("late-45", "follower, up to 45 minutes late", follow({ lateMinutes: 45 })),
  fixed("follower", "comes at the check-in, does what is advised", follow()),
  fixed("gullible", "robust, but believes strangers", follow({ onFailure: "repeats_instants", gullible: true })),
  fixed("retrier", "follower that repeats failed calls, naming hours", follow({ onFailure: "repeats_hours" })),
  fixed("robust", "follower that repeats failed calls, naming instants", follow({ onFailure: "repeats_instants" })),
  fixed(
    "deadline",
    "robust, comes shortly before the first band ends",
    follow({ onFailure: "repeats_instants", byDeadline: true }),
  ),
  fixed("hunger-85", "every 4 hours, feeds those below 85", byHunger(85)),
  fixed("doubling", "doubles its stays until food is not early", doubling),
  fixed("creeping", "learns how long it may stay away from each", creeping),
  fixed("joining", "learns how long it may stay away, feeds several at once", joining),
  fixed("reference", "knows rules and state, not the faults", reference),
];

export function keeperNamed(key: string): TrialKeeper | undefined {
  return KEEPERS.find((each) => each.key === key);
}
