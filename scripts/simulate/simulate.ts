// Plays the keepers of the balance table over every built-in species, and houses of several species, and reports
// whether the targets are met. Exits with 1 when one is missed.
import { CATALOG, findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUSE_TABLE_HEAD, judgeHouses, playHouses } from "./balance/house-targets.ts";
import { HOUSE_DAYS, HOUSE_SIZES } from "./balance/houses.ts";
import { KEEPERS } from "./balance/keepers.ts";
import { startLife } from "./balance/lives.ts";
import { judge, type SpeciesOutcomes } from "./balance/targets.ts";
import { habitRows } from "./habits.ts";
import { reportGaming } from "./reliability/gaming.ts";
import { reportReliability } from "./reliability/report.ts";
import { progressOf } from "../progress.ts";
import { flag, numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  lives: numberOption("lives a species and keeper", 1_000),
  species: textOption("SLUG", "one species only"),
  keeper: textOption("KEY", `one keeper only: ${KEEPERS.map(({ key }) => key).join(", ")}`),
  house: textOption("LIST", `only houses of these sizes (${HOUSE_SIZES.join(",")}); 0 for none`),
  count: numberOption("houses of each size", 1_000),
  reliability: flag("only how often the interval of a track record covers the truth, over --count keepers"),
  gaming: flag("only who gains or loses by the rules against gaming a track record, over --count houses each"),
  habits: flag("only keepers with fixed habits: the table of docs/heartbeat.md"),
});

if (values.reliability) process.exit(reportReliability(values.count) ? 0 : 1);
if (values.gaming) process.exit(reportGaming(values.count) ? 0 : 1);
if (values.habits) {
  for (const row of habitRows()) console.log(row);
  process.exit();
}

const lives = values.lives;
const one = values.species === undefined ? undefined : findBuiltIn(values.species);
if (values.species !== undefined && one === undefined) throw new Error(`There is no species ${values.species}.`);
const catalog = one === undefined ? CATALOG : [one];
const isHouseOnly = values.house !== undefined && values.house !== "0";
const keepers = isHouseOnly ? [] : KEEPERS.filter(({ key }) => values.keeper === undefined || key === values.keeper);
const total = keepers.length * catalog.length;
let done = 0;

const progress = progressOf("playing");

const rows: string[] = [];
let missed = 0;
for (const keeper of keepers) {
  const results: SpeciesOutcomes[] = catalog.map((species) => {
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
if (keepers.length > 0) {
  console.log(`${catalog.length} species, ${lives} lives each\n\n| keeper | measured | target |\n| --- | --- | --- |`);
  for (const row of rows) console.log(row);
}

const allSizes = one === undefined && values.keeper === undefined ? HOUSE_SIZES : [];
const sizes = values.house === undefined ? allSizes : values.house.split(",").map(Number);
const verdicts = sizes
  .filter((size) => size > 0)
  .flatMap((size) => playHouses(size, values.count))
  .map(judgeHouses);
if (verdicts.length > 0) {
  console.log(`\n${values.count} houses each, ${HOUSE_DAYS} days\n\n${HOUSE_TABLE_HEAD}`);
  for (const { row } of verdicts) console.log(row);
}
missed += verdicts.filter(({ met }) => !met).length;
process.exitCode = missed === 0 ? 0 : 1;
