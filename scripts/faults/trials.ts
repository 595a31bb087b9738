// Many runs at once on one process, with replies cut after the change has committed. Keepers repeat a call whose reply is lost;
// every result must equal its replay, and every log what the same keeper does in process.
import { keeperNamed } from "../simulate/trials/keepers/index.ts";
import { TIMED_SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { HASHES } from "../../packages/denkeeper/src/cli/trials/hashes.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { CuttingProxy } from "./cluster/cutting-proxy.ts";
import { openHouse } from "../house.ts";
import { fileInProcess, fileOverHttp, type Game, type HttpGame } from "../trials/play.ts";
import { flag, numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  short: flag("6 runs of a week: what the gate runs"),
  runs: numberOption("how many", 100),
  cut: textOption("P", "the share of replies that are cut, in percent", "5"),
});

/** An account may have so many runs open. */
const OPEN_RUNS = 5;
/** Keepers that need nothing but the API. */
const KEYS = ["follower", "robust", "deadline", "joining", "every-4h"] as const;

function gameOf(index: number): Game {
  const scenarios = values.short ? TIMED_SCENARIOS.slice(0, 1) : TIMED_SCENARIOS;
  const scenario = scenarios[index % scenarios.length];
  const keeper = keeperNamed(KEYS[Math.floor(index / scenarios.length) % KEYS.length] ?? "");
  if (scenario === undefined || keeper === undefined) throw new Error("there is no such game");
  return { scenario, keeper, practice: 1 + (index % 24) };
}

/** The lines that follow from visits and care alone: repeated calls are counted, and appear in the result. */
function livesIn(file: string): string {
  const lines = file.split("\n").filter((line) => /^\{"type":"(?:creature|visit|entry|state)"/.test(line));
  return lines.join("\n");
}

async function faultIn(game: Game, { file }: HttpGame, entry: string): Promise<string | null> {
  const verdict = verifyRun(file, null, HASHES);
  if (!verdict.agrees) return verdict.reason;
  // What goes wrong in a hard run depends on the number of the call, and repeated calls count.
  if (game.scenario.faults !== null) return null;
  return livesIn(file) === livesIn(await fileInProcess(game, entry))
    ? null
    : "it is not what the keeper does in process";
}

const count = values.short ? 6 : values.runs;
const service = await openHouse({ DATABASE_CONNECTIONS: "10" });
const proxy = await CuttingProxy.before(Number(new URL(service.url).port));
const url = `http://127.0.0.1:${proxy.port}`;
const started = performance.now();
try {
  const accounts = await Promise.all(
    Array.from({ length: Math.ceil(count / OPEN_RUNS) }, async (_, index) => {
      const username = `trial-keeper-${index}`;
      const { your_token: key } = await new Denkeeper({ url }).register({ username, timezone: "UTC" });
      return { username, url, key };
    }),
  );
  proxy.cutShare = Number(values.cut) / 100;
  const played = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const game = gameOf(index);
      const account = accounts[Math.floor(index / OPEN_RUNS)];
      if (account === undefined) throw new Error("there is no account for this run");
      const http = await fileOverHttp(game, account, false);
      return { ...http, fault: await faultIn(game, http, account.username), game };
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const calls = played.reduce((sum, run) => sum + run.calls, 0);
  for (const { game, fault } of played)
    if (fault !== null)
      console.error(`${game.scenario.name} practice ${game.practice} by ${game.keeper.key}: ${fault}`);
  const faults = played.filter(({ fault }) => fault !== null).length;
  console.log(
    `${count} runs at once, ${calls} calls in ${seconds.toFixed(0)} s, ${proxy.cuts} replies cut: ${count - faults} equal their replay, ${faults} do not`,
  );
  if (faults > 0 || proxy.cuts === 0) process.exitCode = 1;
} finally {
  proxy.close();
  await service.close();
}
