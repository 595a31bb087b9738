// Plays every habit, keeps the counts, and writes the table in docs/heartbeat.md from them. The gate renders the table
// again from the kept counts and plays the first life of each species again: whoever changes the rules or the document
// alone finds out there.
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { DAYS, HABITS, LIVES, playHabit, WINDOWS, type Counts } from "./habits.ts";

const MEASURED = new URL("measured.json", import.meta.url);
export const HEARTBEAT = new URL("../../../docs/heartbeat.md", import.meta.url);
/** The lives that the gate plays again. */
export const FIRST_LIVES = [0];

const counts = z.strictObject({
  lives: z.int(),
  alive: z.int(),
  highCare: z.int(),
  meals: z.int(),
  onTime: z.int(),
});
const measured = z.array(z.strictObject({ habit: z.string(), all: z.array(counts), first: z.array(counts) }));
type Measured = z.output<typeof measured>;

export function readMeasured(): Measured {
  return measured.parse(JSON.parse(readFileSync(MEASURED, "utf8")));
}

/** The block of docs/heartbeat.md between the sentences around it: one that sums up, and the table. */
export function habitsBlock(results: Measured): string {
  const columns = WINDOWS.map(({ name }) => name).join(", ");
  const [lives, alive] = (["lives", "alive"] as const).map((key) => sumOf(results, key));
  const dead = (lives ?? 0) - (alive ?? 0);
  const rows = results.map(({ habit, all }) => [habit, shares(all, onTimeOf), shares(all, highCareOf)]);
  return [
    `By simulation, ${count(sumOf(results.slice(0, 1), "lives"))} lives of ${DAYS} days for each habit, ${dead === 0 ? "none of which ended in a death" : `${count(dead)} of which ended in a death`}; the figures are for feeding windows of ${columns}:`,
    "",
    "| you come | meals on time | become `high_care` adults |",
    "| --- | --- | --- |",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}

function sumOf(results: Measured, key: keyof Counts): number {
  return results.flatMap(({ all }) => all).reduce((sum, each) => sum + each[key], 0);
}

export function onTimeOf({ onTime, meals }: Counts): number {
  return onTime / meals;
}

function highCareOf({ highCare, lives }: Counts): number {
  return highCare / lives;
}

/** Whole percents; 100 and 0 only where it is all or none. */
function shares(all: readonly Counts[], shareOf: (counts: Counts) => number): string {
  const percent = (share: number) =>
    share === 0 || share === 1 ? share * 100 : Math.min(99, Math.max(1, Math.round(share * 100)));
  return `${all.map((each) => percent(shareOf(each))).join(", ")}%`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

const BLOCK = /^By simulation, [^]*?\n(?:\|.*\n)+/m;

/** What the formatter does with a table is not ours to say: cells and words are compared without spaces and lines. */
export function bare(text: string): string {
  return text.replaceAll(/-+/g, "-").replaceAll(/\s+/g, " ").trim();
}

export function documentedBlock(): string {
  return BLOCK.exec(readFileSync(HEARTBEAT, "utf8"))?.[0] ?? "";
}

/** Plays all lives, keeps the counts and writes the table. */
export function reportHabits(): void {
  const numbers = Array.from({ length: LIVES }, (_, number) => number);
  const results = HABITS.map((habit) => {
    const all = playHabit(habit, numbers);
    console.log(`${habit.name}: ${shares(all, onTimeOf)} on time, ${shares(all, highCareOf)} high_care`);
    return { habit: habit.name, all: [...all], first: [...playHabit(habit, FIRST_LIVES)] };
  });
  writeFileSync(MEASURED, `${JSON.stringify(results, null, 2)}\n`);
  const text = readFileSync(HEARTBEAT, "utf8");
  if (!BLOCK.test(text)) throw new Error("docs/heartbeat.md has no table of habits to replace");
  writeFileSync(
    HEARTBEAT,
    text.replace(BLOCK, () => `${habitsBlock(results)}\n`),
  );
  console.log("docs/heartbeat.md has the table. Now: npm run format");
}
