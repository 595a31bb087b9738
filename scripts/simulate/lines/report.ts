// `npm run simulate -- --lines`: what creatures say, over many lives, against the targets.
import { FEWEST_REMEMBERED, MOST_REPEATED, measure } from "./measure.ts";
import { rememberedLife } from "./remembered-life.ts";
import { MOST_COMMON, commonestFeeling, measureStates, randomState } from "./states.ts";

const STATES = 20_000;

/** Prints the figures. Whether the targets are met. */
export function reportLines(lives: number): boolean {
  const played = Array.from({ length: lives }, (_, number) => rememberedLife(number));
  const measured = measure(played);
  const states = measureStates(Array.from({ length: STATES }, (_, number) => randomState(number)));
  const commonest = commonestFeeling(played.flatMap(({ answers }) => answers.map(({ soulPrompt }) => soulPrompt)));
  const { repeatedPercent, rememberedPercent, repeatedAtOnce, untrue, unsteady, leaked } = measured;
  const targets: readonly (readonly [string, string | number, boolean])[] = [
    [
      `line is one of the last three (at most ${MOST_REPEATED}%)`,
      `${repeatedPercent}%`,
      repeatedPercent <= MOST_REPEATED,
    ],
    ["line is the one before (none)", repeatedAtOnce, repeatedAtOnce === 0],
    [
      `line is about something that happened (at least ${FEWEST_REMEMBERED}%)`,
      `${rememberedPercent}%`,
      rememberedPercent >= FEWEST_REMEMBERED,
    ],
    ["lines that the log contradicts (none)", untrue.length, untrue.length === 0],
    ["lines that changed without care (none)", unsteady.length, unsteady.length === 0],
    ["notes in lines to a sitter (none)", leaked.length, leaked.length === 0],
    [
      `commonest line of the well (at most ${MOST_COMMON.well}%)`,
      `${commonest.well}%`,
      commonest.well <= MOST_COMMON.well,
    ],
    [
      `out of place in ${STATES} states, ${states.troubled} in trouble (none)`,
      states.wrong.length,
      states.wrong.length === 0,
    ],
  ];
  console.log(
    `${lives} lives of 10 days, ${measured.visits} visits\n\n| measure | figure | target |\n| --- | --- | --- |`,
  );
  for (const [name, figure, isMet] of targets) console.log(`| ${name} | ${figure} | ${isMet ? "met" : "missed"} |`);
  console.log(`| whole soul_prompt is one of the last three | ${measured.repeatedPromptPercent}% | |`);
  console.log("\n| about | share of visits |\n| --- | --- |");
  for (const [topic, share] of measured.byTopic) console.log(`| ${topic} | ${share}% |`);
  console.log("\n| keeper | about something that happened |\n| --- | --- |");
  for (const [habit, share] of measured.byHabit) console.log(`| ${habit} | ${share}% |`);
  for (const line of [...untrue, ...unsteady, ...leaked, ...states.wrong].slice(0, 10)) console.log(`- ${line}`);
  return targets.every(([, , isMet]) => isMet);
}
