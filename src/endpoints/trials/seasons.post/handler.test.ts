// Seasons by API: opening is idempotent, one is open at a time, and the secret stays secret.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { ADMIN_KEY, freshAddress, houseForFile } from "../../../../test/harness.ts";
import { findOpenSeason } from "../../../store/trials/seasons.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const change = (body: object, headers: Record<string, string> = {}) =>
  house.call("POST", "/api/admin/seasons", body, { "x-admin-key": ADMIN_KEY, ...headers }, freshAddress());
const acts = async () =>
  (await database.adHoc<{ act: string }>("SELECT act FROM moderation_acts ORDER BY act_id")).map(({ act }) => act);

test("a season opens once, for as many days as were asked for, and shows its commitment alone", async () => {
  const opened = await change({ action: "open", name: "2027-1", days: 30 });
  expect(opened.status).toBe(200);
  const { season } = opened.json;
  expect(Date.parse(season.closes_at) - Date.parse(season.opens_at)).toBe(30 * DAY_MS);
  const stored = await findOpenSeason(database, { now: now() });
  const secret = stored?.secret ?? "";
  expect(season.commitment).toBe(createHash("sha256").update(secret).digest("hex"));
  expect(opened.text).not.toContain(secret);
  const again = await change({ action: "open", name: "2027-1", days: 90 });
  expect([again.status, again.json.season]).toEqual([200, season]);
  expect(await acts()).toEqual(["open-season"]);
});

test("another season waits until the open one is closed, and a name is used once", async () => {
  const taken = await change({ action: "open", name: "2027-2" });
  expect([taken.status, taken.json.code]).toEqual([409, "season_taken"]);
  const wrong = await change({ action: "close", name: "2027-2" });
  expect([wrong.status, wrong.json.code]).toEqual([409, "season_not_open"]);
  const headers = { "idempotency-key": "close-the-first" };
  const closed = await change({ action: "close", name: "2027-1" }, headers);
  expect([closed.status, closed.json.message]).toEqual([200, expect.stringContaining("is closed")]);
  const repeated = await change({ action: "close", name: "2027-1" }, headers);
  expect([repeated.status, repeated.headers["idempotency-replayed"]]).toEqual([200, "true"]);
  expect((await change({ action: "close", name: "2027-1" })).status).toBe(409);
  expect((await change({ action: "open", name: "2027-1" })).json.code).toBe("season_taken");
  expect((await change({ action: "open", name: "2027-2" })).status).toBe(200);
  expect(await acts()).toEqual(["open-season", "close-season", "open-season"]);
});

test("names and lengths that do not fit are refused", async () => {
  for (const body of [
    { action: "open", name: "practice" },
    { action: "open", name: "Big" },
    { action: "open", name: "x".repeat(33) },
    { action: "open", name: "2027-3", days: 0 },
    { action: "open", name: "2027-3", days: 367 },
    { action: "extend", name: "2027-3" },
  ]) {
    expect((await change(body)).status, JSON.stringify(body)).toBe(400);
  }
  expect(await acts()).toHaveLength(3);
});
