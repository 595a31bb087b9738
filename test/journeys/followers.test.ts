// Plays programs that follow next_steps literally: one sends only due steps, the other sends every step. Both must feed on time,
// and the first must need few tokens.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { openDen, type Den, type Step } from "../den.ts";
import { houseForFile, type Answer } from "../harness.ts";
import { faultInFile } from "../lives/life-file.ts";
import { FULL, drawn } from "../tier.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

const HOURS = 48;
/** Limit for a day with five creatures, counting requests and answers at four bytes per token. */
const MOST_TOKENS_A_DAY = 12_000;

const HOUSES = [
  ["housecat", "beagle", "tortoise", "hamster", "ferret"],
  ["sphynx", "border_collie", "owl", "jackrabbit", "wolfdog"],
  ["bengal", "pangolin", "hedgehog", "retriever", "quantum"],
  ["hive", "parrot", "robot", "tabby", "lynx"],
];

type DueStep = Step & { readonly due?: boolean };

function stepsOf({ json }: Answer): readonly DueStep[] {
  return json.next_steps;
}

async function timingsOf(den: Den, ids: readonly string[]): Promise<readonly string[]> {
  const logs = await Promise.all(ids.map((id) => den.call("GET", `/api/house/history?creature_id=${id}&limit=500`)));
  return logs.flatMap(({ json }) =>
    json.care_log.flatMap(({ timing }: { timing: string | null }) => (timing === null ? [] : [timing])),
  );
}

test.each(drawn(HOUSES, (_, index) => index === 0))(
  "ADVICE-7: sending due steps feeds %s, %s, %s, %s and %s on time",
  async (...slugs) => {
    const den = await openDen(house);
    let bytes = 0;
    let calls = 0;
    const ask = async ({ method, endpoint, body }: Step) => {
      const answer = await den.call(method, endpoint, body);
      expect(answer.status, answer.text).toBeLessThan(300);
      calls++;
      bytes += Buffer.byteLength(endpoint + (body === undefined ? "" : JSON.stringify(body)) + answer.text);
      return answer;
    };
    const ids: string[] = [];
    let answer: Answer | undefined;
    for (const species_slug of slugs) {
      const body = { name: "Pip", species_slug };
      answer = await ask({ action: "adopt", method: "POST", endpoint: "/api/house/adopt", body });
      ids.push(answer.json.creature.id);
    }
    for (const until = den.now() + HOURS * HOUR_MS; answer !== undefined && den.now() < until;) {
      const due = stepsOf(answer).find((step) => step.due === true);
      const look = stepsOf(answer).findLast(({ action }) => action === "check_status");
      if (due === undefined && answer.json.recommended_checkin !== undefined)
        await den.advanceTo(answer.json.recommended_checkin.at);
      const next = due ?? look;
      if (next === undefined) throw new Error(`leads nowhere: ${answer.text}`);
      answer = await ask(next);
    }
    const timings = await timingsOf(den, ids);
    expect(timings.length).toBeGreaterThan(20);
    expect(new Set(timings)).toEqual(new Set(["on_time"]));
    expect((bytes / 4 / HOURS) * 24, `${calls} calls, ${timings.length} meals`).toBeLessThanOrEqual(MOST_TOKENS_A_DAY);
  },
);

test("ADVICE-7: sending every step in order feeds no meal early", async () => {
  const den = await openDen(house);
  const ids: string[] = [];
  for (const species_slug of HOUSES[0] ?? []) ids.push(await den.hatched({ species_slug }));
  const looks = ["status", "home", `status?creature_id=${ids[0]}`];
  let skips = 0;
  for (let round = 0, until = den.now() + HOURS * HOUR_MS; den.now() < until; round++) {
    let next: string | undefined;
    for (const { method, endpoint, body } of stepsOf(await den.call("GET", `/api/house/${looks[round % 3]}`))) {
      const { json } = await den.call(method, endpoint, body);
      skips += json.results?.filter(({ skipped }: { skipped?: true }) => skipped === true).length ?? 0;
      next = (json.house_checkin ?? json.recommended_checkin)?.at ?? next;
    }
    if (next === undefined) throw new Error("no answer says when to come back");
    await den.advanceTo(Math.max(Date.parse(next), den.now() + HOUR_MS / 60));
  }
  const timings = await timingsOf(den, ids);
  expect(timings.length).toBeGreaterThan(20);
  expect(new Set(timings)).toEqual(new Set(["on_time"]));
  expect(skips).toBeGreaterThan(20);
});

test("RESP-3: five creatures visited at each check-in score 100 each", async () => {
  const den = await openDen(house);
  const ids: string[] = [];
  for (const species_slug of ["beagle", "robot", "housecat", "tortoise", "jackrabbit"])
    ids.push(await den.hatched({ species_slug }));
  for (const until = den.now() + (FULL ? 240 : 72) * HOUR_MS; den.now() < until;) {
    const looked = await den.call("GET", "/api/house/status?view=compact");
    const due = stepsOf(looked).find((step) => step.due === true);
    const { hours_from_now: hours } = looked.json.recommended_checkin;
    await (due === undefined ? den.advance(hours) : den.call(due.method, due.endpoint, due.body));
  }
  for (const id of ids) {
    const { creature } = (await den.status(id)).json;
    expect([creature.species, creature.evolution_progress.responsiveness_score]).toEqual([creature.species, 100]);
    const file = await den.call("GET", `/api/house/export?creature_id=${id}`);
    expect(faultInFile(file.text)).toBeNull();
  }
});
