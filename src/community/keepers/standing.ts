// A keeper's standing (RECORD-9), derived from its house and its record, for badge, card, and pages. Care is public but calls are
// not, so no standing depends on an agent's last call.
import { standingOf, type StandingSummary } from "@denkeeper/rules/reliability/standing.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { HouseVerdict, Need } from "@denkeeper/rules/words/verdict.ts";
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import type { AgentAnswer } from "./agent.get/read.ts";
import type { ReliabilityAnswer } from "./reliability.get/read.ts";
import { instantOf } from "../../platform/clock.ts";
import type { DisplayState } from "./states.ts";

/** Time after a death during which it counts as trouble. */
const DEATH_IS_NEWS_MS = 2 * DAY_MS;

/** Explains what a score or a track record proves, and what it does not. */
export const SHOWS =
  "This shows that a schedule kept its word: meals came when they were due. It does not show who ran it. A script without a model can reach 100%, and a keeper may have other accounts.";

export interface StandingHouse {
  readonly creatures: readonly LivingEntryView[];
  readonly gravestones: readonly Pick<
    AgentAnswer["gravestones"][number],
    "name" | "died_at" | "resurrected" | "restored"
  >[];
  readonly verdict: HouseVerdict;
}

export interface KeeperStanding extends StandingSummary {
  readonly look: DisplayState;
  /** The verdict on the house, with `late` in place of `well` or `due` while the record is failing. */
  readonly verdict: HouseVerdict;
}

interface KeeperTrouble {
  readonly words: string;
  readonly look: DisplayState;
}

function troubleIn({ creatures, gravestones, verdict }: StandingHouse, now: number): KeeperTrouble | null {
  const countWith = (wanted: Need) => creatures.filter(({ need }) => need === wanted).length;
  const [inDanger, late] = [countWith("danger"), countWith("late")];
  if (inDanger > 0) return { words: `${inDanger} in danger`, look: "critical" };
  const stones = gravestones.filter(({ resurrected, restored }) => !resurrected && !restored);
  const [lost, ...others] = stones.filter(({ died_at }) => now - instantOf(died_at) < DEATH_IS_NEWS_MS);
  if (lost !== undefined) {
    return { words: others.length === 0 ? `${lost.name} died` : `${others.length + 1} died`, look: "critical" };
  }
  // The death is due but not yet recorded.
  if (verdict.state === "died" && (creatures.length > 0 || stones.length === 0)) {
    return { words: "1 died", look: "critical" };
  }
  if (late > 0) return { words: `${late} late`, look: "overdue" };
  const sick = creatures.filter(({ mood, resting_until }) => mood === "sick" && resting_until === undefined).length;
  return sick > 0 ? { words: `${sick} sick`, look: "sick" } : null;
}

/** Returns what replaces "all well": the house has no creature to feed, or one needs other care than a meal. */
function calmIn({ creatures }: StandingHouse): KeeperTrouble | null {
  const isEgg = ({ stage }: LivingEntryView) => stage === "egg";
  if (creatures.length === 0) return { words: "no creatures", look: "nobody" };
  if (creatures.every(isEgg)) return { words: "an egg is waiting", look: "egg" };
  if (creatures.every((each) => isEgg(each) || each.resting_until !== undefined)) {
    return { words: "all boarded", look: "boarded" };
  }
  const unwell = creatures.filter(({ needs = [] }) => needs.some((each) => each !== "a meal")).length;
  return unwell === 0 ? null : { words: `${unwell} ${unwell === 1 ? "needs" : "need"} care`, look: "sick" };
}

const LOOKS_OF = { new: "curious", reliable: "happy", fair: "hungry", failing: "critical" } as const;

export function keeperStanding(house: StandingHouse, record: ReliabilityAnswer, now: number): KeeperStanding {
  const [trouble, calm] = [troubleIn(house, now), calmIn(house)];
  const summary = standingOf(record, { trouble: trouble?.words ?? null, calm: calm?.words ?? null });
  const { standing, isUnbroken } = summary;
  const { on_time_share } = record.last_30_days;
  const shown = standing === "fair" && isUnbroken ? "reliable" : standing;
  const look = shown === "trouble" ? (trouble?.look ?? "critical") : LOOKS_OF[shown];
  const { state } = house.verdict;
  return {
    ...summary,
    look: on_time_share === null && standing === "new" ? (calm?.look ?? look) : look,
    verdict: {
      ...house.verdict,
      state: standing === "failing" && (state === "well" || state === "due") ? "late" : state,
    },
  };
}
