// Plays a life by the rules, and collects the state, log and gravestone that the service would store.
import { NO_ITEM, applyCare, type JudgedItem } from "@denkeeper/rules/care/care.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import { adopt } from "@denkeeper/rules/care/adoption.ts";
import { isLiving, type CareAction } from "@denkeeper/rules/creature/creature.ts";
import { creatureAt, type LivingNow } from "@denkeeper/rules/life/life.ts";
import { release } from "@denkeeper/rules/care/release.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { gravestoneRowOf } from "../../src/model/life/gravestone-row.ts";
import {
  checkChange,
  deathChange,
  hatchChange,
  nextEventAt,
  type ChangeKeeper,
} from "../../src/model/life/time-changes.ts";
import { logRow, type LogRow } from "../../src/model/creatures/store/care-log.ts";
import { privateText } from "../../src/model/creatures/store/private-text.ts";
import {
  logRowsOf,
  type CreatureChange,
  type PresentCreature,
} from "../../src/model/creatures/store/creature-change.ts";
import type { RecentCare } from "../../src/model/creatures/store/creature-row.ts";
import type { GravestoneRow } from "../../src/model/creatures/store/gravestones.ts";

const RECENT = 5;

export interface SeedGift {
  readonly item?: string;
  readonly judged?: JudgedItem & { readonly score: number };
  readonly notes?: string;
}

export interface LifeStart {
  readonly id: string;
  readonly name: string;
  readonly species: SpeciesNature;
  readonly zone: string;
  readonly at: number;
}

export class SeedLife {
  readonly keeper: ChangeKeeper;
  readonly log: LogRow[] = [];
  readonly bornAt: number;
  stored: PresentCreature;
  gravestone: GravestoneRow | undefined;

  constructor(keeper: ChangeKeeper, start: LifeStart) {
    this.keeper = keeper;
    this.bornAt = start.at;
    this.stored = {
      agentId: keeper.id,
      version: 1,
      creature: adopt(start),
      seenStage: "egg",
      recentCare: [],
      memory: null,
      imagePrompt: null,
      imageUrl: null,
      nextEventAt: null,
    };
    this.log.push(logRow(keeper.id, this.stored.creature, 1, { kind: "adopt", recordedAt: start.at, at: start.at }));
  }

  get isOver(): boolean {
    const { death, releasedAt } = this.stored.creature;
    return death !== null || releasedAt !== null;
  }

  livingAt(at: number): LivingNow | undefined {
    const now = creatureAt(this.stored.creature, at);
    return now.kind === "living" ? now : undefined;
  }

  /** Simulates a status call, which hatches the creature, checks it, or records its death. */
  look(at: number): LivingNow | undefined {
    const { stored, keeper } = this;
    this.#apply(deathChange(stored, keeper, at) ?? hatchChange(stored, keeper, at) ?? checkChange(stored, keeper, at));
    const now = this.livingAt(at);
    if (now !== undefined) this.stored = { ...this.stored, seenStage: now.creature.stage };
    return now;
  }

  /** Simulates a care call. Returns true if the creature accepted it. */
  care(action: CareAction, at: number, { item, judged, notes }: SeedGift = {}): boolean {
    const { stored } = this;
    if (!isLiving(stored.creature)) return false;
    const outcome = applyCare(stored.creature, action, judged ?? NO_ITEM, at);
    if (outcome.kind !== "done") return false;
    const { creature, before, timing, effectiveness } = outcome;
    const caredAt: number = outcome.at;
    const words = { item: privateText(item), notes: privateText(notes) };
    const recent: RecentCare = { action, ...words, timing, at: outcome.at, sitter: null };
    const memory = rememberCare(stored.memory, action, outcome, {
      loved: judged?.category === "loved" && item !== undefined ? { phrase: item, score: judged.score } : null,
      note: action === "reflect" ? words.notes : null,
    });
    this.#apply({
      from: stored,
      to: { ...stored, creature, memory, recentCare: [recent, ...stored.recentCare].slice(0, RECENT) },
      log: [
        {
          kind: "care",
          recordedAt: caredAt,
          at: outcome.at,
          uncheckedSince: stored.creature.lastCheckedAt,
          care: {
            action,
            ...words,
            isTask: judged?.isTask ?? false,
            category: judged?.category ?? null,
            score: judged?.score ?? null,
            timing,
            effectiveness,
            before: before.stats,
            after: creature.stats,
          },
        },
      ],
      gravestone: creature.death === null ? undefined : gravestoneRowOf(this.keeper, before, creature),
    });
    return true;
  }

  release(at: number): void {
    const { stored } = this;
    if (!isLiving(stored.creature)) return;
    const outcome = release(stored.creature, at);
    if (outcome.kind !== "released") return;
    const { creature } = outcome;
    this.#apply({
      from: stored,
      to: { ...stored, creature },
      log: [{ kind: "release", recordedAt: at, at }],
    });
  }

  /** Applies a change and increments the version, as the store does. */
  #apply(change: CreatureChange | undefined): void {
    if (change === undefined) return;
    const version = this.stored.version + 1;
    this.log.push(...logRowsOf(change, version));
    this.gravestone = change.gravestone ?? this.gravestone;
    this.stored = { ...change.to, version, nextEventAt: nextEventAt(change.to.creature, 0) };
  }
}
