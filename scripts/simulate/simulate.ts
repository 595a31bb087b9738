// Plays the keepers of the balance table over every built-in species, and houses of several species, and reports
// whether the targets are met. Exits with 1 when one is missed.
import { mkdirSync, writeFileSync } from "node:fs";
import { CATALOG, findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { chartOf } from "./balance/chart.ts";
import { HOUSE_TABLE_HEAD, judgeHouses, playHouses } from "./balance/house-targets.ts";
import { HOUSE_DAYS, HOUSE_SIZES } from "./balance/houses.ts";
import { KEEPERS } from "./balance/keepers.ts";
import { startLife } from "./balance/lives.ts";
import { judge, type SpeciesOutcomes } from "./balance/targets.ts";
import { reportHabits } from "./habits/report.ts";
import { reportLines } from "./lines/report.ts";
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
  charts: textOption("DIR", "where the chart of one life for each keeper goes", "docs/lives"),
  lines: flag("only what creatures say, over --lives lives of all species"),
  reliability: flag("only how often the interval of a track record covers the truth, over --count keepers"),
  gaming: flag("only who gains or loses by the rules against gaming a track record, over --count houses each"),
  habits: flag("only keepers with fixed habits; writes their table into docs/heartbeat.md"),
});

if (values.reliability) process.exit(reportReliability(values.count) ? 0 : 1);
if (values.gaming) process.exit(reportGaming(values.count) ? 0 : 1);
if (values.habits) {
  reportHabits();
  process.exit();
}
if (values.lines) process.exit(reportLines(values.lives) ? 0 : 1);

const lives = values.lives;
const one = values.species === undefined ? undefined : findBuiltIn(values.species);
if (values.species !== undefined && one === undefined) throw new Error(`There is no species ${values.species}.`);
const catalog = one === undefined ? CATALOG : [one];
const isHouseOnly = values.house !== undefined && values.house !== "0";
const keepers = isHouseOnly ? [] : KEEPERS.filter(({ key }) => values.keeper === undefined || key === values.keeper);
const total = keepers.length * catalog.length;
let done = 0;

const progress = progressOf("playing");

const CHART_SPECIES = findBuiltIn("housecat") ?? catalog[0];
/** The life of each chart: one in a zone with nights by day, for variety. */
const CHART_LIFE = 3;
if (keepers.length > 0) mkdirSync(values.charts, { recursive: true });

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
  if (CHART_SPECIES !== undefined) {
    const { play } = keeper.play(startLife(CHART_SPECIES, CHART_LIFE), CHART_LIFE);
    const title = `${keeper.title}, and a ${CHART_SPECIES.name.toLowerCase()}`;
    writeFileSync(`${values.charts}/${keeper.key}.svg`, chartOf(title, play));
  }
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
