// Live streams: they report changes of public creatures and nothing else, at most once a round, within their limits, and
// they end at once when the service stops.
import { expect, test, vi } from "vitest";
import { openDen, zoneAt } from "../den.ts";
import { listTidings } from "../../src/store/rollups/live.ts";
import { houseForFile, houseForTest } from "../harness.ts";
import { operatorOf } from "../operator.ts";
import { openStream } from "./stream.ts";

let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { liveHub, database, now } = house.app.services;

async function keeperWith(name: string, species = "housecat") {
  const keeper = await house.register({ timezone: zoneAt(12, now()) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name, species_slug: species });
  const id: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  const page = `/agents/${keeper.username}/creatures/${id}`;
  return { ...keeper, creatureId: id, page, shown: `${keeper.username}/${id}` };
}

/** Rounds of the hub until something holds. The timer of the hub may do some of them. */
async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(
    async () => {
      await liveHub.look();
      check();
    },
    { timeout: 20_000, interval: 50 },
  );
}

async function stateOnPage(path: string): Promise<string | undefined> {
  return /data-state="([^"]*)"/.exec(await (await fetch(`${house.url}${path}`)).text())?.[1];
}

/** The row that a death leaves in the log. A house whose clock was moved writes none itself. */
async function logDeath(creatureId: string): Promise<void> {
  await database.adHoc(
    `INSERT INTO care_log SELECT (jsonb_populate_record(l, jsonb_build_object('kind', 'death', 'action', NULL,
        'entry_id', gen_random_uuid(), 'recorded_at', $2::bigint, 'version', l.version + 1))).*
      FROM care_log l WHERE creature_id = $1 ORDER BY recorded_at DESC LIMIT 1`,
    [creatureId, now()],
  );
}

test("a creature's stream starts with what its page carries, and reports care and what time does", async () => {
  const pip = await keeperWith("Streamed Pip");
  const stream = await openStream(`${house.url}/live${pip.page}`);
  expect(stream.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.answer.headers.get("cache-control")).toBe("no-store");
  await eventually(() => expect(stream.messages()).toHaveLength(2));
  expect(stream.text()).toMatch(/^retry: \d{4}\n/);
  const [hello, first] = stream.messages();
  expect(hello).toEqual({ now: expect.any(Number) });
  expect(first).toEqual({
    now: expect.any(Number),
    state: await stateOnPage(pip.page),
    act: expect.objectContaining({ what: "hatch" }),
  });
  for (let round = 0; round < 3; round++) await liveHub.look();
  expect(stream.messages(), "nothing happened").toHaveLength(2);
  await pip.call("POST", "/api/house/care", { action: "reflect", creature_id: pip.creatureId });
  await eventually(() => expect(stream.messages().at(-1)).toMatchObject({ changed: true }));
  expect(stream.messages().at(-1)?.state).not.toBe(first?.state);
  const count = stream.messages().length;
  movedMs += 9 * 3_600_000;
  await eventually(() => expect(stream.messages().length).toBeGreaterThan(count));
  expect(stream.messages().at(-1)?.state).toBe(await stateOnPage(pip.page));
});

test("QUIET-1: a death shows on an open page within a second, though no sweep has written it down", async () => {
  const pip = await keeperWith("Forgotten");
  const stream = await openStream(`${house.url}/live${pip.page}`);
  await eventually(() => expect(stream.messages()).toHaveLength(2));
  const { creature } = (await pip.call("GET", "/api/house/status")).json;
  movedMs += Date.parse(creature.death_clock.dies_at) - 2_000 - now();
  await eventually(() => expect(stream.messages().at(-1)?.state).toMatch(/^living .* critical/));
  movedMs += 2_000;
  await liveHub.look();
  await vi.waitFor(() => expect(stream.messages().at(-1)?.state).toMatch(/^dead /));
});

test("a page is told of the creatures it shows, and of no others", async () => {
  const [seen, unseen] = [await keeperWith("Seen"), await keeperWith("Unseen")];
  const stream = await openStream(
    `${house.url}/live/house?of=${seen.shown},${seen.username}/${unseen.creatureId},x/y,`,
  );
  const idsOf = () => stream.messages().flatMap(({ dens = [] }) => dens.map(({ id }) => id));
  await eventually(() => expect(idsOf()).toEqual([seen.creatureId, unseen.creatureId]));
  // The second was asked for under another keeper's name.
  expect(stream.messages().at(-1)?.dens?.[1]).toEqual({
    id: unseen.creatureId,
    wait: "No longer here",
    asleep: false,
    waiting: false,
  });
  await unseen.call("POST", "/api/house/care", { action: "reflect", creature_id: unseen.creatureId });
  await seen.call("POST", "/api/house/care", { action: "feed", creature_id: seen.creatureId });
  await eventually(() => expect(idsOf()).toHaveLength(3));
  const [den] = stream.messages().at(-1)?.dens ?? [];
  expect(den).toMatchObject({
    id: seen.creatureId,
    src: expect.stringContaining(`${seen.page}/portrait.svg?look=baby-`),
  });
  expect(den?.mood).toMatch(/^<span class="mood mood--\w+">/);
  expect(stream.text()).not.toContain("Unseen");
});

test("the home page hears of births, deaths and visits, but of nobody who is not public", async () => {
  const stream = await openStream(`${house.url}/live/home`);
  await eventually(() => expect(stream.messages().at(-1)?.state).toMatch(/^[\w-]{16}$/));
  const mover = await openDen(house);
  await mover.advance(1);
  await mover.hatched({ name: "Nobody sees me" });
  const pip = await keeperWith("Newborn");
  const texts = () => stream.messages().flatMap(({ tidings = [] }) => tidings.map(({ text }) => text));
  await eventually(() => expect(texts()).toContain("Newborn hatched"));
  await pip.call("POST", "/api/house/care", { action: "feed", creature_id: pip.creatureId, notes: "a private word" });
  await eventually(() => expect(texts()).toContain("Newborn was fed"));
  expect(texts().filter((text) => text === "Newborn was fed")).toHaveLength(1);
  await logDeath(pip.creatureId);
  await eventually(() => expect(texts()).toContain("Newborn died"));
  expect(stream.text()).not.toMatch(/Nobody sees me|a private word/);
});

test("a meal that killed is told as a death, not as a meal", async () => {
  const pip = await keeperWith("Poisoned");
  await pip.call("POST", "/api/house/care", { action: "feed", creature_id: pip.creatureId });
  await database.adHoc(
    `INSERT INTO care_log SELECT (jsonb_populate_record(l, jsonb_build_object('kind', 'death', 'action', NULL,
        'entry_id', gen_random_uuid()))).*
      FROM care_log l WHERE creature_id = $1 AND action = 'feed'`,
    [pip.creatureId],
  );
  const tidings = await listTidings(database, { from: 0, to: Number.MAX_SAFE_INTEGER }, 100);
  const kinds = tidings.filter(({ creatureId }) => creatureId === pip.creatureId).map(({ kind }) => kind);
  expect(kinds).toEqual(["death", "hatch", "adopt"]);
  const [newest] = await listTidings(database, { from: 0, to: Number.MAX_SAFE_INTEGER }, 1);
  expect(newest?.kind).toBe("death");
});

test("ids that were made up are asked for once", async () => {
  const seen = await keeperWith("Real");
  const made = Array.from({ length: 20 }, () => `${seen.username}/${crypto.randomUUID()}`);
  const stream = await openStream(`${house.url}/live/house?of=${[seen.shown, ...made].join(",")}`);
  await eventually(() => expect(stream.messages().flatMap(({ dens = [] }) => dens)).toHaveLength(21));
  const asked = vi.spyOn(database, "query");
  await liveHub.look();
  const ids = asked.mock.calls.map(([, values]) => JSON.stringify(values)).join("");
  asked.mockRestore();
  expect(ids).toContain(seen.creatureId);
  for (const id of made) expect(ids).not.toContain(id.split("/")[1]);
});

test("a creature that is hidden while it is watched is unknown from then on", async () => {
  const pip = await keeperWith("Hidden Later");
  const [own, list] = [
    await openStream(`${house.url}/live${pip.page}`),
    await openStream(`${house.url}/live/house?of=${pip.shown}`),
  ];
  await eventually(() => expect(list.messages()).toHaveLength(2));
  const operator = await operatorOf(house);
  expect(await operator.act("hide-profile", pip.username, "a test")).toBe("done");
  await eventually(() => expect(own.messages().at(-1)).toMatchObject({ state: "unknown", changed: true }));
  expect(list.messages().at(-1)?.dens).toEqual([
    { id: pip.creatureId, wait: "No longer here", asleep: false, waiting: false },
  ]);
});

test("a species that hides its stats sends none", async () => {
  const shy = await keeperWith("Shy", "hedgehog");
  const stream = await openStream(`${house.url}/live${shy.page}`);
  const { json } = await house.call("GET", `/api${shy.page}`);
  expect(json.now.health).toBeNull();
  await eventually(() => expect(stream.messages()).toHaveLength(2));
  expect(stream.messages().at(-1)?.state).toBe(await stateOnPage(shy.page));
  expect(stream.text()).not.toMatch(/health|hunger|happiness|trust/);
});

test("an address has so many streams; the service ends all of them when it stops and says when to come back", async () => {
  const small = await houseForTest({ env: { RATE_LIMIT_FACTOR: "0.05" } });
  const streams = await Promise.all(["house", "home"].map((kind) => openStream(`${small.url}/live/${kind}`)));
  expect(small.app.services.liveHub.count).toBe(2);
  const refused = await fetch(`${small.url}/live/house`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  streams[1]?.close();
  await vi.waitFor(() => expect(small.app.services.liveHub.count).toBe(1), { timeout: 10_000 });
  small.app.services.liveHub.stop();
  await streams[0]?.ended;
  const late = await fetch(`${small.url}/live/house`);
  expect([late.status, late.headers.get("retry-after")]).toEqual([503, "30"]);
  await vi.waitFor(() => expect(small.app.services.liveHub.count).toBe(0), { timeout: 10_000 });
});

test("a HEAD request opens no stream", async () => {
  const before = liveHub.count;
  expect((await fetch(`${house.url}/live/house`, { method: "HEAD" })).status).toBe(200);
  expect(liveHub.count).toBe(before);
});
