// Ten days of a keeper who comes at the check-in, looks, and does what is due: what it reads, and how often it has read that before.
import { NO_ITEM, applyCare } from "@denkeeper/rules/care/care.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import type { Memory } from "@denkeeper/rules/creature/memory.ts";
import { visibleCare } from "@denkeeper/rules/care/visible-effect.ts";
import { residentsIn } from "@denkeeper/rules/foresight/schedule.ts";
import { visitPlan } from "@denkeeper/rules/foresight/visit-plan.ts";
import { visibleLifeAt, type VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { behavior, recentCareActions, behaviorKey } from "@denkeeper/rules/words/behavior.ts";
import { careScene } from "@denkeeper/rules/words/care-message.ts";
import { soulMemory, soulLine } from "@denkeeper/rules/words/memory-lines.ts";
import { soulPrompt } from "@denkeeper/rules/words/soul-prompt.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { startLife } from "../balance/lives.ts";

const DAYS = 10;
const KINDS = ["behavior", "opening", "rest", "meal"] as const;
type LineKind = (typeof KINDS)[number];

interface LineReading {
  readonly kind: LineKind;
  readonly day: number;
  readonly text: string;
}

/** Everything that the keeper of one creature reads of it, digits apart. */
export function tenDays(slug: string, number: number): readonly LineReading[] {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`no ${slug}`);
  let { creature } = startLife(species, number);
  const start = creature.asOf;
  const read: LineReading[] = [];
  let memory: Memory<string> | null = null;
  for (let now = start; now < start + DAYS * DAY_MS;) {
    const note = (kind: LineKind, text: string) =>
      read.push({ kind, day: Math.floor((now - start) / DAY_MS), text: text.replaceAll(/\d+/gu, "#") });
    const seen = visibleLifeAt(creature, now);
    if (seen.kind === "dead") throw new Error(`${slug} died`);
    const [opening = "", ...rest] = soulOf(seen, memory).split(/(?<=[.]) (?=\p{Lu})/u);
    note("behavior", firstOf(behaviorOf(seen)));
    note("opening", opening);
    for (const sentence of rest) note("rest", sentence);
    for (const { action, needsTaskItem } of visitPlan(residentsIn([seen]), 50)) {
      const done = applyCare(creature, action, needsTaskItem ? { category: null, isTask: true } : NO_ITEM, now);
      if (done.kind !== "done" || done.creature.death !== null) break;
      memory = rememberCare(memory, action, done, { loved: null, note: null, by: "keeper" });
      ({ creature } = done);
      if (action === "feed") note("meal", sceneOf(visibleCare(action, done)));
    }
    const after = visibleLifeAt(creature, now);
    if (after.kind === "dead") throw new Error(`${slug} died`);
    now = after.checkIn.at > now ? after.checkIn.at : now + HOUR_MS;
  }
  return read;
}

function firstOf(text: string): string {
  return text.split(/(?<=[.]) (?=\p{Lu})/u)[0] ?? "";
}

function behaviorOf(seen: VisibleLiving): string {
  return behavior(speakerOf(seen.creature), { seen, done: recentCareActions(seen), key: behaviorKey(seen) });
}

function soulOf(seen: VisibleLiving, memory: Memory<string> | null): string {
  const { creature, hoursSinceFed } = seen;
  const line = soulLine(creature, soulMemory(creature, memory, []))?.text;
  return soulPrompt(speakerOf(creature), {
    seen,
    hoursSinceFed,
    line,
    key: creature.careActions,
    meals: creature.feedings,
  });
}

function sceneOf({ creature, effect, timing, wasDue, at }: ReturnType<typeof visibleCare>): string {
  return careScene(speakerOf(creature), {
    ...effect,
    action: "feed",
    timing,
    category: null,
    wasDue,
    turn: creature.feedings,
    key: at,
  });
}

interface Freshness {
  readonly looks: number;
  readonly distinct: number;
  /** Percent of the looks. */
  readonly commonest: number;
  readonly commonestInLastThreeDays: number;
  readonly sameAsBefore: number;
  readonly newPerDay: readonly number[];
}

function freshness(read: readonly LineReading[], kind: LineKind): Freshness {
  const said = read.filter((each) => each.kind === kind);
  const newOn = said.filter(({ text }, index) => said.findIndex((each) => each.text === text) === index);
  return {
    looks: said.length,
    distinct: newOn.length,
    commonest: commonestOf(said),
    commonestInLastThreeDays: commonestOf(said.filter(({ day }) => day >= DAYS - 3)),
    sameAsBefore: said.filter(({ text }, index) => said[index - 1]?.text === text).length,
    newPerDay: Array.from({ length: DAYS }, (_, day) => newOn.filter((each) => each.day === day).length),
  };
}

function commonestOf(said: readonly LineReading[]): number {
  const counts = Map.groupBy(said, ({ text }) => text)
    .values()
    .map((each) => each.length);
  return Math.round((100 * Math.max(0, ...counts)) / said.length);
}

if (import.meta.main) {
  for (const slug of ["housecat", "robot", "hedgehog"]) {
    for (const kind of KINDS) console.log(slug, kind, JSON.stringify(freshness(tenDays(slug, 3), kind)));
  }
}
