// Plays the baselines over HTTP and writes their files to docs/trials, with what each comes to over all practice seeds. Run
// it after the rules change.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { openHouse } from "../house.ts";
import { BASELINES, FIGURES_FILE, TRIALS_FOLDER, entryOf, figuresOf, fileName } from "./baselines.ts";
import { fileInProcess, fileOverHttp, type Game } from "./play.ts";
import { RELAY_FIGURES_FILE, RELAY_RECORDED, relayFiguresOf } from "./relay-figures.ts";
import { optionsOf } from "../options.ts";

optionsOf(import.meta.filename, {});

const service = await openHouse();

/** Plays a baseline, and writes its file and what it comes to. */
async function recorded(game: Game, key: string) {
  const { file, calls } = await fileOverHttp(game, { url: service.url, key });
  if (file !== (await fileInProcess(game, entryOf(game))))
    throw new Error(`${fileName(game)} differs from the run in process`);
  const path = join(TRIALS_FOLDER, fileName(game));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(file, { level: 9 }));
  const figures = await figuresOf(game, file);
  const { scenario, keeper, on_time_share: share, passed, runs } = figures;
  console.log(
    `${scenario} ${keeper}: ${calls} calls; on time ${(100 * share).toFixed(1)}%, ${passed} of ${runs} passed`,
  );
  return figures;
}

try {
  const client = new Denkeeper({ url: service.url });
  const keys = new Map<string, string>();
  for (const username of new Set(BASELINES.map(entryOf)))
    keys.set(username, (await client.register({ username, timezone: "UTC" })).your_token);
  const baselines = await Promise.all(BASELINES.map((game) => recorded(game, keys.get(entryOf(game)) ?? "")));
  writeFileSync(FIGURES_FILE, `${JSON.stringify({ rules_version: RULES_VERSION, baselines }, null, 2)}\n`);
  const letters = await Promise.all(RELAY_RECORDED.map(relayFiguresOf));
  writeFileSync(RELAY_FIGURES_FILE, `${JSON.stringify({ baselines: letters }, null, 2)}\n`);
} finally {
  await service.close();
}
