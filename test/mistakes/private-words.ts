// Mistakes that must not compile: an agent's private words in texts that others read, each beside its correct form.
import { soulMemory } from "@denkeeper/rules/words/memory-lines.ts";
import { html } from "../../src/ui/html.ts";
import type { ReflectionView } from "../../src/http/contract/shapes/reflection.ts";
import type { Caller } from "../../src/model/agents/store/callers.ts";
import type { LifeRow, LogRow } from "../../src/model/creatures/store/care-log.ts";
import type { PresentCreature } from "../../src/model/creatures/store/creature-change.ts";
import type { RecentCare, StoredCreature } from "../../src/model/creatures/store/creature-row.ts";
import { asKeeper, ownWords, privateText, reflectNote } from "../../src/model/creatures/store/private-text.ts";

type PublicNote = ReflectionView["notes"];

export function inPublicAnswers(row: LifeRow): readonly PublicNote[] {
  return [
    reflectNote(row) ?? "",
    // @ts-expect-error a note that may not be one of reflect, in a public field
    row.notes ?? "",
  ];
}

export function inTexts({ action, item, notes }: RecentCare, name: string): readonly string[] {
  return [
    `${name} was given something.`,
    // @ts-expect-error an item in a sentence that others read, such as an epitaph
    // oxlint-disable-next-line typescript/restrict-template-expressions
    `${name} was given ${item}.`,
    `${name}: `.concat(reflectNote({ action, notes }) ?? ""),
    // @ts-expect-error a note joined to a sentence
    `${name}: `.concat(notes ?? ""),
  ];
}

export function onPages(row: LogRow) {
  return [
    html`<q>${reflectNote(row)}</q>`,
    // @ts-expect-error a note of any action on a page
    html`<q>${row.notes}</q>`,
  ];
}

export function forSitters(caller: Caller, { agentId }: StoredCreature, { item }: LogRow): readonly (string | null)[] {
  return [
    ownWords(asKeeper(caller, agentId), item),
    // @ts-expect-error a caller may be a sitter, or another agent
    ownWords(caller, item),
  ];
}

export function inMemories({ creature, memory }: PresentCreature) {
  return [
    soulMemory(creature, memory === null ? null : { ...memory, note: null }, []),
    // @ts-expect-error a memory with the keeper's note in it
    soulMemory(creature, memory, []),
  ];
}

export function intoTheLog(words: string): readonly Pick<RecentCare, "notes">[] {
  return [
    { notes: privateText(words) },
    // @ts-expect-error words of a call that are stored as if anyone could read them
    { notes: words },
  ];
}
