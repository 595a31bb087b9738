// Plays a seeded life of ten days with what a creature remembers (gifts, notes, late meals, deaths and company), and stores the log
// with each answer to verify its line.
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import { resurrect } from "@denkeeper/rules/care/resurrection.ts";
import type { CareAction, Living } from "@denkeeper/rules/creature/creature.ts";
import type { Memory } from "@denkeeper/rules/creature/memory.ts";
import { hoursLate } from "@denkeeper/rules/life/feeding.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { visibleLifeAt } from "@denkeeper/rules/life/shown.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";
import { soulMemory, soulLine, type SoulTopic } from "@denkeeper/rules/words/memory-lines.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { startLife, type RandomSource } from "../balance/lives.ts";

const DAYS = 10;
const ABSENCE_HOURS = 72;
/** Rounds of care at one instant after which a keeper leaves for an hour. */
const PATIENCE = 8;

export interface LoggedCare {
  readonly kind: "care";
  readonly at: number;
  readonly action: CareAction;
  /** Hours by which a feeding was late. */
  readonly hoursLate: number;
  readonly loved: { readonly phrase: string; readonly score: number } | null;
  readonly note: string | null;
}

export type LifeLogEntry = LoggedCare | { readonly kind: "hatch" | "death" | "return"; readonly at: number };

export interface RememberedAnswer {
  /** The log up to and including this care. */
  readonly log: readonly LifeLogEntry[];
  readonly about: SoulTopic;
  readonly line: string;
  /** The line when read again just before the next care. */
  readonly readAgain: string;
  /** The line that a sitter would receive. */
  readonly toSitter: string;
}

export interface RememberedLife {
  readonly others: readonly string[];
  readonly answers: readonly RememberedAnswer[];
}

interface MemoryHabit {
  /** Most hours by which the keeper is late. */
  readonly lateHours: number;
  /** Probability per visit of staying away for ABSENCE_HOURS. */
  readonly absences: number;
  /** Probability of a loved item per care action, and of a note per reflection. */
  readonly gifts: number;
  readonly notes: number;
}

const HABITS: readonly MemoryHabit[] = [
  { lateHours: 0.5, absences: 0, gifts: 0, notes: 0 },
  { lateHours: 1, absences: 0, gifts: 0.6, notes: 0.1 },
  { lateHours: 2, absences: 0.005, gifts: 0.1, notes: 0.9 },
  { lateHours: 9, absences: 0, gifts: 0.3, notes: 0.4 },
  { lateHours: 1, absences: 0.03, gifts: 0.2, notes: 0.3 },
];

const NOTES = ["It waited for me.", "We sat and said nothing.", "I was late, and it knew.", "A “good” day, I think."];
const NAMES = ["Moss", "Ada", "Fern", "Juno"];

/** Care that a keeper may give when none is advised. */
const EXTRAS: readonly CareAction[] = ["reflect", "play", "sleep", "clean"];

export function rememberedLife(number: number): RememberedLife {
  const species = CATALOG[number % CATALOG.length];
  const habit = HABITS[number % HABITS.length] ?? HABITS[0];
  if (species === undefined || habit === undefined) throw new Error(`no species or habit for life ${number}`);
  const { creature, dice } = startLife(species, number);
  const others = NAMES.slice(0, Math.max(0, Math.floor(dice() * 6) - 2));
  const played = new RememberedPlay(creature, species, { habit, dice, others });
  played.play();
  return { others, answers: played.answers };
}

interface MemorySetting {
  readonly habit: MemoryHabit;
  readonly dice: RandomSource;
  readonly others: readonly string[];
}

class RememberedPlay {
  readonly answers: RememberedAnswer[] = [];
  readonly #log: LifeLogEntry[];
  readonly #species: BuiltInSpecies;
  readonly #setting: MemorySetting;
  #creature: Living;
  #memory: Memory<string> | null = null;
  #now: number;

  constructor(creature: Living, species: BuiltInSpecies, setting: MemorySetting) {
    this.#creature = creature;
    this.#species = species;
    this.#setting = setting;
    this.#now = creature.asOf;
    this.#log = [{ kind: "hatch", at: creature.asOf }];
  }

  play(): void {
    const { habit, dice } = this.#setting;
    const end = this.#now + DAYS * DAY_MS;
    let caresNow = 0;
    while (this.#now < end && this.#isAlive()) {
      const before = creatureAt(this.#creature, this.#now);
      if (before.kind !== "living") return;
      const extra = EXTRAS[Math.floor(dice() * EXTRAS.length)] ?? "reflect";
      if (before.advice !== null) this.#care(before.advice.action);
      else if (dice() < 0.5) this.#care(extra);
      const { checkIn } = visibleLivingAt(this.#creature, this.#now) ?? before;
      caresNow = checkIn.at > this.#now ? 0 : caresNow + 1;
      const next = caresNow > PATIENCE ? this.#now + HOUR_MS : checkIn.at;
      const lateHours = dice() < habit.absences ? ABSENCE_HOURS : dice() ** 3 * habit.lateHours;
      if (next > this.#now) this.#now = next + Math.floor(lateHours * HOUR_MS);
    }
  }

  /** Records a death and resurrects four of five dead creatures. Returns true if the creature is alive. */
  #isAlive(): boolean {
    const settled = settle(this.#creature, this.#now);
    if (settled.death === null) return true;
    this.#log.push({ kind: "death", at: settled.death.at });
    if (this.#setting.dice() < 0.2) return false;
    this.#creature = resurrect(settled, this.#now + HOUR_MS);
    this.#now = this.#creature.asOf;
    this.#log.push({ kind: "return", at: this.#now });
    return true;
  }

  #care(action: CareAction): void {
    const { dice, habit } = this.#setting;
    const loved = action !== "reflect" && dice() < habit.gifts ? this.#gift(action) : null;
    const note =
      action === "reflect" && dice() < habit.notes ? (NOTES[Math.floor(dice() * NOTES.length)] ?? null) : null;
    const item = { category: loved === null ? null : ("loved" as const), isTask: action === "play" };
    const done = applyCare(this.#creature, action, item, this.#now);
    if (done.kind !== "done" || done.creature.death !== null) return;
    const late = action === "feed" ? hoursLate(done.before) : 0;
    this.#checkLast();
    this.#memory = rememberCare(this.#memory, action, done, { loved, note });
    this.#creature = done.creature;
    this.#log.push({ kind: "care", at: done.at, action, hoursLate: late, loved, note });
    this.#answer();
  }

  #gift(action: Exclude<CareAction, "reflect">): LoggedCare["loved"] {
    const { dice } = this.#setting;
    const approved = this.#species.approvedItems[action];
    const phrase = approved[Math.floor(dice() * approved.length)];
    return phrase === undefined ? null : { phrase, score: 0.6 + Math.round(dice() * 40) / 100 };
  }

  #lineFor(isKeeper: boolean) {
    const memory = this.#memory === null || isKeeper ? this.#memory : { ...this.#memory, note: null };
    const said = soulLine(this.#creature, soulMemory(this.#creature, memory, this.#setting.others));
    if (said === undefined) throw new Error("the creature has no line");
    return said;
  }

  #answer(): void {
    const { about, text: line } = this.#lineFor(true);
    if (visibleLivingAt(this.#creature, this.#now) === undefined) return;
    const toSitter = this.#lineFor(false).text;
    this.answers.push({ log: [...this.#log], about, line, readAgain: line, toSitter });
  }

  /** Reads the last line again before the next care is applied, unless the creature was resurrected since. */
  #checkLast(): void {
    const last = this.answers.pop();
    if (last === undefined) return;
    const hasReturned = this.#log.length > last.log.length;
    this.answers.push(hasReturned ? last : { ...last, readAgain: this.#lineFor(true).text });
  }
}

function visibleLivingAt(creature: Living, at: number) {
  const now = visibleLifeAt(creature, at);
  return now.kind === "living" ? now : undefined;
}
