// How a watched creature looks to everyone: what a page that is open compares itself with.
import { isWaiting, shownAt, type ShownNow } from "@denkeeper/rules/life/shown.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import type { LoggedAct, WatchedRow } from "../../store/rollups/live.ts";
import { livingEntryOf, type LivingEntry } from "../../store/rollups/living-shapes.ts";
import { presentCreature } from "../life/amnesty.ts";
import { actOf, type LiveAct } from "./act.ts";

/** `unknown` is one that does not exist or is not public: nobody can tell which. */
type Fate = ShownNow["kind"] | "unknown";

export interface Look {
  readonly id: string;
  readonly fate: Fate;
  /** Undefined unless it is alive or an egg. */
  readonly entry: LivingEntry | undefined;
  readonly act?: LiveAct | undefined;
  /** Its state in words that its page carries, too. */
  readonly state: string;
  /** Differs from that of an earlier look if any of it changed, its portraits included. */
  readonly tag: string;
}

export interface PublicState {
  readonly fate: Fate;
  readonly stage: string;
  readonly mood: string | null;
  readonly feeding: string | null;
  readonly urgency: string | null;
  readonly boarded: boolean;
  readonly waiting: boolean;
  readonly careActions: number;
  readonly portraits: number;
}

export function stateText({
  fate,
  stage,
  mood,
  feeding,
  urgency,
  boarded,
  waiting,
  careActions,
  portraits,
}: PublicState): string {
  return [
    fate,
    stage,
    mood,
    feeding,
    urgency,
    boarded ? "boarded" : waiting ? "waiting" : "",
    careActions,
    portraits,
  ].join(" ");
}

export function unknownLook(id: string): Look {
  return { id, fate: "unknown", entry: undefined, state: "unknown", tag: "unknown" };
}

const HASH_LENGTH = 8;

export function lookAt(
  stored: StoredCreature,
  row: WatchedRow,
  acts: readonly LoggedAct[],
  outages: readonly Span[],
  now: number,
): Look {
  const view = shownAt(presentCreature(stored, outages, now), now);
  const entry = livingEntryOf(view, row.agent);
  const living = view.kind === "living" ? view : undefined;
  const state = stateText({
    fate: view.kind,
    stage: view.creature.stage,
    mood: living?.mood ?? null,
    feeding: living?.feedingStatus ?? null,
    urgency: living?.deathClock.urgency ?? null,
    boarded: (living?.resting ?? null) !== null,
    waiting: isWaiting(view),
    careActions: view.creature.careActions,
    portraits: row.portraits.length / HASH_LENGTH,
  });
  const tag = JSON.stringify([state, entry, row.version, row.portraits]);
  return { id: row.creatureId, fate: view.kind, entry, act: actOf(view, acts), state, tag };
}
