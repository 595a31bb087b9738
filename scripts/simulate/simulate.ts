// Plays the keepers of the balance table with every built-in species and with houses of several species, and exits with 1 if a
// target is missed.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUSE_TABLE_HEAD, judgeHouses, playHouses } from "./balance/house-targets.ts";
import { HOUSE_DAYS, HOUSE_SIZES } from "./balance/houses.ts";
import { KEEPERS, outcomesOf } from "./balance/keepers.ts";
import { judge } from "./balance/targets.ts";
import { reportGaming } from "./reliability/gaming.ts";
import { reportReliability } from "./reliability/report.ts";
import { flag, numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  lives: numberOption("lives per species and keeper", 1_000),
  count: numberOption("houses of each size", 1_000),
  reliability: flag("only measures how often a track record's interval covers the true share, over --count keepers"),
  gaming: flag("only measures who gains or loses by the rules against gaming, over --count houses each"),
});

if (values.reliability) process.exit(reportReliability(values.count) ? 0 : 1);
if (values.gaming) process.exit(reportGaming(values.count) ? 0 : 1);

console.log(
  `${CATALOG.length} species, ${values.lives} lives each\n\n| keeper | measured | target |\n| --- | --- | --- |`,
);
let missed = 0;
for (const keeper of KEEPERS) {
  const results = CATALOG.map((species) => ({ species, outcomes: outcomesOf(keeper, species, values.lives) }));
  const verdict = judge(keeper, results);
  if (!verdict.met) missed++;
  const note = verdict.short.length > 0 ? ` (${verdict.short.join(", ")})` : "";
  console.log(`| ${keeper.habit} | ${verdict.measured} | ${verdict.met ? "met" : "missed"}${note} |`);
}

const verdicts = HOUSE_SIZES.flatMap((size) => playHouses(size, values.count)).map(judgeHouses);
console.log(`\n${values.count} houses each, ${HOUSE_DAYS} days\n\n${HOUSE_TABLE_HEAD}`);
for (const { row } of verdicts) console.log(row);
missed += verdicts.filter(({ met }) => !met).length;
process.exitCode = missed === 0 ? 0 : 1;
