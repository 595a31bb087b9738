// The thirteen states of a badge or card, with their words and colors.
import { isWaiting, type VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { briefSpan } from "@denkeeper/rules/time/spoken.ts";
import { needOf } from "@denkeeper/rules/words/verdict.ts";
import { countOf } from "../../ui/words.ts";

/** States, most urgent first. */
export const STATES = [
  "critical",
  "waiting",
  "overdue",
  "sick",
  "hungry",
  "egg",
  "curious",
  "content",
  "happy",
  "sleeping",
  "boarded",
  "dead",
  "nobody",
] as const;
export type DisplayState = (typeof STATES)[number];

export type DayAndNight = readonly [day: string, night: string];

/** Colors of a badge's background and text. */
type StateColors = Readonly<Record<"field" | "fieldInk", DayAndNight>>;

const WHITE: DayAndNight = ["#ffffff", "#ffffff"];

export const LOOKS: Readonly<Record<DisplayState, StateColors>> = {
  happy: { field: ["#2c7a4c", "#2f7d52"], fieldInk: WHITE },
  content: { field: ["#3f6d49", "#31624a"], fieldInk: WHITE },
  curious: { field: ["#2a6a93", "#2b6a91"], fieldInk: WHITE },
  hungry: { field: ["#f2b62f", "#e3a61f"], fieldInk: ["#2a1d00", "#221700"] },
  overdue: { field: ["#b35212", "#b8591a"], fieldInk: WHITE },
  sick: { field: ["#756425", "#7a6a2b"], fieldInk: WHITE },
  critical: { field: ["#a12a3a", "#b13445"], fieldInk: WHITE },
  waiting: { field: ["#a12a3a", "#b13445"], fieldInk: WHITE },
  sleeping: { field: ["#3b4570", "#3d4878"], fieldInk: ["#f4f1ff", "#f4f1ff"] },
  boarded: { field: ["#756c40", "#5c6f66"], fieldInk: WHITE },
  egg: { field: ["#f9dd8f", "#5a4718"], fieldInk: ["#3a2a00", "#ffe7a8"] },
  dead: { field: ["#c3beab", "#46534f"], fieldInk: ["#2b332d", "#f5f0dc"] },
  nobody: { field: ["#22513f", "#f2c25a"], fieldInk: ["#fdfaea", "#241a02"] },
};

export function livingState(now: VisibleLiving): DisplayState {
  const { mood, resting } = now;
  const { state } = needOf(now);
  if (resting !== null) return "boarded";
  if (state === "danger") return mood !== "critical" && isWaiting(now) ? "waiting" : "critical";
  return state === "late" ? "overdue" : mood;
}

/** Returns, for example, "3 hours" or "12 days". */
export function shortAge(hours: number): string {
  if (hours < 1) return "new";
  return hours < 24 ? countOf(Math.floor(hours), "hour") : countOf(Math.floor(hours / 24), "day");
}

/** The right side of a creature's badge: its state and one number. `hours` is the delay of a meal or the time without care. */
export function messageOf(state: DisplayState, ageHours: number, hours = 0): string {
  if (state === "waiting") return `no care for ${briefSpan(hours * HOUR_MS)}`;
  if (state === "overdue") return hours < 1 ? "feeding late" : `feeding ${Math.floor(hours)} h late`;
  if (state === "egg") return "waiting to hatch";
  if (state === "critical") return `in danger · ${shortAge(ageHours)}`;
  if (state === "dead") return ageHours < 1 ? "died newly hatched" : `lived ${shortAge(ageHours)}`;
  return state === "nobody" ? "no one home" : `${state} · ${shortAge(ageHours)}`;
}
