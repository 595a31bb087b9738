// Injects every kind of fault while many clients write, compares their answers with the database, and runs negative controls, in
// which the checker must find a violation. Requires PostgreSQL and Redis to be installed.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { underLoad, type Cluster } from "./cluster/cluster.ts";
import { NEGATIVE_CONTROLS, runNegativeControl } from "./cluster/controls.ts";
import { KINDS, strike } from "./cluster/strikes.ts";
import { flag, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  short: flag("injects one fault of each kind with a generous recovery limit, as the gate does"),
  kinds: textOption("LIST", `only these of: ${Object.keys(KINDS).join(", ")}`),
  controls: textOption("LIST", "only these controls, by name; none to skip them"),
});

/** Writes that must be acknowledged within the time limit. */
const operations = values.short ? 2_000 : 400_000;
const LIMIT_MINUTES = 90;
const rounds = values.short ? 1 : 15;
const kinds = Object.keys(KINDS).filter((name) => values.kinds?.split(",").includes(name) ?? true);
const cuts = kinds.includes("replies cut") ? (values.short ? 100 : 4_000) : 0;
const controls = NEGATIVE_CONTROLS.filter(({ name }) => values.controls?.split(",").includes(name) ?? true);
/** Generous in the gate, which must not fail on a slow machine. */
const BACK_WITHIN_MS = values.short ? 60_000 : 5_000;

/** Injects the faults in turn, spread over the operations, until a violation, which may have ended the clients. */
async function strikeAll(cluster: Cluster): Promise<boolean> {
  const { history, balancer } = cluster;
  const worstMs = new Map<string, number>();
  const startedAt = performance.now();
  const goesOn = (share = 1): boolean =>
    history.violations.length === 0 && performance.now() - startedAt < 60_000 * LIMIT_MINUTES * share;
  const hit = async (name: string): Promise<void> => {
    const tookMs = await strike(cluster, name, BACK_WITHIN_MS);
    worstMs.set(name, Math.max(worstMs.get(name) ?? 0, tookMs));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(
      `${seconds} s, ${history.acknowledged} of ${operations} acknowledged: ${name}, answered after ${tookMs.toFixed(0)} ms (load ${loadavg()[0]?.toFixed(1)})`,
    );
  };
  const faults = Array.from({ length: rounds }, () => kinds).flat();
  for (const [number, name] of faults.entries()) {
    const share = number / faults.length;
    while (history.acknowledged < operations * share && goesOn(share)) await sleep(50);
    if (!goesOn()) break;
    await hit(name);
  }
  while (balancer.cuts < cuts && goesOn()) await hit("replies cut");
  while (history.acknowledged < operations && goesOn()) await sleep(100);
  console.log(`\n| fault | answered again within, ms |\n| --- | ---: |`);
  for (const [name, ms] of worstMs) console.log(`| ${name} | ${ms.toFixed(0)} |`);
  console.log(`\n${faults.length} faults in turn, ${balancer.cuts} replies cut`);
  const isEnough = history.acknowledged >= operations && balancer.cuts >= cuts && worstMs.size === kinds.length;
  if (!isEnough && history.violations.length === 0)
    console.log(`Too few: ${operations} writes and ${cuts} cuts were wanted within ${LIMIT_MINUTES} minutes.`);
  return isEnough;
}

async function runControls(): Promise<boolean> {
  let blind = 0;
  for (const each of controls) {
    const { caught, seconds } = await runNegativeControl(each);
    if (caught === undefined) blind++;
    const found = caught === undefined ? "NOT CAUGHT" : `caught: ${caught.law} (${caught.what.slice(0, 100)})`;
    console.log(`control "${each.name}" under ${each.kind ?? "concurrent calls"}: ${found}; ${seconds.toFixed(0)} s`);
  }
  return blind === 0;
}

// The short form leaves CPU time to concurrent steps.
const size = { keepers: values.short ? 8 : 14, lifecycleClients: 4, pauseMs: values.short ? 25 : 0 };
const held = kinds.length === 0 || (await underLoad(size, strikeAll));
const seen = await runControls();
process.exit(held && seen ? 0 : 1);
