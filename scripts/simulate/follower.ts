// Proves that answers alone suffice to raise creatures. A keeper that knows only HTTP starts at GET /api and follows the
// documented loop in houses of every built-in species: read the status, send each due step, move the test clock to
// recommended_checkin. Exits with 1 if a creature does not become a high_care adult or misses a feeding window.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { openHouse } from "../house.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";
import { progressOf } from "../progress.ts";

const values = optionsOf(import.meta.filename, {
  species: textOption("LIST", "slugs separated by commas (default: all built-in species)"),
  each: numberOption("creatures per house", 6),
  hours: numberOption("hours to play; must reach adulthood", 144),
});

const HOUR_MS = 3_600_000;
const MOST_FAILURES = 2;
/** Calls at one instant after which the keeper waits 15 minutes. */
const PATIENCE = 100;
const LEAST_HOURS = 0.01;

const step = z.object({
  action: z.string(),
  method: z.string().optional(),
  endpoint: z.string().optional(),
  body: z.record(z.string(), z.unknown()).optional(),
  due: z.boolean().optional(),
});
const steps = z.array(step);
const discovery = z.object({
  endpoints: z.array(z.object({ name: z.string(), method: z.string(), path: z.string() })),
  next_steps: steps,
});
const houseStatus = z.object({ recommended_checkin: z.object({ at: z.string() }), next_steps: steps });
const creatureStatus = z.object({
  creature: z.object({
    alive: z.boolean(),
    stage: z.string(),
    evolution_progress: z.object({ current_path: z.string().nullable() }).optional(),
  }),
});
const history = z.object({ stats: z.object({ missed_feedings: z.number() }) });
const registered = z.object({ your_token: z.string() });
const adopted = z.object({ creature: z.object({ id: z.string() }) });
const moved = z.object({ house_time: z.string() });
const listed = z.object({ species: z.array(z.object({ slug: z.string(), tier: z.string() })) });

const house = await openHouse();
let calls = 0;

/** Returns the answer after any waits that a 429 requires. */
async function call(method: string, path: string, key?: string, body?: object): Promise<unknown> {
  for (;;) {
    calls++;
    const answer = await fetch(house.url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status === 429) {
      await sleep(1000 * Number(answer.headers.get("retry-after") ?? 1));
      continue;
    }
    const json: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  }
}

const { endpoints, next_steps: first } = discovery.parse(await call("GET", "/api"));
function pathOf(name: string): string {
  const found =
    endpoints.find((each) => each.name === name)?.path ?? first.find(({ action }) => action === name)?.endpoint;
  if (found === undefined) throw new Error(`GET /api leads to no ${name}`);
  return found;
}

/** Keeps one house until its creatures are adults. Returns a description of each creature that is not well. */
async function keep(slugs: readonly string[], number: number): Promise<readonly string[]> {
  const username = `test-follower-${Date.now().toString(36)}-${number}`;
  const { your_token: key } = registered.parse(
    await call("POST", pathOf("register"), undefined, { username, timezone: "UTC" }),
  );
  const ids = new Map<string, string>();
  for (const slug of slugs) {
    const { creature } = adopted.parse(
      await call("POST", "/api/house/adopt", key, { name: "Pip", species_slug: slug }),
    );
    ids.set(slug, creature.id);
  }
  let now = Date.now();
  const end = now + values.hours * HOUR_MS;
  for (let patience = PATIENCE; now < end;) {
    const seen = houseStatus.parse(await call("GET", pathOf("check_status"), key));
    const due = seen.next_steps.find((each) => each.due === true);
    if (due?.endpoint !== undefined && due.method !== undefined && patience-- > 0) {
      await call(due.method, due.endpoint, key, due.method === "GET" ? undefined : due.body);
      continue;
    }
    const wait = patience > 0 ? (Date.parse(seen.recommended_checkin.at) - now) / HOUR_MS : 1 / 4;
    const body = { advance_hours: Math.max(LEAST_HOURS, Math.ceil(100 * wait) / 100) };
    now = Date.parse(moved.parse(await call("POST", pathOf("move_clock"), key, body)).house_time);
    patience = PATIENCE;
  }
  const faults: string[] = [];
  for (const [slug, id] of ids) {
    const { creature } = creatureStatus.parse(await call("GET", `/api/house/status?creature_id=${id}`, key));
    const { stats } = history.parse(await call("GET", `/api/house/history?creature_id=${id}`, key));
    const path = creature.evolution_progress?.current_path;
    const isWell = creature.alive && creature.stage === "adult" && path === "high_care" && stats.missed_feedings === 0;
    if (!isWell) faults.push(`${slug}: ${creature.stage}, ${path ?? "no path"}, ${stats.missed_feedings} missed`);
  }
  return faults;
}

try {
  const all = listed.parse(await call("GET", "/api/house/species?per_page=100")).species;
  const slugs = values.species?.split(",") ?? all.filter(({ tier }) => tier !== "community").map(({ slug }) => slug);
  const houses = Array.from({ length: Math.ceil(slugs.length / values.each) }, (_, number) =>
    slugs.slice(number * values.each, (number + 1) * values.each),
  );
  const progress = progressOf("keeping");
  let done = 0;
  const faults = await Promise.all(
    houses.map((species, number) => keep(species, number).finally(() => progress(++done / houses.length))),
  );
  const wrong = faults.flat();
  console.log(
    `${slugs.length} species in ${houses.length} houses, ${calls} calls: ${wrong.length} failed, ${MOST_FAILURES} allowed`,
  );
  for (const each of wrong) console.log(`- ${each}`);
  process.exitCode = wrong.length > MOST_FAILURES ? 1 : 0;
} finally {
  await house.close();
}
