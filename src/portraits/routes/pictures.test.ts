// Tests pictures at stable addresses: visibility, headers, and a limit that allows pages full of them.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { freshAddress, freshUsername } from "../../../test/harness.ts";
import { look, untilDrawn, workingHouse } from "../../../test/pictures.ts";
import { hatchling, insertCreatures, stored } from "../../../test/lives/many-lives.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";

const house = await workingHouse("disk", { RATE_LIMIT_FACTOR: "1" });
const { database } = house.app.services;

async function adopted(fields: object = {}) {
  const keeper = await house.register({ username: freshUsername("keeper"), ...fields });
  const answer = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "tabby" });
  const id: string = answer.json.creature.id;
  return { keeper, id, at: `/agents/${keeper.username}/creatures/${id}/portrait` };
}

test("drawings show the current state; the stored portrait follows", async () => {
  const { keeper, id, at } = await adopted();
  const egg = await look(house, `${at}.svg`);
  expect(egg.status).toBe(200);
  expect(Object.fromEntries(egg.headers)).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=60",
  });
  expect(egg.bytes.toString()).toMatch(/^<svg /);
  const etag = egg.headers.get("etag") ?? "";
  expect((await look(house, `${at}.svg`, { "if-none-match": etag })).status).toBe(304);

  const waiting = await look(house, `${at}.webp`);
  expect([waiting.status, waiting.headers.get("location")]).toEqual([302, `${at}.svg`]);
  await keeper.call("GET", "/api/house/status");
  expect((await look(house, `${at}.svg`, { "if-none-match": etag })).status).toBe(200);
  await untilDrawn(house);
  const { creature } = (await keeper.call("GET", `/api/house/status?id=${id}`)).json;
  const latest = await look(house, `${at}.webp`);
  expect([latest.status, latest.headers.get("cache-control")]).toEqual([302, "public, max-age=60"]);
  expect(creature.image_url).toBe(`http://localhost:3000${latest.headers.get("location")}`);
  expect((await look(house, latest.headers.get("location") ?? "")).status).toBe(200);
});

test("a dead creature's picture is found by gravestone id and creature id", async () => {
  const keeper = await house.register();
  const creature = hatchling(3, Date.now() - 60 * HOUR_MS);
  await insertCreatures(database, [stored(keeper.id, creature)]);
  const alive = await look(house, `/agents/${keeper.username}/creatures/${creature.id}/portrait.svg`);
  const { json } = await keeper.call("GET", "/api/house/graveyard");
  const [stone] = json.gravestones;
  const grave = await look(house, `/agents/${keeper.username}/graves/${stone.id}/portrait.svg`);
  expect(grave.status).toBe(200);
  expect(grave.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  const same = await look(house, `/agents/${keeper.username}/graves/${creature.id}/portrait.svg`);
  expect(same.bytes.equals(grave.bytes)).toBe(true);
  expect(alive.status).toBe(200);
});

test("a species has a picture, and an unknown slug gets 404", async () => {
  const lynx = await look(house, "/species/lynx/portrait.svg");
  expect([lynx.status, lynx.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  for (const slug of ["no_such_species", "..%2f", "%00", "constructor"]) {
    expect((await house.call("GET", `/species/${slug}/portrait.svg`)).status, slug).toBe(404);
  }
});

test("unknown, foreign and clock-moving creatures are hidden; released ones are visible", async () => {
  const { keeper, id, at } = await adopted();
  const other = await adopted();
  for (const path of [
    `/agents/nobody-at-all/creatures/${id}/portrait.svg`,
    `/agents/${other.keeper.username}/creatures/${id}/portrait.svg`,
    `/agents/${keeper.username}/creatures/not-a-uuid/portrait.svg`,
    `/agents/${keeper.username}/graves/${id}/portrait.svg`,
    "/agents/nobody-at-all/avatar.webp",
    "/agents/nobody-at-all/avatar.svg",
  ]) {
    expect((await house.call("GET", path)).status, path).toBe(404);
  }
  await keeper.call("GET", "/api/house/status");
  await keeper.call("DELETE", "/api/house/release", { creature_id: id });
  expect((await look(house, `${at}.svg`)).status).toBe(200);
  expect([200, 302]).toContain((await look(house, `${at}.webp`)).status);

  const den = await openDen(house);
  const hatched = await den.hatched();
  await untilDrawn(house);
  const before = await look(house, `/agents/${den.username}/creatures/${hatched}/portrait.webp`);
  await den.advance(1);
  for (const path of [`creatures/${hatched}/portrait.webp`, `creatures/${hatched}/portrait.svg`, "avatar.webp"]) {
    expect((await house.call("GET", `/agents/${den.username}/${path}`)).status, path).toBe(404);
  }
  // The agent's own answers contain the stored picture's address, which cannot be guessed.
  const { creature } = (await den.status(hatched)).json;
  expect(creature.image_url).toContain(before.headers.get("location"));
  expect((await look(house, creature.image_url)).status).toBe(200);
});

test("registration says from which field the avatar comes", async () => {
  const notes = async (fields: object): Promise<string> => {
    const answer = await house.call(
      "POST",
      "/api/auth/register",
      { username: freshUsername("face"), ...fields },
      {},
      freshAddress(),
    );
    expect(answer.json.agent.avatar_url).toBe("avatar_url" in fields && !("avatar_prompt" in fields) ? BROUGHT : null);
    return answer.json.avatar_note;
  };
  const BROUGHT = "https://example.com/face.png";
  expect(await notes({ avatar_prompt: "a fox", bio: "b", avatar_url: BROUGHT })).toContain("your avatar_prompt");
  expect(await notes({ bio: "A quiet owl.", display_name: "Owl" })).toContain("your bio");
  expect(await notes({ display_name: "Owl" })).toContain("your display_name");
  expect(await notes({})).toContain("your username");
  expect(await notes({ avatar_url: BROUGHT })).toContain("Your avatar_url is your portrait");
});

test("an avatar is stored, and a drawing replaces a foreign avatar_url", async () => {
  const fox = await house.register({ avatar_prompt: "an orange fox with a crown" });
  const bringer = await house.register({ avatar_url: "https://example.com/face.png" });
  await untilDrawn(house);
  const found = await look(house, `/agents/${fox.username}/avatar.webp`);
  expect(found.headers.get("location")).toMatch(/^\/portraits\/[0-9a-f]{64}\.webp$/);
  const picture = await look(house, found.headers.get("location") ?? "");
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const instead = await look(house, `/agents/${bringer.username.toUpperCase()}/avatar.webp`);
  expect(instead.headers.get("location")).toMatch(/avatar\.svg$/);
  const drawing = await look(house, `/agents/${bringer.username}/avatar.svg`);
  expect(drawing.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  const rows = await database.adHoc("SELECT FROM avatars WHERE agent_id = $1", [bringer.id]);
  expect(rows).toEqual([]);
});

test("all pictures share one limit, enough for twenty pages of fifty", async () => {
  const { at } = await adopted();
  const from = freshAddress();
  const { headers } = await house.call("GET", `${at}.svg`, undefined, {}, from);
  expect(Number(headers["x-ratelimit-limit"])).toBeGreaterThanOrEqual(50 * 20);
  const other = await house.call("GET", "/species/tabby/portrait.svg", undefined, {}, from);
  expect(Number(other.headers["x-ratelimit-remaining"])).toBe(Number(headers["x-ratelimit-remaining"]) - 1);
});
