// `npm run simulate -- --extras`: a wish changes nothing (rule WISH-6). Lives with extras ignored, and lives in which every wish is
// granted by a neutral item, are those without extras, byte by byte. Wishes granted with approved meals cost no visit.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { progressOf } from "../../progress.ts";
import { KEEPERS, keptBy, type Kept, type WishKeeper } from "./keepers.ts";

const SEEDS = 20;
const DAYS = 60;

type Life = Readonly<Record<WishKeeper, Kept>>;

/** Prints the figures. Whether every life is as it must be. */
export function reportExtras(): boolean {
  const progress = progressOf("keeping");
  const lives = CATALOG.flatMap((species, index) => {
    const played = Array.from({ length: SEEDS }, (_, number): Life => {
      const kept = (keeper: WishKeeper) => keptBy(keeper, species, number, DAYS);
      return {
        without: kept("without"),
        ignores: kept("ignores"),
        plainly: kept("plainly"),
        lovingly: kept("lovingly"),
      };
    });
    progress((index + 1) / CATALOG.length);
    return played;
  });
  console.log(`${CATALOG.length} species, ${SEEDS} lives each, ${DAYS} days\n`);
  console.log("| wishes | alive | visits | cares | late meals | days with a wish | granted |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const keeper of KEEPERS) {
    const sum = (figure: (kept: Kept) => number) => lives.reduce((total, life) => total + figure(life[keeper]), 0);
    const figures = [
      ({ alive }: Kept) => Number(alive),
      of("visits"),
      of("cares"),
      of("late"),
      of("wished"),
      of("granted"),
    ];
    console.log(`| ${keeper} | ${figures.map(sum).join(" | ")} |`);
  }
  const targets: readonly (readonly [string, (life: Life) => boolean])[] = [
    ["ignored: the same life, byte by byte", ({ without, ignores }) => ignores.digest === without.digest],
    ["granted by neutral items: the same life", ({ without, plainly }) => plainly.digest === without.digest],
    ["granted by neutral items: every day", ({ plainly }) => plainly.granted === DAYS],
    ["granted with approved meals: every day", ({ lovingly }) => lovingly.granted === DAYS],
    ["granted with approved meals: no visit more", ({ without, lovingly }) => lovingly.visits <= without.visits],
    ["granted with approved meals: alive, nothing late", ({ lovingly: { alive, late } }) => alive && late === 0],
  ];
  console.log(`\n| measure | lives | target |\n| --- | --- | --- |`);
  const met = targets.map(([name, holds]) => {
    const count = lives.filter(holds).length;
    console.log(`| ${name} | ${count} of ${lives.length} | ${count === lives.length ? "met" : "missed"} |`);
    return count === lives.length;
  });
  return met.every(Boolean);
}

function of(figure: "visits" | "cares" | "late" | "wished" | "granted"): (kept: Kept) => number {
  return (kept) => kept[figure];
}
