// Tests reports for the owner (REPORT rules). Every answer of the loop contains them until they are confirmed. Reads, lost
// answers and late visits lose none.
import { beforeAll, expect, test, vi } from "vitest";
import { openDen, type Den } from "../den.ts";
import { houseForFile, type Answer } from "../harness.ts";

const house = await houseForFile({ env: { ITEM_MODEL: "similarity", RATE_LIMIT_FACTOR: "1000" } });

beforeAll(async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await vi.waitFor(
    async () => {
      const dry = await den.care("feed", id, { item: "bleach", dry_run: true });
      expect(dry.json.action_result.item_result.category).toBe("harmful");
    },
    { timeout: 150_000, interval: 200 },
  );
});

const STATUS = "/api/house/status";
const COMPACT = `${STATUS}?view=compact`;
const HOME = "/api/house/home";

const reportIn = ({ json }: Answer) => json.report;
const kindsIn = (answer: Answer): string[] => (reportIn(answer)?.lines ?? []).map(({ kind }: { kind: string }) => kind);
const look = (den: Den, path = COMPACT) => den.call("GET", path);
const visit = (den: Den, body: object = { actions: [] }) => den.call("POST", "/api/house/visit", body);
const told = (answer: Answer) => ({ actions: [], told: reportIn(answer).id });

const addSitter = (den: Den, id: string) =>
  den.call("POST", "/api/house/sitters", { sitter_name: "Sam", creature_ids: [id], actions: ["feed"], hours: 5 });

/** Opens a house with two creatures, Ann and Bea, and for 40 hours cares only for Ann. */
async function bereaved(): Promise<Den> {
  const den = await openDen(house);
  const kept = await den.hatched({ name: "Ann" });
  await den.hatched({ name: "Bea" });
  for (let meal = 0; meal < 10; meal++) {
    await den.advance(4);
    await den.care("reflect", kept);
    await den.care("feed", kept);
  }
  return den;
}

test("REPORT-1, REPORT-3: every answer reports a death until it is confirmed", async () => {
  const den = await bereaved();
  const asked = [COMPACT, COMPACT, STATUS, HOME];
  for (const path of asked) {
    const answer = await look(den, path);
    expect(reportIn(answer).text, path).toMatch(/^Bea died of neglect on \w+ \d+ at \d\d:\d\d UTC\./);
    expect(kindsIn(answer), path).toContain("died");
  }
  const again = await visit(den);
  expect(reportIn(again).text).toContain("Bea died");
  expect(reportIn(await visit(den, told(again)))).toBeNull();
  for (const path of asked) expect(reportIn(await look(den, path)), path).toBeNull();
});

test("REPORT-3: status and home accept the confirmation in their query", async () => {
  for (const path of [`${STATUS}?`, `${COMPACT}&`, `${HOME}?`]) {
    const den = await bereaved();
    const { id } = reportIn(await look(den));
    expect(reportIn(await look(den, `${path}told=${id}`)), path).toBeNull();
    expect(reportIn(await look(den)), path).toBeNull();
  }
});

test("REPORT-3: old and future numbers confirm no newer event", async () => {
  const den = await bereaved();
  const { id } = reportIn(await look(den));
  expect(kindsIn(await visit(den, { actions: [], told: id - 1 }))).toEqual(["died"]);
  expect(reportIn(await visit(den, { actions: [], told: 1_000_000 }))).toBeNull();
  const { creature } = (await look(den)).json;
  await addSitter(den, creature.id);
  expect(kindsIn(await look(den))).toEqual(["sitter_added"]);
});

test("REPORT-4: an unconfirmed line ends a day after its first visit", async () => {
  const den = await openDen(house);
  await den.hatched({ name: "Bea" });
  await den.advance(100);
  const creature_id = await den.adopt({ name: "Ann" });
  expect(kindsIn(await look(den))).toEqual(["died"]);
  await den.advance(2);
  expect(kindsIn(await look(den))).toEqual(["died"]);
  await den.call("POST", "/api/house/board", { creature_id, hours: 72 });
  await den.advance(21);
  expect(kindsIn(await look(den))).toEqual(["died"]);
  await den.advance(1.1);
  expect(reportIn(await look(den))).toBeNull();
});

test("REPORT-2: confirmed late and critical reports pause for a day", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Ann" });
  await den.advance(7);
  const late = await look(den);
  expect(kindsIn(late)).toEqual(["late"]);
  expect(reportIn(late).text).toMatch(/^Ann was not fed in time: its feeding window ended on .* UTC\.$/);
  expect(reportIn(await look(den)).lines).toEqual(reportIn(late).lines);
  expect(reportIn(await visit(den, told(late)))).toBeNull();
  // Trouble that began after the confirmation is reported.
  await den.advance(20);
  const critical = await look(den);
  expect(kindsIn(critical)).toEqual(["critical"]);
  expect(reportIn(critical).text).toMatch(/dies on .* UTC\.$/);
  await visit(den, told(critical));
  await den.care("reflect", id);
  expect(reportIn(await look(den))).toBeNull();
  await den.advance(25);
  expect(kindsIn(await look(den))).toEqual(["critical"]);
});

test("REPORT-1: visits report their own results", async () => {
  const den = await openDen(house, { hour: 7 });
  const id = await den.hatched({ name: "Ann" });
  const meal = (item?: string) => visit(den, { actions: [{ creature_id: id, action: "feed", ...(item && { item }) }] });
  await den.advance(8);
  const missed = await meal("bleach");
  expect(kindsIn(missed)).toEqual(["harmed", "missed"]);
  expect(reportIn(missed).text).toMatch(
    /^Ann was given something harmful \(feed\) on .* UTC\. Ann missed a meal before it was fed on .* UTC\.$/,
  );
  await visit(den, told(missed));
  await den.advance(5.5);
  const late = await meal();
  expect(late.json.results[0].timing).toBe("late");
  expect(kindsIn(late)).toEqual(["fed_late"]);
  expect(reportIn(late).text).toMatch(/^Ann was fed late on /);
  const { events } = (await den.call("GET", "/api/house/events")).json;
  const types = events.map(({ type }: { type: string }) => type);
  expect(types).toEqual(expect.arrayContaining(["fed_late", "missed", "harmed"]));
});

test("REPORT-1: meals on time are not reported", async () => {
  const den = await openDen(house);
  const creature_id = await den.hatched();
  await den.advance(4);
  const well = await visit(den, { actions: [{ creature_id, action: "feed" }] });
  expect(well.json.results[0].timing).toBe("on_time");
  expect(reportIn(well)).toBeNull();
});

test("REPORT-2: status, home and visit report an empty house", async () => {
  const den = await openDen(house);
  expect(reportIn(await look(den))).toBeNull();
  await den.hatched({ name: "Bea" });
  await den.advance(60);
  const status = await look(den);
  expect(status.status).toBe(404);
  expect(kindsIn(status)).toEqual(["empty"]);
  expect(kindsIn(await look(den, HOME))).toEqual(["empty"]);
  const seen = await visit(den);
  expect(seen.status).toBe(200);
  expect(reportIn(seen).text).toMatch(/^The house is empty\. Bea, the last one, died on .+, of neglect\./);
  expect(reportIn(await visit(den, told(seen)))).toBeNull();
  expect(reportIn(await look(den))).toBeNull();
  await den.advance(25);
  expect(kindsIn(await look(den))).toEqual(["empty"]);
});

test("REPORT-1: reports have five lines, the worst first, and a count", async () => {
  const den = await openDen(house);
  for (const name of ["A", "B", "C", "D", "E", "F"]) await den.hatched({ name });
  await den.advance(60);
  const answer = await look(den);
  expect(reportIn(answer).lines).toHaveLength(5);
  expect(kindsIn(answer)).toEqual(["empty", "died", "died", "died", "died"]);
  expect(reportIn(answer).text).toMatch(/And 1 more: see events\.$/);
});

test("REPORT-1: changes of keys are reported", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await addSitter(den, id);
  const answer = await look(den);
  expect(kindsIn(answer)).toEqual(["sitter_added"]);
  expect(reportIn(answer).text).toMatch(/^Sam got a key to the house on /);
});

test("REPORT-5: sitters receive no reports and confirm none", async () => {
  const den = await bereaved();
  const { creature } = (await look(den)).json;
  const made = await addSitter(den, creature.id);
  const headers = { "x-api-key": /dks_\w+/.exec(made.text)?.[0] ?? "" };
  const theirs = await house.call("GET", `${COMPACT}&told=1000000`, undefined, headers);
  expect(theirs.status, theirs.text).toBe(200);
  expect(theirs.json).not.toHaveProperty("report");
  expect(kindsIn(await look(den))).toContain("died");
});

test("REPORT-5: ETags depend on a report, but not on its words", async () => {
  const den = await bereaved();
  await look(den);
  const first = await look(den);
  const headers = { "x-api-key": den.key, "if-none-match": String(first.headers["etag"]) };
  expect((await house.call("GET", COMPACT, undefined, headers)).status).toBe(304);
  await visit(den, told(first));
  expect((await house.call("GET", COMPACT, undefined, headers)).status).toBe(200);
});

test("STAGE-3: compact status shows each stage it marks as seen, including hatching", async () => {
  const den = await openDen(house);
  await den.adopt({ name: "Ann" });
  expect((await look(den)).json.milestone).toMatchObject({ stage: "baby" });
  expect((await look(den)).json).not.toHaveProperty("milestone");
  expect((await look(den, STATUS)).json).not.toHaveProperty("milestone");
});
