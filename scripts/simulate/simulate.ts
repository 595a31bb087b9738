// Plays the keepers of the balance table over every built-in species and over houses of several species. Reports whether the
// targets are met, and exits with 1 when one is missed.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUSE_TABLE_HEAD, judgeHouses, playHouses } from "./balance/house-targets.ts";
import { HOUSE_DAYS, HOUSE_SIZES } from "./balance/houses.ts";
import { KEEPERS } from "./balance/keepers.ts";
import { startLife } from "./balance/lives.ts";
import { judge, type SpeciesOutcomes } from "./balance/targets.ts";
import { habitRows } from "./habits.ts";
import { reportGaming } from "./reliability/gaming.ts";
import { reportReliability } from "./reliability/report.ts";
import { progressOf } from "../progress.ts";
import { flag, numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  lives: numberOption("lives per species and keeper", 1_000),
  count: numberOption("houses of each size", 1_000),
  reliability: flag("only measures how often a track record's interval covers the true share, over --count keepers"),
  gaming: flag("only measures who gains or loses by the rules against gaming, over --count houses each"),
  habits: flag("only plays keepers with fixed habits, for the table of docs/heartbeat.md"),
});

if (values.reliability) process.exit(reportReliability(values.count) ? 0 : 1);
if (values.gaming) process.exit(reportGaming(values.count) ? 0 : 1);
if (values.habits) {
  for (const row of habitRows()) console.log(row);
  process.exit();
}

const lives = values.lives;
const total = KEEPERS.length * CATALOG.length;
let done = 0;

const progress = progressOf("playing");

const rows: string[] = [];
let missed = 0;
for (const keeper of KEEPERS) {
  const results: SpeciesOutcomes[] = CATALOG.map((species) => {
    const outcomes = Array.from(
      { length: lives },
      (_, number) => keeper.play(startLife(species, number), number).outcome,
    );
    progress(++done / total);
    return { species, outcomes };
  });
  const verdict = judge(keeper, results);
  if (!verdict.met) missed++;
  const note = verdict.short.length > 0 ? ` (${verdict.short.join(", ")})` : "";
  rows.push(`| ${keeper.habit} | ${verdict.measured} | ${verdict.met ? "met" : "missed"}${note} |`);
}
console.log(`${CATALOG.length} species, ${lives} lives each\n\n| keeper | measured | target |\n| --- | --- | --- |`);
for (const row of rows) console.log(row);

const verdicts = HOUSE_SIZES.flatMap((size) => playHouses(size, values.count)).map(judgeHouses);
console.log(`\n${values.count} houses each, ${HOUSE_DAYS} days\n\n${HOUSE_TABLE_HEAD}`);
for (const { row } of verdicts) console.log(row);
missed += verdicts.filter(({ met }) => !met).length;
process.exitCode = missed === 0 ? 0 : 1;
