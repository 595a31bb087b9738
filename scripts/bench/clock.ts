// How fast a creature is evaluated: all stats, mood, dies_at and check-in. Cases alternate within one run and are
// measured in CPU time, so the ratio holds on a busy machine.
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { optionsOf } from "../options.ts";

optionsOf(import.meta.filename, {});

const ROUNDS = 9;
const EVALUATIONS = 40_000;
const TARGET_PER_SECOND = 100_000;
const TARGET_RATIO = 3;
const CREATURES = 64;

const species = findBuiltIn("retriever");
if (species === undefined) throw new Error("The catalog has no retriever.");

/** Social, with an established rhythm that allows 48 hours, so that every kind of stretch occurs. */
const creatures: Creature[] = Array.from({ length: CREATURES }, (_, number) => {
  const at = Date.UTC(2026, 5, 1) + number * 1_234_567;
  const born = hatch(adopt({ id: `bench-${number}`, name: "Pip", species, zone: "Asia/Kolkata", at }), at);
  return { ...born, rhythm: { averageHours: 16.5, weight: 9, intervals: 9 }, hasRhythmStart: true };
});

function secondsFor(gapHours: number): number {
  const started = process.cpuUsage();
  for (let count = 0; count < EVALUATIONS; count++) {
    const creature = creatures[count % CREATURES];
    if (creature === undefined) continue;
    const now = creatureAt(creature, creature.asOf + gapHours * HOUR_MS - 1);
    if (now.kind !== "living" || now.checkIn.at < now.now) throw new Error("The bench measures living creatures.");
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

const GAPS = [1, 24, 48] as const;
const best = new Map<number, number>();
for (let round = 0; round < ROUNDS; round++) {
  for (const gap of GAPS) best.set(gap, Math.min(best.get(gap) ?? Infinity, secondsFor(gap)));
}

const perSecond = (gap: number) => EVALUATIONS / (best.get(gap) ?? Infinity);
console.log("| gap | evaluations a CPU second | microseconds each |\n| --- | --- | --- |");
for (const gap of GAPS) {
  console.log(
    `| ${gap} h | ${Math.round(perSecond(gap)).toLocaleString("en")} | ${(1e6 / perSecond(gap)).toFixed(1)} |`,
  );
}
const ratio = perSecond(1) / perSecond(48);
console.log(`\n48 h costs ${ratio.toFixed(2)} times what 1 h costs (at most ${TARGET_RATIO}).`);
const met = perSecond(24) >= TARGET_PER_SECOND && ratio <= TARGET_RATIO;
console.log(met ? "Targets met." : `Targets missed: at least ${TARGET_PER_SECOND} a second at 24 h.`);
process.exitCode = met ? 0 : 1;
