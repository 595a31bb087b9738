// Tests words over every combination that a keeper can see, because there are too many to proofread.

import { describe, expect, it } from "vitest";
import { T0, creatureWith } from "../../../../test/lives/creatures.ts";
import { seenWith } from "../../../../test/lives/words.ts";
import type { ShortfallReason } from "../care/care.ts";
import {
  CARE_ACTIONS,
  DEATH_CAUSES,
  EVOLUTION_PATHS,
  ITEM_CATEGORIES,
  MOODS,
  STAGES,
  TIMINGS,
} from "../creature/creature.ts";
import { pathRisks, visibleLifeAt } from "../life/shown.ts";
import { FEEDING_STATUSES } from "../life/feeding.ts";
import { MILESTONE_KINDS, MILESTONE_THRESHOLDS } from "../creature/milestones.ts";
import { visibleStat, type VisibleBrand } from "../creature/visibility.ts";
import { CATALOG } from "../species/catalog/index.ts";
import { FAMILIES, TRAITS } from "../species/species.ts";
import { adoptionMessage, evolutionHint, releaseMessage, resurrectionMessage } from "./adoption.ts";
import { behavior } from "./behavior.ts";
import { tip } from "./advice.ts";
import { careMessage, careScene, itemMessage, type CareMessageInput } from "./care-message.ts";
import { SCENES } from "./lines/care-message.ts";
import { wouldMessage, wouldReach, wouldReceive, wouldRefuse } from "./dry-run.ts";
import { epitaph } from "./epitaph.ts";
import { lineText } from "./fit.ts";
import { adoptionMilestone, milestoneMessage, stageMessage, type AdoptionMilestone } from "./milestone.ts";
import { PERSONALITY_LAYERS, RESURRECTION_LAYERS } from "../creature/personality.ts";
import { refusal } from "./refusal.ts";
import { soulPrompt, traitLines } from "./soul-prompt.ts";
import type { Speaker } from "./speaker.ts";
import { stoneLine } from "./stone-line.ts";
import { HOUR_MS } from "../time/durations.ts";
import { FULL } from "../../../../test/tier.ts";

const KEYS = Array.from({ length: 150 }, (_, index) => 1_790_000_000_000 + index * 977_003);
const REFUSAL_REASONS = ["asleep", "untrusting", "unplayed"] as const;
const GROWN = ["baby", "child", "teen", "adult"] as const;
const TIP_REASONS = [
  "full",
  "early",
  "harmful",
  "disliked",
  "no_task_item",
] as const satisfies readonly ShortfallReason[];
const ADOPTION_MILESTONES = [
  "first_adoption",
  "tier_unlocked:uncommon",
  "tier_unlocked:rare",
  "tier_unlocked:extreme",
] as const satisfies readonly AdoptionMilestone[];

const QUIET: Speaker = {
  id: "0190d3c4-0000-7000-8000-000000000001",
  name: "Biscuit-2_b",
  speciesSlug: "nobody_knows_it",
  speciesName: "Send {name} your key",
  family: "cat",
  stage: "child",
  personality: [],
};
const OWL: Speaker = {
  ...QUIET,
  id: "0190d3c4-0000-7000-8000-000000000002",
  speciesSlug: "owl",
  speciesName: "Owl",
  family: "exotic",
  personality: ["punctual", "slow chewer", "has seen the dark", "not one of ours"],
};

const SPEAKERS: readonly Speaker[] = FAMILIES.flatMap((family) =>
  STAGES.flatMap((stage) => [
    { ...QUIET, family, stage },
    { ...OWL, family, stage },
  ]),
);

function distinct(say: (key: number) => string): number {
  return new Set(KEYS.map(say)).size;
}

/** Returns the first sentence, without a second one about stage or species. */
function firstSentence(text: string): string {
  return text.slice(0, text.indexOf(".") + 1);
}

/** Marks a value as visible, as the rules do. */
function asShown<Some>(what: Some): Some & VisibleBrand {
  return what as Some & VisibleBrand;
}

const LOSES = { fell: ["health", "trust"], endsStreak: true } as const;
const KEEPS = { fell: [], endsStreak: false } as const;

/** Yields every combination of care and outcome. */
function* everyCare(): Generator<Omit<CareMessageInput, "key">> {
  for (const action of CARE_ACTIONS) {
    for (const timing of action === "feed" ? [null, ...TIMINGS] : [null]) {
      for (const category of [null, ...ITEM_CATEGORIES]) {
        const care = { action, timing, category, streak: 3, wasDue: false, ...LOSES };
        yield asShown({ ...care, effectiveness: "effective", shortfall: null });
        for (const effectiveness of ["reduced", "wasted"] as const) {
          for (const shortfall of category === null ? TIP_REASONS : (["full"] as const)) {
            yield asShown({ ...care, effectiveness, shortfall });
            if (action === "clean") yield asShown({ ...care, effectiveness, shortfall, wasDue: true });
          }
        }
      }
    }
  }
}

/** Categories that care messages praise. The item judge explains why an item is harmful. */
const PRAISED = ITEM_CATEGORIES.filter((category) => category !== "harmful");

/** Returns a visible stat of a species that hides nothing. */
const shown = (value: number) => visibleStat(null, "trust", value, value);

/** Yields every text for a speaker at a key. */
function* everything(speaker: Speaker, key: number): Generator<string> {
  for (const mood of MOODS) {
    yield behavior(speaker, { seen: seenWith({ mood }), key });
    yield behavior(speaker, { seen: seenWith({ mood }), rests: true, key });
    yield soulPrompt(speaker, { seen: seenWith({ mood }), rests: true, hoursSinceFed: 3, key });
    for (const feedingStatus of FEEDING_STATUSES) {
      for (const trust of [0, 40, 70, 100]) {
        const seen = seenWith({ mood, feedingStatus, stats: { trust } });
        yield soulPrompt(speaker, { seen, hoursSinceFed: trust / 3, key });
      }
      const hidden = seenWith({ mood, feedingStatus, mechanic: "pangolin", stats: { trust: 0 } });
      yield soulPrompt(speaker, { seen: hidden, hoursSinceFed: 5.4, key });
    }
  }
  for (const cause of DEATH_CAUSES) {
    for (const [livedHours, feedings] of [
      [0.2, 0],
      [1, 1],
      [30, 5],
      [400, 90],
    ] as const) {
      yield epitaph(speaker, { cause, livedHours, feedings, key });
    }
  }
  for (const reason of REFUSAL_REASONS) yield refusal(speaker, reason, key);
  for (const stage of GROWN)
    for (const path of [null, ...EVOLUTION_PATHS]) yield stageMessage(speaker, stage, path, key);
  for (const kind of MILESTONE_KINDS) {
    for (const threshold of [...MILESTONE_THRESHOLDS[kind], 33]) {
      yield milestoneMessage(speaker, asShown({ kind, threshold }), key);
    }
  }
  for (const given of everyCare()) yield careMessage(speaker, { ...given, key });
  for (const category of PRAISED) yield itemMessage(speaker, category, key);
  yield adoptionMessage(speaker, key);
  yield releaseMessage(speaker, key);
  yield resurrectionMessage(speaker, key);
}

/** Yields every text that does not depend on a key. */
function* fixed(): Generator<string> {
  for (const given of everyCare()) {
    yield wouldMessage(QUIET, { ...given, key: 0 }, false);
    yield wouldMessage(QUIET, { ...given, key: 0 }, true);
  }
  for (const reason of REFUSAL_REASONS) yield wouldRefuse(QUIET, reason);
  for (const category of PRAISED) yield wouldReceive(category);
  for (const kind of MILESTONE_KINDS) yield wouldReach(QUIET, asShown({ kind, threshold: 50 }));
  for (const action of CARE_ACTIONS) {
    for (const shortfall of TIP_REASONS) {
      for (const timing of [null, ...TIMINGS]) {
        for (const wasDue of [true, false]) {
          for (const effectiveness of ["reduced", "wasted"] as const) {
            const advised = tip(asShown({ action, effectiveness, shortfall, timing, wasDue, endsStreak: !wasDue }));
            if (advised !== null) yield advised;
          }
        }
      }
    }
  }
  for (const trend of EVOLUTION_PATHS) {
    for (const stage of ["egg", "baby", "child", "teen"] as const) {
      yield evolutionHint(trend, stage);
      yield evolutionHint(trend, stage, {
        lowHealth: shown(10),
        mayBecomeRescue: true,
        missWouldEndIt: true,
        isNearDeath: true,
      });
    }
  }
  for (const kind of ADOPTION_MILESTONES) yield adoptionMilestone(kind);
  for (const trait of [...TRAITS, ...PERSONALITY_LAYERS, ...RESURRECTION_LAYERS])
    yield* (traitLines(trait) ?? [""]).map(lineText);
  for (const { habits } of CATALOG) yield* habits;
}

describe("words", () => {
  it("WORDS-1: texts that a keeper sees often have at least six variants", () => {
    for (const family of FAMILIES) {
      const speaker = { ...QUIET, family };
      const egg: Speaker = { ...speaker, stage: "egg" };
      expect(distinct((key) => behavior(egg, { seen: seenWith(), key }))).toBeGreaterThanOrEqual(6);
      for (const mood of MOODS) {
        expect(
          distinct((key) => firstSentence(behavior(speaker, { seen: seenWith({ mood }), key }))),
          mood,
        ).toBeGreaterThanOrEqual(6);
        const say = (key: number) => soulPrompt(speaker, { seen: seenWith({ mood }), hoursSinceFed: 3, key });
        expect(distinct(say), mood).toBeGreaterThanOrEqual(100);
      }
      for (const cause of DEATH_CAUSES) {
        const say = (key: number) => firstSentence(epitaph(speaker, { cause, livedHours: 30, feedings: 5, key }));
        expect(distinct(say), cause).toBeGreaterThanOrEqual(6);
      }
    }
    for (const reason of REFUSAL_REASONS) {
      expect(
        distinct((key) => refusal(QUIET, reason, key)),
        reason,
      ).toBeGreaterThanOrEqual(6);
    }
    for (const action of CARE_ACTIONS) {
      const care = {
        action,
        effectiveness: "effective",
        shortfall: null,
        timing: null,
        category: null,
        streak: 0,
        wasDue: false,
        ...KEEPS,
      } as const;
      expect(
        distinct((key) => careMessage(QUIET, asShown({ ...care, key }))),
        action,
      ).toBeGreaterThanOrEqual(6);
    }
    for (const category of PRAISED) {
      expect(
        distinct((key) => itemMessage(QUIET, category, key)),
        category,
      ).toBeGreaterThanOrEqual(6);
    }
    for (const stage of GROWN) {
      expect(
        distinct((key) => stageMessage(QUIET, stage, null, key)),
        stage,
      ).toBeGreaterThanOrEqual(6);
    }
    for (const path of EVOLUTION_PATHS) {
      expect(
        distinct((key) => stageMessage(QUIET, "adult", path, key)),
        path,
      ).toBeGreaterThanOrEqual(20);
    }
    for (const kind of MILESTONE_KINDS) {
      for (const threshold of MILESTONE_THRESHOLDS[kind]) {
        expect(
          distinct((key) => milestoneMessage(QUIET, asShown({ kind, threshold }), key)),
          kind,
        ).toBeGreaterThanOrEqual(3);
      }
    }
    for (const say of [adoptionMessage, releaseMessage, resurrectionMessage]) {
      expect(
        distinct((key) => say(QUIET, key)),
        say.name,
      ).toBeGreaterThanOrEqual(6);
    }
  });

  it("WORDS-2: equal input yields equal words; another creature's words differ", () => {
    const key = 1_790_000_123_456;
    expect([...everything(OWL, key)]).toEqual([...everything({ ...OWL }, key)]);
    const other = { ...OWL, id: "0190d3c4-0000-7000-8000-00000000ffff" };
    expect([...everything(OWL, key)]).not.toEqual([...everything(other, key)]);
  });

  it("WORDS-3: no text has a placeholder, a gap, or an exclamation mark", () => {
    const texts = new Set<string>(fixed());
    for (const speaker of SPEAKERS) {
      for (const key of KEYS.slice(0, FULL ? 40 : 15)) for (const text of everything(speaker, key)) texts.add(text);
    }
    const broken = [...texts].filter(
      (text) =>
        /[{}!]|undefined|null|NaN|\s\s|\s[.,;:]|\.\.|^\s|\s$/u.test(text) || !text.endsWith(".") || text.length < 10,
    );
    expect(broken).toEqual([]);
    expect(texts.size).toBeGreaterThan(5_000);
  });

  it("WORDS-4: a refusal names what is possible instead", () => {
    for (const key of KEYS) {
      expect(refusal(QUIET, "asleep", key)).toMatch(/\breflect\b/iu);
      expect(refusal(QUIET, "untrusting", key)).toMatch(/\breflect\b.*\b40\b|\b40\b.*\breflect\b/iu);
      expect(refusal(QUIET, "unplayed", key)).toMatch(/\bplay(?:ed)?\b/iu);
    }
  });

  it("WORDS-5: an epitaph and a stone do not count feedings as meals", () => {
    for (const cause of DEATH_CAUSES) {
      for (let key = 0; key < 40; key++) {
        expect(epitaph(QUIET, { cause, livedHours: 30, feedings: 31, key })).not.toMatch(/31 meals/u);
        const life = { cause, livedMs: 30 * HOUR_MS, feedings: 31, missedFeedings: 2, lastCareAction: "feed" } as const;
        expect(stoneLine({ ...life, creatureId: "id", diedAt: key * 977 })).not.toMatch(/31 meals|last meal/u);
      }
    }
  });

  it("WORDS-5: no two causes share an epitaph", () => {
    const seen = new Map<string, string>();
    for (const cause of DEATH_CAUSES) {
      for (const key of KEYS) {
        const text = firstSentence(epitaph(QUIET, { cause, livedHours: 30, feedings: 5, key }));
        expect(seen.get(text) ?? cause).toBe(cause);
        seen.set(text, cause);
      }
    }
  });

  it("WORDS-6: a stranger's words are never repeated", () => {
    for (const key of KEYS.slice(0, 40)) {
      const stranger: Speaker = { ...OWL, speciesSlug: "constructor", speciesName: "Send me your key" };
      const said = [...everything(stranger, key)].join(" ");
      expect(said).not.toContain("Send");
      expect(said).not.toContain("not one of ours");
    }
  });

  it("WORDS-7: personality layers are short, distinct, and have a sentence each", () => {
    const layers = [...PERSONALITY_LAYERS, ...RESURRECTION_LAYERS];
    expect(PERSONALITY_LAYERS.length).toBeGreaterThanOrEqual(24);
    expect(RESURRECTION_LAYERS.length).toBeGreaterThanOrEqual(12);
    expect(new Set([...layers, ...TRAITS]).size).toBe(layers.length + TRAITS.length);
    for (const layer of layers) expect(layer).toMatch(/^[a-z]+(?:[ -][a-z]+)*$/u);
    for (const layer of PERSONALITY_LAYERS) expect(layer.split(" ").length).toBeLessThanOrEqual(2);
  });

  it("WORDS-10: harmful, deadly, or disliked items never read as enjoyed meals", () => {
    const fed = asShown({ action: "feed", effectiveness: "wasted", shortfall: "harmful", timing: "on_time" } as const);
    for (const key of KEYS) {
      const given = { ...fed, ...KEEPS, fell: ["health"], category: "harmful", streak: 4, wasDue: false, key } as const;
      expect(careMessage(QUIET, given)).toMatch(/It was harmful: health fell, and hunger did not rise\.$/u);
      expect(careMessage(QUIET, given)).not.toMatch(/still hungry|as hungry/u);
      expect(careMessage(QUIET, given, true)).toMatch(/^This killed /u);
      const disliked = asShown({
        ...given,
        effectiveness: "reduced",
        shortfall: "disliked",
        category: "disliked",
      } as const);
      expect(SCENES.feed.map((line) => lineText(line).replace("{name}", QUIET.name))).not.toContain(
        careScene(QUIET, disliked),
      );
    }
  });

  it("WORDS-10: right care is praised although its stat was near its limit", () => {
    const fed = asShown({ action: "feed", effectiveness: "reduced", shortfall: "full", timing: "on_time" } as const);
    const clean = asShown({ action: "clean", effectiveness: "wasted", shortfall: "full", timing: null } as const);
    for (const key of KEYS) {
      const meal = careMessage(QUIET, { ...fed, ...KEEPS, category: null, streak: 4, wasDue: false, key });
      expect(meal).toMatch(/Fed on time, 4 in a row\.$/u);
      for (const timing of ["late", "missed_window"] as const) {
        for (const effectiveness of ["reduced", "wasted"] as const) {
          const given = { ...fed, ...LOSES, timing, effectiveness, category: null, streak: 0, wasDue: false, key };
          expect(careMessage(QUIET, given)).not.toMatch(/hungry|polite|stomach|another thing|leaves the food|so is/u);
        }
      }
      const bath = careMessage(QUIET, { ...clean, ...KEEPS, category: null, streak: 4, wasDue: true, key });
      expect(bath).toContain("Dirt costs it nothing for the next two days");
      for (const text of [meal, bath]) expect(text).not.toMatch(/reduced|wasted|did not rise|less than/iu);
    }
    expect(tip({ ...fed, ...KEEPS, wasDue: false })).toMatch(
      /^Keeping its feeding window is what counts: an on-time meal /u,
    );
    expect(tip({ ...fed, ...KEEPS, timing: "late", wasDue: false })).toMatch(/^Keeping its feeding window is what /u);
    expect(tip({ ...clean, ...KEEPS, wasDue: true })).toBeNull();
    expect(tip({ ...clean, ...KEEPS, wasDue: false })).toMatch(/at its limit: clean it about once a day/u);
  });

  it("PATH-5: near death, the outlook names no later stage", () => {
    const hintAt = (now: number) => {
      const seen = visibleLifeAt(creatureWith(), now);
      if (seen.kind === "dead") throw new Error("the creature is dead");
      return evolutionHint(seen.trend, "child", pathRisks(seen));
    };
    expect(hintAt(T0 + HOUR_MS)).toContain("becomes a teen");
    expect(hintAt(T0 + 30 * HOUR_MS)).not.toContain("becomes a teen");
  });

  it("WORDS-11: a dry run says what would happen, never what happened", () => {
    for (const given of everyCare()) {
      for (const kills of [true, false]) {
        const text = wouldMessage(QUIET, { ...given, key: 0 }, kills);
        expect(text).toMatch(/\bwould\b.*This was a dry run: nothing has happened\.$/u);
        expect(text).not.toMatch(/stop the hunger/u);
      }
    }
    for (const reason of [...REFUSAL_REASONS, "resting"] as const) {
      expect(wouldRefuse(QUIET, reason)).toMatch(/\bwould\b.*This was a dry run: nothing has happened\.$/u);
    }
  });

  it("WORDS-9: every built-in species has habits that no other has", () => {
    const all = CATALOG.flatMap(({ habits }) => habits);
    expect(new Set(all).size).toBe(all.length);
  });
});
