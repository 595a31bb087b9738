// Prints the file of a baseline's run in process: node scripts/trials/file.ts SCENARIO KEEPER PRACTICE
import { keeperNamed } from "../simulate/trials/keepers/index.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { entryOf } from "./baselines.ts";
import { fileInProcess } from "./play.ts";

const [, , scenarioName = "", keeperName = "", practice = ""] = process.argv;
const scenario = scenarioNamed(scenarioName);
const keeper = keeperNamed(keeperName);
if (scenario === undefined || keeper === undefined) {
  console.error("Usage: node scripts/trials/file.ts SCENARIO KEEPER PRACTICE");
  process.exit(2);
}
const game = { scenario, keeper, practice: Number(practice) };
process.stdout.write(await fileInProcess(game, entryOf(game)));
