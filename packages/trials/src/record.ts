// What a run leaves behind: enough to replay and score it.
import type { Creature, Timing } from "@denkeeper/rules/creature/creature.ts";
import { beginReplay, replayEvent, type LifeEvent, type Replaying } from "@denkeeper/rules/replay/replay.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import type { Adoption } from "@denkeeper/rules/care/adoption.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { Draw } from "./draw.ts";
import type { Scenario } from "./scenario.ts";

/** A row of the log. Items are not judged in a run, and a run knows one version of the rules. */
export interface TrialEvent extends Omit<LifeEvent, "category" | "rules"> {
  readonly timing: Timing | null;
  /** What a creature was served, where letters order it. */
  readonly item?: string;
}

export interface LifeRecord {
  /** In the order of the log. */
  readonly events: readonly TrialEvent[];
  /** Checks within three hours leave no event: the last one is known from the stored creature alone. */
  readonly lastCheckedAt: Instant;
}

export interface RunRecord {
  readonly scenario: Scenario;
  readonly draw: Draw;
  /** One for each adoption of the draw, in its order. */
  readonly lives: readonly LifeRecord[];
  /** When the keeper came: the start, and every instant before the end to which it moved the clock. */
  readonly visits: readonly Instant[];
  readonly calls: number;
  /** The digest of the book in which letters were told. */
  readonly book?: string;
}

/** What each life came to, by the rules alone. */
export function replayedLives({ draw, lives }: Pick<RunRecord, "draw" | "lives">): readonly Creature[] {
  return draw.adoptions.map((adoption, index) => replayed(adoption, lives[index]?.events ?? []));
}

/** The life after these events, shown before each. Throws when the rules do not allow one of them. */
export function replayed(
  adoption: Adoption,
  events: readonly TrialEvent[],
  see: (before: Creature, event: TrialEvent) => void = () => undefined,
): Creature {
  let life: Replaying = beginReplay(adoption);
  for (const event of events) {
    const { kind, action, at, timing } = event;
    if (kind === "adopt") continue;
    see(life.creature, event);
    const next = replayEvent(life, { ...event, category: null, rules: RULES_VERSION });
    const what = kind === "care" ? `care (${action})` : kind;
    if (next === null) throw new Error(`${what} at ${at} cannot have happened`);
    if (next.care !== null && next.care.timing !== timing) {
      throw new Error(`${what} at ${at} was ${next.care.timing}, not ${timing}`);
    }
    life = next;
  }
  return life.creature;
}
