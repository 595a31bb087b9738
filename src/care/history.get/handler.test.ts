// Tests the pages of a creature's history and its Markdown form.
import { expect, test } from "vitest";
import { buyCredits } from "../../../test/payers/credits.ts";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("entries are listed newest first, in consecutive pages", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  for (let count = 0; count < 12; count++) {
    await den.advance(0.05);
    await den.care("reflect", id, { notes: `note ${count}` });
  }
  const read = async (query: string): Promise<string[]> => {
    const answer = await den.call("GET", `/api/house/history?creature_id=${id}${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.care_log.map(({ notes }: { notes: string }) => notes);
  };
  const all = await read("");
  expect(all).toEqual(Array.from({ length: 12 }, (_, index) => `note ${11 - index}`));
  expect([...(await read("&limit=5")), ...(await read("&limit=5&offset=5")), ...(await read("&offset=10"))]).toEqual(
    all,
  );
  expect(await read("&offset=")).toEqual(all);
  expect(await read("&offset=10000")).toEqual([]);
  for (const wrong of ["limit=0", "limit=501", "limit=", "limit=5.5", "offset=10001", "offset=-1", "format=xml"]) {
    expect((await den.call("GET", `/api/house/history?${wrong}`)).status, wrong).toBe(400);
  }
});

test("an entry shows the care, its stat changes, and its timing", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(3);
  await den.care("feed", id, { item: "fresh tuna", notes: "slurp" });
  const [entry] = (await den.call("GET", `/api/house/history?id=${id}`)).json.care_log;
  expect(entry).toMatchObject({
    action: "feed",
    notes: "slurp",
    item: "fresh tuna",
    hunger_before: 95.2,
    hunger_after: 100,
    happiness_before: 97.6,
    happiness_after: 97.6,
    health_before: 100,
    health_after: 100,
    timing: "on_time",
  });
  expect(Math.abs(Date.parse(entry.timestamp) - den.now())).toBeLessThan(60_000);
});

test("without a target, the history covers the latest adoption", async () => {
  const den = await openDen(house);
  await den.hatched({ name: "Old" });
  const young = await den.hatched({ name: "Young" });
  await den.call("DELETE", "/api/house/release", { id: young });
  expect((await den.call("GET", "/api/house/history")).json.creature).toMatchObject({ name: "Young", alive: false });
});

test("the Markdown contains the whole log, or the requested page", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  for (let count = 0; count < 60; count++) await den.care("reflect", id);
  const read = async (query = "") =>
    (await den.call("GET", `/api/house/history?format=markdown&creature_id=${id}${query}`)).text;
  const rowsOf = (text: string) => text.match(/^\| \d{4}-.*$/gmu) ?? [];
  const whole = await read();
  expect(rowsOf(whole)).toHaveLength(60);
  expect(whole).toContain("Entries 1 to 60 of 60, newest first.");
  const part = await read("&limit=7&offset=3");
  expect(rowsOf(part)).toHaveLength(7);
  expect(part).toContain("Entries 4 to 10 of 60, newest first. Continue with offset=10.");
  expect((await den.call("GET", `/api/house/history?creature_id=${id}`)).json.care_log).toHaveLength(50);
});

test("the Markdown lists deaths and resurrections in order, without escaping timings", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(3);
  await den.care("feed", id);
  await den.advance(60);
  await buyCredits(house.app.services.database, den.id, "1000");
  expect((await den.call("POST", "/api/house/resurrect", { creature_id: id })).status).toBe(200);
  await den.advance(60);
  const { text } = await den.call("GET", `/api/house/history?format=markdown&creature_id=${id}`);
  const timeline = text.split("## Timeline")[1]?.split("## Care")[0] ?? "";
  expect(timeline.match(/^- [A-Za-z]+/gmu)).toEqual([
    "- Adopted",
    "- Hatched",
    "- Became",
    "- Died",
    "- Called",
    "- Became",
    "- Died",
  ]);
  expect(text).toContain("| on_time |");
});

test("the Markdown escapes names and shows no path after an early death", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "a_b _c_" });
  const read = async () => (await den.call("GET", `/api/house/history?format=markdown&creature_id=${id}`)).text;
  const young = await read();
  expect(young).toContain("# a_b &#95;c&#95;\n");
  expect(young).toContain("| path | toward high_care |");
  expect(young).not.toContain("| time |");
  await den.advance(49);
  expect(await read()).toContain("| path | none |");
  const { json } = await den.call("GET", `/api/house/history?creature_id=${id}`);
  expect(json.evolution_history).toMatchObject({ evolution_path: null, trending_toward: null });
});
