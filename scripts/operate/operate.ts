// An operator's first evening and worst day with the files of compose, in an empty folder: start, an agent with a
// creature, an alert that arrives, a backup, the loss of everything, and the same creature again. Processes of this
// machine stand in for containers; it prints which.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { z } from "zod";
import { differences, fingerprintOf } from "../faults/restore/fingerprint.ts";
import type { Fingerprint } from "../faults/restore/fingerprint.ts";
import { Installation } from "./compose/installation.ts";
import { Newcomer } from "./compose/newcomer.ts";

const { values } = parseArgs({ options: { help: { type: "boolean" } } });

if (values.help) {
  console.log(`npm run test:operate

Needs the programs of PostgreSQL and Redis and Debian's packages prometheus and prometheus-alertmanager; uses caddy and
prometheus-node-exporter if they are installed. Takes about three minutes, most of it until the alert fires. Exits with 1
when a step fails; the steps after it are not run.`);
  process.exit(0);
}

const MOST_MS = 30 * 60_000;
const ALERT_MS = 240_000;
const SCRAPED_MS = 90_000;
const PORTRAIT_MS = 120_000;

/** Lives, and what belongs to them. Everything else, such as heartbeats, moves on while a backup is made. */
const KEPT = /^(?:agents|creatures|care_log|idempotency|gravestones|species|discovered_items|ledger)/;

const alerts = z.object({
  alerts: z.array(z.object({ status: z.string(), labels: z.object({ alertname: z.string() }) })),
});
const found = z.object({ data: z.object({ result: z.array(z.unknown()) }) });
const doctor = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ level: z.string(), check: z.string(), text: z.string() })),
});

/** What Alertmanager sent. */
const received: z.infer<typeof alerts>["alerts"][number][] = [];
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push(...alerts.parse(JSON.parse(await text(request))).alerts);
  response.end();
}
const receiver = createServer((request, response) => void receive(request, response));
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
// oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the server listens on TCP
const { port: receiverPort } = receiver.address() as AddressInfo;

const house = await Installation.prepare(`http://127.0.0.1:${receiverPort}/alerts`);
const agent = new Newcomer(house);

async function until<Found>(what: string, ms: number, ask: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(250)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`${what} did not come within ${ms / 1000} s`);
}

/** What the doctor has to say, as the documents call it: in the worker's container. */
function examine(): string {
  const report = doctor.parse(JSON.parse(house.exec("worker", [process.execPath, "src/doctor.ts", "--json"])));
  const told = report.findings
    .filter(({ level }) => level !== "ok")
    .map((each) => `${each.level} ${each.check}: ${each.text}`);
  if (!report.ok) throw new Error(told.join("\n"));
  return `${report.findings.length} findings, no fault${told.map((line) => `\n          ${line}`).join("")}`;
}

async function asksPrometheus(query: string): Promise<boolean> {
  const url = `http://127.0.0.1:${house.ports.prometheus}/api/v1/query?query=${encodeURIComponent(query)}`;
  return found.parse(await (await fetch(url)).json()).data.result.length > 0;
}

const dumps = (): readonly string[] =>
  readdirSync(house.volume("backups"))
    .filter((name) => name.endsWith(".dump"))
    .toSorted();

async function livesNow(): Promise<Fingerprint> {
  const all = await fingerprintOf(house.postgres, "denkeeper");
  return new Map([...all].filter(([name]) => KEPT.test(name)));
}

interface Life {
  readonly creature: Awaited<ReturnType<Newcomer["status"]>>;
  readonly history: readonly unknown[];
  readonly portrait: Buffer;
}

async function lifeNow(): Promise<Life> {
  const portrait = await until("a portrait", PORTRAIT_MS, () => agent.portrait());
  return { creature: await agent.status(), history: await agent.history(), portrait };
}

let before: Life | undefined;
let rows: Fingerprint = new Map();

/** Each with what it has to report. A step that throws ends the run. */
const STEPS: Readonly<Record<string, () => Promise<string>>> = {
  "start the databases": async () => {
    await Promise.all([house.startPostgres(), house.startRedis()]);
    return "empty";
  },
  "start API and worker": async () => {
    await Promise.all([house.startService("api"), house.startService("worker")]);
    return "both ready";
  },
  "start the rest": async () => {
    const backups = house.startBackups();
    const monitors = [house.startAlertmanager(), house.startPrometheus()];
    house.startNodeExporter();
    if (house.hasCaddy) {
      await house.startCaddy().until("TLS", async () => (await agent.reads("/api/health")) === 200);
      if ((await agent.reads("/metrics")) !== 404) throw new Error("Caddy forwards /metrics");
    }
    await backups.until("the first backup", () => dumps().length === 1);
    const ports = [house.ports.alertmanager, house.ports.prometheus];
    for (const [index, part] of monitors.entries()) {
      await part.until(part.name, async () => (await fetch(`http://127.0.0.1:${ports[index]}/-/ready`)).ok);
    }
    return `${house.address}, and a first backup`;
  },
  doctor: async () => examine(),
  register: async () => agent.register("operate-newcomer").then(() => "a key"),
  adopt: async () => {
    await agent.adopt("Pip");
    return `a ${(await agent.status()).stage}`;
  },
  care: async () => {
    await agent.care("feed", "fresh tuna");
    await agent.care("reflect");
    return "fed, and a reflection";
  },
  portrait: async () => {
    before = await lifeNow();
    return `image/webp, ${before.portrait.length} bytes`;
  },
  "scraped by Prometheus": async () => {
    const jobs = ["denkeeper-api", "denkeeper-worker", "alertmanager"];
    for (const job of jobs) {
      const isUp = async () => ((await asksPrometheus(`up{job="${job}"} == 1`)) ? true : undefined);
      await until(`${job} in Prometheus`, SCRAPED_MS, isUp);
    }
    return jobs.join(", ");
  },
  backup: async () => {
    rows = await livesNow();
    const told = house.backup("once").trim();
    if (dumps().length !== 2) throw new Error("there is no second dump");
    return told.replace(`${house.folder}/`, "");
  },
  "alert received": async () => {
    if (received.length > 0) throw new Error(`there was one before: ${JSON.stringify(received)}`);
    await house.stopService("worker");
    const { labels } = await until("an alert", ALERT_MS, async () =>
      received.find(({ status }) => status === "firing"),
    );
    return `${labels.alertname}, after the worker was stopped`;
  },
  destroy: async () => {
    await house.destroy();
    return "the database and the portraits are gone; the backups are left";
  },
  "start on an empty disk": async () => {
    await house.startPostgres();
    await house.startService("api");
    if ((await agent.reads("/api/house/status")) !== 401) throw new Error("the key works on an empty database");
    await house.startService("worker");
    return "the key is unknown, as it should be";
  },
  restore: async () => {
    await house.stopService("api");
    await house.stopService("worker");
    const newest = join(house.volume("backups"), dumps().at(-1) ?? "");
    house.backup("restore", newest);
    const wrong = differences(rows, await livesNow());
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    return `${rows.size} tables of lives, ${[...rows.values()].reduce((sum, { rows: count }) => sum + count, 0)} rows, none differ`;
  },
  "start again": async () => {
    await Promise.all([house.startService("api"), house.startService("worker")]);
    return "both ready";
  },
  "the same creature": async () => {
    const after = await lifeNow();
    const same = (one: Life | undefined) => one && { ...one, creature: { ...one.creature, image_url: "" } };
    if (!after.creature.alive || !isDeepStrictEqual(same(before), same(after))) {
      throw new Error(`it was ${JSON.stringify(before?.creature)} and is ${JSON.stringify(after.creature)}`);
    }
    await agent.care("play");
    return `${after.creature.name} is alive, with the same key, ${after.history.length} entries of history and the same portrait`;
  },
  "doctor again": async () => examine(),
};

const startedAt = performance.now();
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1).padStart(6);
let passed = 0;
let failed = 0;

async function run(): Promise<void> {
  for (const [name, step] of Object.entries(STEPS)) {
    const since = performance.now();
    try {
      const told = await step();
      passed++;
      console.log(`ok      ${seconds(since)} s  ${name}: ${told}`);
    } catch (thrown) {
      failed++;
      console.log(`FAILED  ${seconds(since)} s  ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return;
    }
  }
}

async function finish(): Promise<never> {
  receiver.closeAllConnections();
  receiver.close();
  await house.close();
  console.log(`\n${seconds(startedAt).trim()} s in all, load ${loadavg()[0]?.toFixed(1)}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

function giveUp(why: string): void {
  failed++;
  console.log(`FAILED  ${why}`);
  void finish();
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => giveUp(`ended by ${signal}`));
setTimeout(() => giveUp(`it took more than ${MOST_MS / 60_000} minutes`), MOST_MS).unref();
console.log(`In ${house.folder}, processes instead of containers:`);
for (const line of house.replaced()) console.log(`  ${line}`);
console.log("");
await run();
await finish();
