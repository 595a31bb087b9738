// The schedule over HTTP: most urgent first, with an ETag, and as a calendar at a signed address until the key is
// rotated.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("every creature with its band, the most urgent first, and one time for all", async () => {
  const den = await openDen(house);
  const first = await den.hatched({ name: "Pip" });
  await den.advance(1);
  const second = await den.hatched({ name: "Moss" });
  const egg = await den.adopt({ name: "Egg" });
  const { json } = await den.call("GET", "/api/house/schedule");
  expect(json.creatures.map(({ creature }: { creature: { id: string } }) => creature.id)).toEqual([egg, first, second]);
  expect(json.best_time).toMatchObject({ hours_from_now: 0, creature_ids: [egg] });
  const [, { on_time: band, lateness_costs: costs, missed_at: missed, due }] = json.creatures;
  expect(due).toBe(false);
  expect(costs).toEqual({ late: { trust: -0.5 }, missed: { trust: -1, health: -3 } });
  expect(Date.parse(band.ends_at) - Date.parse(band.opens_at)).toBe(2.5 * 3_600_000);
  expect(Date.parse(missed)).toBeGreaterThan(Date.parse(band.ends_at));
  expect((await den.care("feed", egg)).json.error).toBe("The egg hasn't hatched yet");
});

test("the tag stays while nothing worth showing changes", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const first = await den.call("GET", "/api/house/schedule");
  const { etag = "" } = first.headers;
  const again = () => den.call("GET", "/api/house/schedule", undefined, { "if-none-match": etag });
  await den.advance(0.5);
  const same = await again();
  expect([same.status, same.text, same.headers.etag]).toEqual([304, "", etag]);
  await den.advance(2.5);
  expect((await again()).status).toBe(200);
  await den.care("feed", id);
  expect((await again()).status).toBe(200);
});

test("a calendar can subscribe at the signed address, which a new key makes worthless", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Pip the first" });
  const { calendar_url: address } = (await den.call("GET", "/api/house/schedule")).json;
  const path = new URL(address).pathname;
  const feed = await house.call("GET", path);
  expect(feed.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(feed.text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
  expect(feed.text.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  expect(feed.text).toContain(`${id}-feeding`);
  expect(feed.text).toContain("SUMMARY:Feed Pip the first");
  const own = await den.call("GET", "/api/house/schedule?format=ical");
  expect(own.text.replaceAll(/DTSTAMP.*/g, "")).toBe(feed.text.replaceAll(/DTSTAMP.*/g, ""));
  const forged = path.replace(/.(?=\.ics$)/, (last) => (last === "A" ? "B" : "A"));
  for (const wrong of [forged, path.replace(".ics", ""), `/calendars/${den.id}/x.ics`, "/calendars/nobody/x.ics"]) {
    const answer = await house.call("GET", wrong);
    expect([answer.status, answer.json.error], wrong).toEqual([404, "No such calendar"]);
  }
  await den.call("POST", "/api/auth/rotate-key");
  expect((await house.call("GET", path)).status).toBe(404);
});
