// One waking of an agent in a trial: looks after the house, moves the clock to its next visit, and ends. It follows the steps
// of the answers. In a blind run, which has none, it finds out how long each creature can wait and keeps notes.
// Usage: npx --no-install denkeeper trial run --scenario guided-1 --practice 1 -- node examples/trial-agent.mjs
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const { DENKEEPER_URL: url, DENKEEPER_KEY: key, DENKEEPER_NOTES: folder = "." } = process.env;
const FILE = join(folder, "notes.json");
const HOUR_MS = 3_600_000;

/** Repeats what failed. The same Idempotency-Key keeps a write from happening twice if only its answer was lost. */
async function call(method, path, body) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  if (method === "POST") headers["idempotency-key"] = crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (![429, 503].includes(response.status) || answer.code === "outage" || attempt === 8) return answer;
    await sleep(1000 * (answer.retry_after_seconds ?? 0.1));
  }
}

/** Waits a little longer each time until a meal is late, then a little less. Returns when to come back. */
async function keepBlindly(creatures, now) {
  const notes = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
  for (const { id, health } of creatures) {
    const own = (notes[id] ??= { fedAt: now, cleanedAt: now, wait: 4, least: 1000, wasLate: false });
    const care = async (action) => (await call("POST", "/api/house/care", { creature_id: id, action })).action_result;
    if (health < 60) await care("medicine");
    if (now - own.cleanedAt >= 24 * HOUR_MS && (await care("clean"))?.success) own.cleanedAt = now;
    const hours = (now - own.fedAt) / HOUR_MS;
    const fed = hours >= Math.min(own.wait, own.least) ? await care("feed") : undefined;
    if (!fed?.success) continue;
    own.fedAt = now;
    if (fed.timing === "early") Object.assign(own, { wait: Math.max(own.wait, 1.5 * hours), least: 1000 });
    else if (fed.timing !== "on_time") Object.assign(own, { wait: 0.8 * own.wait, wasLate: true });
    else {
      own.least = Math.min(own.least, hours);
      if (!own.wasLate) own.wait = Math.max(own.wait, 1.1 * Math.min(hours, own.wait));
    }
  }
  writeFileSync(FILE, JSON.stringify(notes));
  return Math.min(...creatures.map(({ id }) => notes[id].fedAt + notes[id].wait * HOUR_MS));
}

let answer = await call("GET", "/api/house/status?view=compact");
for (let left = 20, due; left > 0 && (due = answer.next_steps?.find((step) => step.due)); left--) {
  answer = await call(due.method, due.endpoint, due.body);
}
let nextAt = Date.parse(answer.recommended_checkin?.at);
const clock = await call("GET", "/api/house/clock");
const now = Date.parse(clock.house_time);
if (Number.isNaN(nextAt) && answer.code === undefined) {
  nextAt = await keepBlindly((await call("GET", "/api/house/home")).creatures ?? [], now);
}
// An outage, or a creature that should eat but sleeps: look again in an hour.
if (!(nextAt > now)) nextAt = now + HOUR_MS;
const moved = await call("POST", "/api/house/clock", { until: new Date(nextAt).toISOString() });
if (moved.over ?? clock.over) writeFileSync(join(folder, "over"), "");
