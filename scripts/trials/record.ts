// Plays the baselines over HTTP and writes their files to docs/trials, with what each comes to over all practice seeds.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { openHouse } from "../release/package/house.ts";
import { BASELINES, FIGURES_FILE, TRIALS_FOLDER, entryOf, figuresOf, fileName } from "./baselines.ts";
import { fileInProcess, fileOverHttp } from "./play.ts";

if (process.argv.includes("--help")) {
  console.log(
    "npm run record:trials: plays the baselines over HTTP and writes docs/trials. Run it after the rules change.",
  );
  process.exit(0);
}

const service = await openHouse();
try {
  const { url } = service;
  const keys = new Map<string, string>();
  const baselines = [];
  for (const game of BASELINES) {
    const username = entryOf(game);
    const key = keys.get(username) ?? (await new Denkeeper({ url }).register({ username, timezone: "UTC" })).your_token;
    keys.set(username, key);
    const { file, calls } = await fileOverHttp(game, { url, key });
    if (file !== (await fileInProcess(game, username)))
      throw new Error(`${fileName(game)} differs from the run in process`);
    const path = join(TRIALS_FOLDER, fileName(game));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gzipSync(file, { level: 9 }));
    const figures = await figuresOf(game, file);
    baselines.push(figures);
    const { scenario, keeper, on_time_share: share, passed, runs } = figures;
    console.log(
      `${scenario} ${keeper}: ${calls} calls; on time ${(100 * share).toFixed(1)}%, ${passed} of ${runs} passed`,
    );
  }
  const text = JSON.stringify({ rules_version: RULES_VERSION, baselines }, null, 2);
  writeFileSync(FIGURES_FILE, `${text}\n`);
} finally {
  await service.close();
}
