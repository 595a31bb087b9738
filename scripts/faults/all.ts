// Kills every component while many clients write, and compares what they were answered with what is stored: nothing
// acknowledged is lost, nothing happens twice, and the service recovers. Then runs again without each protection, to
// verify that the checker would notice. Needs the programs of PostgreSQL and Redis, and starts its own in temporary folders.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { bytesARow } from "../bench/house/sizes.ts";
import { NEGATIVE_CONTROLS, runNegativeControl } from "./negative-controls/controls.ts";
import { KINDS, strike, type Kind } from "./strikes/kinds.ts";
import { Cluster, closeOnSignals } from "./cluster/cluster.ts";
import { flag, numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  short: flag("a round of every kind and five controls, about two minutes: what CI runs"),
  operations: numberOption("how many writes have to be acknowledged (400000; short: 2000)"),
  kills: numberOption("how many processes have to be killed (120; short: 8)"),
  cuts: numberOption("how many replies have to be cut after their commit (4000; short: 100)"),
  minutes: numberOption("how long at most; too few of these by then are a failure", 90),
  kinds: textOption("LIST", `only these of: ${KINDS.map(({ name }) => name).join(", ")}`),
  controls: textOption("LIST", "only these controls, by name; none to leave them out"),
});

const operations = values.operations ?? (values.short ? 2_000 : 400_000);
const kinds = KINDS.filter(({ name }) => values.kinds === undefined || values.kinds.split(",").includes(name));
const kills = kinds.some((kind) => kind.kills) ? (values.kills ?? (values.short ? 8 : 120)) : 0;
const cuts = kinds.some((kind) => kind.cuts === true) ? (values.cuts ?? (values.short ? 100 : 4_000)) : 0;
const controls = NEGATIVE_CONTROLS.filter(({ name, quick }) =>
  values.controls === undefined ? !values.short || quick : values.controls.split(",").includes(name),
);
const SHOWN = 10;
const limitMs = 60_000 * values.minutes;

const load = (): string => loadavg()[0]?.toFixed(1) ?? "?";

interface Tally {
  times: number;
  worstMs: number;
}

/** Every kind in turn, spread over the operations, until there were enough of all. */
async function hurt(cluster: Cluster, tallies: Map<Kind, Tally>): Promise<void> {
  const { history } = cluster;
  const rounds = Math.max(1, Math.ceil(kills / Math.max(1, kinds.filter((kind) => kind.kills).length)));
  const faults = Array.from({ length: rounds }, () => kinds).flat();
  const started = performance.now();
  const hit = async (kind: Kind, told: string): Promise<void> => {
    const tookMs = await strike(cluster, kind);
    const tally = tallies.get(kind) ?? { times: 0, worstMs: 0 };
    tallies.set(kind, { times: tally.times + 1, worstMs: Math.max(tally.worstMs, tookMs) });
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `${seconds} s, ${told}, ${history.acknowledged} of ${operations} acknowledged: ${kind.name}, answered after ${tookMs.toFixed(0)} ms (load ${load()})`,
    );
  };
  for (const [number, kind] of faults.entries()) {
    const share = number / faults.length;
    while (history.acknowledged < operations * share && performance.now() - started < limitMs * share) await sleep(50);
    await hit(kind, `fault ${number + 1} of ${faults.length}`);
  }
  for (const kind of kinds.filter((each) => each.cuts === true)) {
    while (cluster.cuts < cuts && performance.now() - started < limitMs) await hit(kind, "one more");
  }
  while (history.acknowledged < operations && performance.now() - started < limitMs) await sleep(100);
}

/** Whether every law held. */
async function run(): Promise<boolean> {
  const tallies = new Map<Kind, Tally>();
  const cluster = await Cluster.open({ keepers: values.short ? 8 : 14, lifecycleClients: 4, apis: 2, works: true });
  try {
    const started = performance.now();
    await hurt(cluster, tallies);
    const seconds = (performance.now() - started) / 1000;
    const { violations, acknowledged, retries, repeats, lifecycleAccounts } = await cluster.judge();
    const killed = [...tallies].reduce((sum, [kind, { times }]) => sum + (kind.kills ? times : 0), 0);
    const returns = lifecycleAccounts.reduce((sum, { resurrections }) => sum + resurrections, 0);
    console.log(`\n| fault | times | answered again within, ms |\n| --- | ---: | ---: |`);
    for (const [{ name }, { times, worstMs }] of tallies) console.log(`| ${name} | ${times} | ${worstMs.toFixed(0)} |`);
    console.log(
      `\n${acknowledged} writes acknowledged in ${seconds.toFixed(0)} s, ${killed} kills, ${cluster.cuts} replies cut, ${retries} calls repeated, ${repeats} answers asked for again, ${returns} paid returns; load ${load()}`,
    );
    for (const table of ["care_log", "idempotency"]) {
      const [found] = await cluster.postgres.ask(bytesARow(table), "house");
      console.log(`${table}: ${String(found?.["bytes"])} bytes a row with indexes`);
    }
    console.log(violations.length === 0 ? "Every law held." : `${violations.length} violations:`);
    for (const { law, what } of violations.slice(0, SHOWN)) console.log(`  ${law}: ${what}`);
    const short = [
      ...(acknowledged < operations ? [`${operations} writes were to be acknowledged`] : []),
      ...(killed < kills ? [`${kills} processes were to be killed`] : []),
      ...(cluster.cuts < cuts ? [`${cuts} replies were to be cut`] : []),
    ];
    if (short.length > 0) console.log(`Too few: ${short.join(", ")}.`);
    return violations.length === 0 && short.length === 0;
  } finally {
    await cluster.close();
  }
}

/** Whether every control was caught. */
async function runControls(): Promise<boolean> {
  let blind = 0;
  for (const each of controls) {
    const { name, kind, caught, seconds } = await runNegativeControl(each);
    if (caught === undefined) blind++;
    const told = caught === undefined ? "NOT CAUGHT" : `caught: ${caught.law} (${caught.what.slice(0, 100)})`;
    console.log(`control "${name}" under ${kind}: ${told}; ${seconds.toFixed(0)} s`);
  }
  if (controls.length > 0)
    console.log(`${controls.length - blind} of ${controls.length} controls failed as they should`);
  return blind === 0;
}

closeOnSignals();
const held = kinds.length === 0 || (await run());
const seen = await runControls();
process.exit(held && seen ? 0 : 1);
