// What just happened to a watched creature, so that a page that is open can show it in the doorway for a moment.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { ShownNow } from "@denkeeper/rules/life/shown.ts";
import type { LoggedAct } from "../../store/rollups/live.ts";

/** For so long after it happened it is news, and the log is asked for it. Growth and death by the clock are noticed when it is looked at again. */
export const NEWS_MS = 10_000;
const CLOCK_NEWS_MS = 25_000;
/** A visit does several things within this time. */
const AT_ONCE_MS = 1_000;

export interface LiveAct {
  readonly what: CareAction | "hurt" | "death" | "resurrect" | "hatch" | "grow";
  /** Undefined for care that was wasted: its sign says enough. */
  readonly said?: string;
  /** From then on it is no news; also what tells two acts apart. */
  readonly until: number;
}

/** Of several the first here is shown: a death outranks the care that caused it. `*` is the name. */
const SAID: Readonly<Record<LiveAct["what"], string>> = {
  death: "* has died.",
  resurrect: "* is back.",
  hatch: "* hatched just now.",
  grow: "* has grown.",
  hurt: "That hurt *.",
  feed: "* is eating.",
  medicine: "* took its medicine.",
  play: "* is playing.",
  clean: "* is being washed.",
  discipline: "* is learning something.",
  sleep: "* was put to bed.",
  reflect: "Somebody thought of *.",
};
const RANK = Object.keys(SAID);

function ofLog({ kind, action, at, category, effectiveness }: LoggedAct): Omit<LiveAct, "said"> & { wasted: boolean } {
  const what = kind !== "care" ? kind : category === "harmful" ? "hurt" : (action ?? "reflect");
  return { what, until: at + NEWS_MS, wasted: what === action && effectiveness === "wasted" };
}

/** What is told of it at the instant of the view, if anything. */
export function actOf({ creature, now }: ShownNow, logged: readonly LoggedAct[]): LiveAct | undefined {
  const { death, stageInstants } = creature;
  const grewAt = Math.max(0, ...[stageInstants.child, stageInstants.teen, stageInstants.adult].map((at) => at ?? 0));
  const newest = Math.max(0, ...logged.map(({ at }) => at));
  const all = [
    ...logged.filter(({ at }) => at > newest - AT_ONCE_MS).map(ofLog),
    { what: "grow", until: grewAt + CLOCK_NEWS_MS, wasted: false } as const,
    ...(death === null ? [] : [{ what: "death", until: death.at + CLOCK_NEWS_MS, wasted: false } as const]),
  ];
  const [first] = all
    .filter(({ until }) => until > now)
    .toSorted((one, other) => RANK.indexOf(one.what) - RANK.indexOf(other.what));
  if (first === undefined) return undefined;
  const { what, until, wasted } = first;
  return { what, until, ...(wasted ? {} : { said: SAID[what].replace("*", () => creature.name) }) };
}
