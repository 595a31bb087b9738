// Evaluates histories from standard input in another process, to test that a life is the same in every process.
import { readFileSync } from "node:fs";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { creatureOf, type History } from "./arbitrary-life.ts";

export interface Question {
  readonly history: History;
  readonly gapMs: number;
}

export function evaluate({ history, gapMs }: Question): unknown {
  const creature = creatureOf(history);
  return creatureAt(creature, creature.asOf + gapMs);
}

if (import.meta.main) {
  const questions = JSON.parse(readFileSync(0, "utf8")) as Question[];
  process.stdout.write(JSON.stringify(questions.map(evaluate)));
}
