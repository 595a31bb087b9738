// Tests SEEN-2 and SEEN-4: no answer to a keeper reveals a stat that the species hides or caps. Each answer is requested twice
// for the same creature and instant, with two values of one hidden stat. Both values lead to the same mood and advice, so the
// answers must be identical.
import { expect, test } from "vitest";
import { CARE_ACTIONS, type Stat } from "@denkeeper/rules/creature/creature.ts";
import { openDen, type Den } from "./den.ts";
import { houseForFile } from "./harness.ts";
import { drawn } from "./tier.ts";

let now = Date.now();
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100000" }, clock: () => now });
const { database } = house.app.services;

type Pair = readonly [number, number];

interface Hiding {
  readonly slug: string;
  readonly trust: number;
  /** Two values for each stat that is hidden or capped. */
  readonly pairs: readonly (readonly [Stat, Pair])[];
}

const HAPPY: Pair = [88, 99];
const CONTENT: Pair = [40, 62];

const HIDING: readonly Hiding[] = [
  {
    slug: "hedgehog",
    trust: 20,
    pairs: [
      ["hunger", [55, 95]],
      ["happiness", HAPPY],
      ["happiness", CONTENT],
      ["health", [65, 99]],
      ["trust", [5, 46]],
      ["discipline", [3, 97]],
    ],
  },
  {
    slug: "hedgehog",
    trust: 60,
    pairs: [
      ["happiness", HAPPY],
      ["happiness", CONTENT],
      ["health", [65, 99]],
      ["trust", [52, 84]],
      ["discipline", [3, 97]],
    ],
  },
  {
    slug: "pangolin",
    trust: 20,
    pairs: [
      ["hunger", [55, 95]],
      ["happiness", HAPPY],
      ["happiness", CONTENT],
      ["health", [65, 99]],
      ["trust", [5, 36]],
      ["discipline", [3, 97]],
    ],
  },
  {
    slug: "void",
    trust: 60,
    pairs: [
      ["hunger", [92, 99]],
      ["happiness", HAPPY],
      ["happiness", [56, 64]],
      ["health", [65, 99]],
      ["trust", [55, 95]],
      ["discipline", [55, 97]],
    ],
  },
];

/** Values that differ between any two answers, such as ids and cursors. */
const ITS_OWN = /\\?"(?:care_log_entry_id|cursor)\\?":\\?"[^"\\]*\\?"|"id":"n\d+"/gu;

const TABLES = ["care_log", "events", "passed_events", "discovered_items", "visits"];

async function storedRow(id: string): Promise<Record<string, unknown>> {
  const [row] = await database.adHoc<{ row: Record<string, unknown> }>(
    "SELECT to_jsonb(c) AS row FROM creatures c WHERE creature_id = $1",
    [id],
  );
  return row?.row ?? {};
}

/** Restores the creature with other stats and deletes the records of all calls. */
async function restore(den: Den, row: Record<string, unknown>, stats: object): Promise<void> {
  for (const table of TABLES) {
    await database.adHoc(`DELETE FROM ${table} WHERE agent_id = $1`, [den.id]);
  }
  await database.adHoc("DELETE FROM creatures WHERE agent_id = $1", [den.id]);
  const text = "INSERT INTO creatures SELECT * FROM jsonb_populate_record(NULL::creatures, $1::jsonb)";
  await database.adHoc(text, [JSON.stringify({ ...row, ...stats })]);
}

/** Returns every answer that a keeper can receive about a creature, by request. */
async function everyAnswer(den: Den, id: string, begin: () => Promise<void>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const ask = async (method: string, path: string, body?: object) => {
    const { status, text } = await den.call(method, path, body);
    expect(status, text).toBe(200);
    expect(text).not.toContain('"isError":true');
    answers.set(`${method} ${path} ${JSON.stringify(body ?? {})}`, text.replaceAll(ITS_OWN, ""));
  };
  const call = (name: string, args: object) =>
    ask("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  await begin();
  await ask("GET", `/api/house/status?creature_id=${id}&forecast_hours=2`);
  await ask("GET", "/api/house/status?view=compact");
  await ask("GET", "/api/house/home");
  await call("check_status", {});
  await call("check_status", { view: "full" });
  for (const action of CARE_ACTIONS) {
    await begin();
    await ask("POST", "/api/house/care", { action, creature_id: id, dry_run: true });
    await ask("POST", "/api/house/care", { action, creature_id: id });
    await ask("GET", `/api/house/history?creature_id=${id}&limit=${CARE_ACTIONS.indexOf(action) + 1}`);
    await ask("GET", "/api/house/events?wait=0");
    await begin();
    await call("care", { action, creature_id: id });
  }
  await begin();
  await ask("GET", `/api/house/history?creature_id=${id}&format=markdown`);
  return answers;
}

const CASES = HIDING.flatMap(({ slug, trust, pairs }) =>
  pairs.map(([stat, pair]) => ({ slug, trust, stat, low: pair[0], high: pair[1] })),
);

/** The gate covers every stat once, and every combination of species and trust once. */
const isFirst = ({ slug, trust, stat }: (typeof CASES)[number], index: number) =>
  CASES.findIndex((each) => each.stat === stat) === index ||
  CASES.findIndex((each) => each.slug === slug && each.trust === trust) === index;

test.each(drawn(CASES, isFirst))(
  "SEEN-2, SEEN-4: $slug (trust $trust) answers equally with $stat $low and $high",
  async ({ slug, trust, stat, low, high }) => {
    now = Date.now();
    const den = await openDen(house, { hour: 12 });
    const id = await den.hatched({ species_slug: slug });
    const row = await storedRow(id);
    const stats = { hunger: 95, happiness: 90, health: 90, trust, discipline: 60 };
    const answersWith = async (value: number) =>
      everyAnswer(den, id, () => restore(den, row, { ...stats, [stat]: value }));
    const one = await answersWith(low);
    const other = await answersWith(high);
    for (const [asked, text] of one) expect(other.get(asked), asked).toBe(text);
  },
);

test.each(["hedgehog", "pangolin"])("SEEN-1: %s hides its stats from adoption on", async (slug) => {
  const den = await openDen(house);
  const { json } = await den.call("POST", "/api/house/adopt", { name: "Shy", species_slug: slug });
  const hidden = ["hunger", "happiness", "health", "trust", "discipline"];
  expect(json.creature.hidden_stats).toEqual(hidden);
  for (const stat of hidden) expect(json.creature[stat], stat).toBeNull();
});

test("SEEN-1: void shows at most 50 from adoption on", async () => {
  const den = await openDen(house);
  const { json } = await den.call("POST", "/api/house/adopt", { name: "Dark", species_slug: "void" });
  expect(json.creature).toMatchObject({ hunger: 50, happiness: 50, health: 50, trust: 20, discipline: 0 });
  expect(json.creature.hidden_stats).toEqual(["hunger", "happiness", "health"]);
});
