// Scores a run for Harbor. Lets the rest of the time pass if the agent stopped early, downloads the file of the run from the
// service, verifies it, and writes the on-time share as the reward.
// Usage: node verify.mjs SCENARIO FOLDER
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const { DENKEEPER_URL: url, DENKEEPER_KEY: key, DENKEEPER_RUN: run } = process.env;
const [scenario, folder] = process.argv.slice(2);
const address = `${url}/api/trials/runs/${run}`;

/** The calls of a run can fail where the scenario wants it, so this is tried again until the run is over. */
async function endRun() {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const clock = await (await fetch(`${url}/api/house/clock`, { headers })).json();
  const body = JSON.stringify({ until: clock.ends_at });
  if (clock.over === false) await fetch(`${url}/api/house/clock`, { method: "POST", headers, body });
}

let found;
for (let attempt = 0; attempt < 240 && !found?.result; attempt++) {
  if (attempt > 0) await sleep(500);
  const response = await fetch(address);
  found = await response.json();
  // Without a key, a run is found only when it is over.
  if (response.status === 404) await endRun();
}
const { result } = found;
if (!result) throw new Error(`Run ${run} has no result: ${JSON.stringify(found)}`);

const file = join(folder, "run.jsonl");
writeFileSync(file, await (await fetch(`${address}?format=jsonl`)).text());
const { status, stdout, stderr } = spawnSync("denkeeper", ["trial", "verify", file], { encoding: "utf8" });
console.log(stdout, stderr);
if (status !== 0) throw new Error("The file of the run does not follow the rules");
const [head] = readFileSync(file, "utf8")
  .split("\n", 1)
  .map((line) => JSON.parse(line));
if (head.scenario !== scenario) throw new Error(`The run is of ${head.scenario}, not ${scenario}`);
writeFileSync(join(folder, "reward.txt"), `${result.on_time_share}\n`);
writeFileSync(join(folder, "result.json"), `${JSON.stringify(result)}\n`);
