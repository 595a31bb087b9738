// A creature's memories and recent care in answers: a keeper's words are shown only to its own key.
import type { z } from "zod";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import type { Memory } from "@denkeeper/rules/creature/memory.ts";
import { ago } from "@denkeeper/rules/time/spoken.ts";
import type { VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { plightOf, mentionsMemories } from "@denkeeper/rules/words/plight.ts";
import { soulMemory, soulLine } from "@denkeeper/rules/words/memory-lines.ts";
import { soulPrompt } from "@denkeeper/rules/words/soul-prompt.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import type { PresentCreature } from "../model/creatures/store/creature-change.ts";
import type { RecentCare } from "../model/creatures/store/creature-row.ts";
import type { Caller } from "../model/agents/store/callers.ts";
import { asKeeper, ownWords, type KeeperCaller, type PrivateText } from "../model/creatures/store/private-text.ts";
import type * as shapes from "../http/contract/shapes/creature.ts";

/** Memories that a creature may mention, and who hears them. */
interface MemoryContext {
  readonly memory: PresentCreature["memory"];
  readonly caller: Caller;
  /** The creatures that are visible to the caller. */
  readonly house: readonly PresentCreature[];
}

export function soulPromptOf(now: VisibleLiving, context: MemoryContext, hurts = false): string {
  return soulPrompt(speakerOf(now.creature), {
    seen: now,
    rests: now.resting !== null,
    hurts,
    hoursSinceFed: now.hoursSinceFed,
    line: soulLineOf(now, context),
    key: now.creature.careActions,
    meals: now.creature.feedings,
  });
}

/** Returns the memory at the end of the soul prompt, if there is one. Eggs do not count as company. */
export function soulLineOf(now: VisibleLiving, { memory, caller, house }: MemoryContext): string | undefined {
  if (now.resting === null && !mentionsMemories(plightOf(now))) return undefined;
  const { creature } = now;
  const others = house.flatMap((other) =>
    isLiving(other.creature) && other.creature.id !== creature.id ? [other.creature.name] : [],
  );
  const shared = memory === null ? null : { ...memory, note: noteFor(caller, memory.note) };
  return soulLine(creature, soulMemory(creature, shared, others))?.text;
}

/** Hides the keeper's note from sitters. */
function noteFor(caller: Caller, note: Memory<PrivateText>["note"]): Memory<string>["note"] {
  const keeper = note === null ? undefined : asKeeper(caller, caller.agent.id);
  return note === null || keeper === undefined ? null : { ...note, words: ownWords(keeper, note.words) };
}

/**
 * Describes recent care. For the keeper, a sitter's words are marked and words of unknown origin are omitted. A sitter sees
 * actions and times, but no words.
 */
export function recentCareView(
  { action, item, notes, timing, at, sitter }: RecentCare,
  now: number,
  keeper: KeeperCaller | undefined,
): z.input<typeof shapes.recentCare> {
  const reader = sitter === undefined ? undefined : keeper;
  return {
    action,
    item: ownWords(reader, item),
    notes: ownWords(reader, notes),
    timing,
    ago: ago(at, now),
    ...sitterMark(sitter),
  };
}

export function sitterMark(sitter: string | null | undefined): z.input<z.ZodObject<typeof shapes.sitterFields>> {
  return sitter === null || sitter === undefined ? {} : { sitter, untrusted: true };
}
