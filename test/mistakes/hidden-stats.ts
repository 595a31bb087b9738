// Mistakes that must not compile: actual stats in texts where the species may hide them, each beside its correct form.
import type { z } from "zod";
import type { CareDone } from "@denkeeper/rules/care/care.ts";
import { visibleCare, visibleEffect } from "@denkeeper/rules/care/visible-effect.ts";
import { visibleMilestones } from "@denkeeper/rules/creature/milestones.ts";
import { loggedStats, visibilityOf } from "@denkeeper/rules/creature/visibility.ts";
import type { VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { SCENES } from "@denkeeper/rules/words/lines/behavior.ts";
import { disciplineWarning } from "@denkeeper/rules/words/advice.ts";
import { careMessage } from "@denkeeper/rules/words/care-message.ts";
import { TROUBLED, WELL } from "@denkeeper/rules/words/lines/feelings.ts";
import { milestoneMessage } from "@denkeeper/rules/words/milestone.ts";
import { plightOf } from "@denkeeper/rules/words/plight.ts";
import { soulPrompt } from "@denkeeper/rules/words/soul-prompt.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import type { stat } from "../../src/http/contract/shapes/creature.ts";
import { statsView } from "../../src/views/views.ts";
import type { LogRow } from "../../src/model/creatures/store/care-log.ts";

export function inAnswers({ creature }: CareDone) {
  return [
    statsView(visibilityOf(creature)),
    // @ts-expect-error actual stats
    statsView({ stats: creature.stats, hidden: [] }),
  ];
}

export function inFields({ visibility }: VisibleLiving, { before }: CareDone): readonly z.input<typeof stat>[] {
  return [
    visibility.stats.hunger,
    // @ts-expect-error a number that nothing has hidden or capped
    before.stats.hunger,
  ];
}

export function inTexts({ creature, visibility }: VisibleLiving): readonly string[] {
  return [
    `${creature.name}: health ${visibility.stats.health ?? "hidden"}`,
    // @ts-expect-error views of a creature do not know its stats
    `${creature.name}: health ${creature.stats.health}`,
    // @ts-expect-error views of a creature do not know since when a stat has been low
    `${creature.name} is ill since ${creature.criticalSince}`,
  ];
}

export function inWords({ creature }: CareDone, now: VisibleLiving): readonly string[] {
  const state = { hoursSinceFed: 1, key: 0 };
  return [
    soulPrompt(speakerOf(creature), { ...state, seen: now }),
    // @ts-expect-error actual stats
    soulPrompt(speakerOf(creature), { ...state, seen: { ...now, visibility: { stats: creature.stats, hidden: [] } } }),
  ];
}

/** WORDS-25: calm lines need a mood, and only the plight `well` has one. */
export function fromMoods({ mood, ...now }: VisibleLiving): readonly string[] {
  const plight = plightOf({ ...now, mood });
  return [
    ...(plight.is === "well" ? WELL[plight.mood] : TROUBLED[plight.is]),
    // @ts-expect-error a mood alone
    ...WELL[mood],
    // @ts-expect-error a mood in trouble
    ...(plight.is === "well" ? [] : WELL[plight.mood]),
    // @ts-expect-error a scene by its mood
    ...SCENES.cat[mood],
  ];
}

export function inWarnings({ before }: CareDone): readonly (string | null)[] {
  return [
    disciplineWarning(visibilityOf(before).stats),
    // @ts-expect-error a warning that tells how low a hidden stat is
    disciplineWarning(before.stats),
  ];
}

export function inResults(done: CareDone): readonly string[] {
  const speaker = speakerOf(done.creature);
  const { fell, endsStreak } = visibleCare("play", done);
  const care = { action: "play", timing: null, category: null, streak: 0, wasDue: false, key: 0 } as const;
  const given = { ...care, fell, endsStreak };
  return [
    careMessage(speaker, { ...given, ...visibleEffect("play", done) }),
    // @ts-expect-error an effect that shows the room of a hidden stat
    careMessage(speaker, { ...given, effectiveness: done.effectiveness, shortfall: done.shortfall }),
  ];
}

export function inMilestones({ creature, milestones, at }: CareDone): readonly string[] {
  const speaker = speakerOf(creature);
  return [
    ...visibleMilestones(creature, milestones).map((milestone) => milestoneMessage(speaker, milestone, at)),
    // @ts-expect-error milestones of hidden stats among them
    ...milestones.map((milestone) => milestoneMessage(speaker, milestone, at)),
  ];
}

export function inHistory(row: LogRow): readonly string[] {
  return [
    `trust ${loggedStats("hedgehog", row, "after")?.trust ?? "hidden"}`,
    // @ts-expect-error a logged stat that the species may hide
    // oxlint-disable-next-line typescript/restrict-template-expressions
    `trust ${row.trust_after}`,
  ];
}
