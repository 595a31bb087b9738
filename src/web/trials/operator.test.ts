// Seasons over the operator's form: one is open at a time, its hash is public at once and its secret a week after it.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { operatorOf, sendForm } from "../../../test/operator.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { findOpenSeason, listSeasons, secretPublicAt } from "../../store/trials/seasons.ts";

let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { database, now } = house.app.services;

/** As a form sends it: in UTC, without a zone. */
function typed(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}

async function change(fields: Record<string, string>): Promise<string> {
  const operator = await operatorOf(house);
  const answer = await operator.post("/admin/seasons", fields);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "", house.url).searchParams.get("done") ?? "";
}

const opening = (name: string, closesAt: string) => change({ act: "open-season", name, closes_at: closesAt });

test("a season needs a name that fits into a run's, and an end within a year", async () => {
  const soon = typed(now() + 30 * DAY_MS);
  for (const name of ["", "practice", "Big", "a.b", "a b", "-a", "x".repeat(33)]) {
    expect(await opening(name, soon), name).toBe("season-invalid");
  }
  for (const end of ["", "soon", typed(now() - DAY_MS), typed(now() + 400 * DAY_MS)]) {
    expect(await opening("2027-1", end), end).toBe("season-invalid");
  }
  expect(await listSeasons(database, { limit: 10 })).toEqual([]);
});

test("one is open at a time, its secret is drawn by the server, and closing ends it for good", async () => {
  const closesAt = now() + 30 * DAY_MS;
  expect(await opening("2027-1", typed(closesAt))).toBe("season-opened");
  expect(await opening("2027-1", typed(closesAt))).toBe("season-taken");
  expect(await opening("2027-2", typed(closesAt + DAY_MS))).toBe("season-taken");
  const season = await findOpenSeason(database, { now: now() });
  expect(season?.name).toBe("2027-1");
  expect(season?.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(season?.commitment).toBe(
    createHash("sha256")
      .update(season?.secret ?? "")
      .digest("hex"),
  );
  expect(await change({ act: "close-season", name: "2027-2" })).toBe("season-not-open");
  movedMs += DAY_MS;
  expect(await change({ act: "close-season", name: "2027-1" })).toBe("season-closed");
  expect(await change({ act: "close-season", name: "2027-1" })).toBe("season-not-open");
  expect(await findOpenSeason(database, { now: now() })).toBeUndefined();
  expect(await opening("2027-1", typed(closesAt))).toBe("season-taken");
  expect(await opening("2027-2", typed(closesAt))).toBe("season-opened");
  const [second, first] = await listSeasons(database, { limit: 10 });
  expect(second?.secret).not.toBe(first?.secret);
  expect(first === undefined ? 0 : secretPublicAt(first) - first.closesAt).toBe(7 * DAY_MS);
});

test("the view shows commitments but no secret, and the log says who opened and closed what", async () => {
  const page = await (await (await operatorOf(house)).get()).text();
  for (const { name, secret, commitment } of await listSeasons(database, { limit: 10 })) {
    expect(page).toContain(name);
    expect(page).toContain(commitment);
    expect(page).not.toContain(secret);
  }
  const acts = await database.adHoc<Record<string, string>>(
    "SELECT act, subject, session FROM moderation_acts ORDER BY act_id",
  );
  expect(acts.map(({ act, subject }) => `${act} ${subject}`)).toEqual([
    "open-season 2027-1",
    "close-season 2027-1",
    "open-season 2027-2",
  ]);
  for (const { session } of acts) expect(session).toMatch(/^[0-9a-f]{8}$/);
});

test("without a session or from elsewhere nothing changes", async () => {
  const fields = { act: "close-season", name: "2027-2" };
  expect((await sendForm(house, "/admin/seasons", fields)).headers.get("location")).toBe("/admin?door=ended");
  const { cookie } = await operatorOf(house);
  const forged = await sendForm(house, "/admin/seasons", fields, { cookie, origin: "https://evil.example" });
  expect(forged.status).toBe(403);
  expect((await findOpenSeason(database, { now: now() }))?.name).toBe("2027-2");
});
