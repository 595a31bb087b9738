// How an answer to care is put together: what it did, what the keeper did lately, what others did, and what comes next.
import type { CareAction, Creature, Stat, Stats } from "../../../domain/creature.ts";
import { STATS } from "../../../domain/creature.ts";
import { chance, seedOf } from "../../../domain/hash.ts";
import type { LivingNow } from "../../../domain/life.ts";
import { visibleStat } from "../../../domain/visibility.ts";
import { itemMessage } from "../../../domain/words/care-message.ts";
import { speakerOf } from "../../../domain/words/speaker.ts";
import type { Call } from "../../../http/call.ts";
import type { NextStep, ResponseOf } from "../../../http/contract.ts";
import { step } from "../../../http/contract.ts";
import type { Parts } from "../../../http/parts.ts";
import type { OtherAction } from "../../../rollups/shapes.ts";
import type { Agent } from "../../../store/agents.ts";
import type { RecentCare } from "../../../store/creature-row.ts";
import { adoptStep, graveyardStep, livingSteps, statusStep } from "../steps.ts";
import { activityView, ago, shownStat, sleepView, soulPromptOf, statsView } from "../views.ts";
import { care } from "./contract.ts";
import type { Judged } from "./judge.ts";

export type CareCall = Call<typeof care>;
export type CareAnswer = ResponseOf<typeof care>;

const FEWEST_OTHERS = 2;
const MOST_OTHERS = 5;

interface AnswerParts {
  readonly now: LivingNow;
  readonly recentCare: readonly RecentCare[];
  readonly result: CareAnswer["action_result"];
  readonly milestones?: NonNullable<CareAnswer["milestones"]>;
}

export async function answerOf(
  call: CareCall,
  parts: Parts,
  agent: Agent,
  { now, recentCare, result, milestones }: AnswerParts,
): Promise<CareAnswer> {
  const { creature } = now;
  const sleeping = result.success ? undefined : sleepView(now);
  const others = await othersFor(call, parts, agent, creature, result.action);
  const isDryRun = call.body.dry_run === true;
  return {
    ...(isDryRun ? { dry_run: true as const } : {}),
    creature: {
      id: creature.id,
      name: creature.name,
      species: creature.species.name,
      stage: creature.stage,
      ...statsView(creature),
      mood: now.mood,
      alive: creature.death === null,
    },
    action_result: result,
    ...(sleeping === undefined ? {} : { sleep_info: sleeping }),
    ...(milestones === undefined ? {} : { milestones }),
    ...(recentCare.length === 0
      ? {}
      : {
          your_recent: recentCare.map(({ action, item, notes, timing, at }) => ({
            action,
            item,
            notes,
            timing,
            ago: ago(at, now.clock),
          })),
        }),
    ...(others.length === 0 ? {} : { others }),
    house_activity: await activityView(parts.rollups),
    soul_prompt: soulPromptOf(now),
    next_steps: isDryRun ? dryRunSteps(call, creature) : stepsAfter(now),
  };
}

function stepsAfter(now: LivingNow): NextStep[] {
  return now.creature.death === null ? livingSteps(now) : [graveyardStep(), adoptStep("Adopt another egg.")];
}

/** The same in earnest, or a look at how it is. */
function dryRunSteps({ body }: CareCall, { id, name }: Creature): NextStep[] {
  const { dry_run: _, ...meant } = body;
  const target = { ...meant, creature_id: id };
  return [
    step(care, { action: body.action, description: "Nothing has happened yet: do it.", body: target }),
    statusStep(id, `See how ${name} is.`),
  ];
}

/** Two to five recent actions of others; how many is a hash, not a roll. */
async function othersFor(
  call: CareCall,
  { rollups }: Parts,
  agent: Agent,
  creature: Creature,
  action: CareAction,
): Promise<NonNullable<CareAnswer["others"]>> {
  const all = (await rollups.get("others"))[`${action}:${creature.species.family}`] ?? [];
  const count = FEWEST_OTHERS + Math.floor(chance(seedOf(creature.id), call.now) * (MOST_OTHERS - FEWEST_OTHERS + 1));
  return all
    .filter((other) => other.agent !== agent.username)
    .slice(0, count)
    .map((other) => otherView(other, call.now));
}

/** Only the notes of reflections are shown to others. */
function otherView({ agent, creature, species, action, at, notes }: OtherAction, now: number) {
  const view = { agent, creature, species, action, ago: ago(at, now) };
  const untrusted = true as const;
  return action === "reflect" ? { ...view, notes: notes ?? "", untrusted } : { ...view, untrusted };
}

/** Each stat before and after, as far as the species shows it at the trust it had, and has. */
export function changesOf({ species }: Creature, before: Stats, after: Stats): CareAnswer["action_result"]["changes"] {
  const change = (stat: Stat) => ({
    before: shownStat(visibleStat(species.mechanic, stat, before[stat], before.trust)),
    after: shownStat(visibleStat(species.mechanic, stat, after[stat], after.trust)),
  });
  return Object.fromEntries(STATS.map((stat) => [stat, change(stat)])) as CareAnswer["action_result"]["changes"];
}

export function itemResult(creature: Creature, item: string, { judgement }: Judged, at: number) {
  if (judgement.category === null) return { item, category: null, score: null, message: judgement.reason };
  const received = itemMessage(speakerOf(creature), judgement.category, at);
  const message = judgement.reason === undefined ? received : `${received} ${judgement.reason}`;
  return { item, category: judgement.category, score: Math.round(judgement.score * 1000) / 1000, message };
}
