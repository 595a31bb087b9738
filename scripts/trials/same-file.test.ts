// One seed and one keeper leave one file, byte for byte: in process and over HTTP, in other processes, and in other time zones.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { KEEPERS } from "../simulate/trials/keepers/index.ts";
import { PRACTICE_SEASON, practiceSeed } from "@denkeeper/trials/chance.ts";
import { runFile } from "@denkeeper/trials/run-file.ts";
import { TIMED_SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { HASHES } from "../../packages/denkeeper/src/cli/trials/hashes.ts";
import { startWorker } from "../../src/worker/worker.ts";
import { houseForFile } from "../../test/harness.ts";
import { CHILD_ENV } from "../../test/processes/child-env.ts";
import { drawn } from "../../test/tier.ts";
import { BASELINES, entryOf, recordedFile } from "./baselines.ts";
import { fileInProcess, fileOverHttp, type Game } from "./play.ts";
import { relayFileOverHttp } from "./relay.ts";
import { publishedBook, theRelayKeeper } from "../simulate/relay/months.ts";
import { playedRelay } from "../simulate/relay/play.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const worker = await startWorker(house.app.services.config, pino({ level: "silent" }));
afterAll(() => worker.stop());
const owner = await house.register();

/** The key keepers of every scenario, those that roll dice among them. */
const KEYS = new Set([
  "null",
  "every-4h",
  "every-12h",
  "slips-5",
  "follower",
  "robust",
  "deadline",
  "joining",
  "reference",
]);
const GAMES: readonly Game[] = TIMED_SCENARIOS.flatMap((scenario) =>
  KEEPERS.filter(({ key }) => KEYS.has(key)).map((keeper) => ({ keeper, scenario, practice: 1 })),
);
const titled = (games: readonly Game[]) =>
  games.map((game) => [`${game.scenario.name} ${game.keeper.key}`, game] as const);
const isIn =
  (...names: readonly string[]) =>
  ({ scenario, keeper }: Game) =>
    names.includes(`${scenario.name} ${keeper.key}`);

describe("over HTTP", () => {
  test.each(titled(drawn(GAMES, isIn("first-1 follower", "first-1 slips-5", "blind-2 every-12h", "hard-2 reference"))))(
    "%s leaves the file that it leaves in process",
    async (_, game) => {
      const { file } = await fileOverHttp(game, { url: house.url, key: owner.key });
      expect(file).toBe(await fileInProcess(game, owner.username));
      expect(verifyRun(file, null, HASHES)).toMatchObject({ agrees: true, seedChecked: true });
    },
    600_000,
  );
});

describe("in other processes and time zones", () => {
  test.each(titled(drawn(GAMES, isIn("guided-1 follower", "hard-1 reference"))))("%s", async (_, game) => {
    const { scenario, keeper, practice } = game;
    const args = ["scripts/trials/file.ts", scenario.name, keeper.key, String(practice)];
    const files = ["Asia/Kathmandu", "America/St_Johns"].map(async (TZ) => {
      const env = { ...CHILD_ENV, TZ };
      const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1e8 });
      return stdout;
    });
    const file = await fileInProcess(game, entryOf(game));
    for (const other of await Promise.all(files)) expect(other).toBe(file);
  });
});

describe("with letters", () => {
  const [KEEPER, NUMBER] = ["oracle", 1] as const;
  const inProcess = async (entry: string) => {
    const run = await playedRelay(theRelayKeeper(KEEPER), practiceSeed(NUMBER), publishedBook("practice"));
    return runFile(run.record(), { season: PRACTICE_SEASON, entry, number: NUMBER }, HASHES);
  };

  test("a keeper leaves one file over HTTP and in process, and all of it is right", { timeout: 600_000 }, async () => {
    const { id, file } = await relayFileOverHttp(KEEPER, NUMBER, { url: house.url, key: owner.key });
    expect(file).toBe(await inProcess(owner.username));
    expect(verifyRun(file, null, HASHES)).toMatchObject({ agrees: true, seedChecked: true, score: { passed: true } });
    const { result } = (await house.call("GET", `/api/trials/runs/${id}`)).json;
    expect(result).toMatchObject({ right_share: 1, calls: 90, visits: 30, deaths: 0 });
  });

  test("and in other processes and time zones", { timeout: 600_000 }, async () => {
    const code = `import { relayFile } from "./scripts/simulate/relay/play.ts"; process.stdout.write(await relayFile("${KEEPER}", ${NUMBER}));`;
    const files = ["Asia/Kathmandu", "America/St_Johns"].map(async (TZ) => {
      const args = ["--input-type=module-typescript", "--eval", code];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env: { ...CHILD_ENV, TZ },
        maxBuffer: 1e8,
      });
      return stdout;
    });
    const file = await inProcess(`baseline-${KEEPER}`);
    for (const other of await Promise.all(files)) expect(other).toBe(file);
  });
});

describe("on record", () => {
  test.each(titled(drawn(BASELINES, ({ keeper }) => ["follower", "reference"].includes(keeper.key))))(
    "%s is valid, and played again it is the same",
    async (_, game) => {
      const file = recordedFile(game);
      expect(verifyRun(file, null, HASHES)).toMatchObject({ agrees: true, seedChecked: true });
      expect(await fileInProcess(game, entryOf(game))).toBe(file);
    },
  );
});
