// Badges, cards and oEmbed over HTTP: always an image, the right headers, nobody for those who are not public.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { hatchling, insertCreatures, stored } from "../../../test/lives/many-lives.ts";
import { look } from "../../../test/pictures.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const PICTURES = ["badge.svg", "card.svg"] as const;

async function keeping() {
  const keeper = await house.register();
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "tabby" });
  const agent = `/agents/${keeper.username}`;
  return { keeper, agent, creature: `${agent}/creatures/${adopted.json.creature.id}`, id: adopted.json.creature.id };
}

async function textOf(path: string): Promise<string> {
  const { status, bytes } = await look(house, path);
  expect(status, path).toBe(200);
  return bytes.toString();
}

test("a badge and a card are images that caches keep for five minutes and any site may show", async () => {
  const { keeper, agent, creature } = await keeping();
  expect(await textOf(`${creature}/badge.svg`)).toContain("Pip: waiting to hatch");
  await keeper.call("GET", "/api/house/status");
  for (const path of [agent, creature].flatMap((base) => PICTURES.map((file) => `${base}/${file}`))) {
    const { status, headers, bytes } = await look(house, path);
    expect(status, path).toBe(200);
    expect(Object.fromEntries(headers), path).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    });
    expect(bytes.toString(), path).toContain(path.includes("creatures") ? "Pip" : keeper.username);
    expect((await look(house, path, { "if-none-match": headers.get("etag") ?? "" })).status, path).toBe(304);
    const [light, dark] = [await textOf(`${path}?theme=light`), await textOf(`${path}?theme=dark`)];
    expect(light, path).not.toContain("prefers-color-scheme");
    expect(dark, path).not.toBe(light);
    expect(await textOf(`${path}?theme=nonsense`), path).toContain("prefers-color-scheme");
  }
  const shield = JSON.parse(await textOf(`${creature}/badge.json`));
  expect(shield).toMatchObject({ schemaVersion: 1, label: "Pip", isError: false, cacheSeconds: 300 });
});

test("looking at a badge or card hatches no egg and is no visit", async () => {
  const { agent, creature } = await keeping();
  for (const path of [`${creature}/badge.svg`, `${creature}/card.svg`, `${agent}/badge.svg`, `${agent}/card.svg`])
    await textOf(path);
  expect((await house.call("GET", `/api${creature}`)).json.creature.status).toBe("egg");
});

test("the growth film shows the stages that were reached, and the latest where nothing moves", async () => {
  const keeper = await house.register();
  const creature = { ...hatchling(0, Date.now() - 30 * HOUR_MS), zone: "UTC" };
  await insertCreatures(house.app.services.database, [stored(keeper.id, creature)]);
  const path = `/agents/${keeper.username}/creatures/${creature.id}/growth.svg`;
  const { status, headers, bytes } = await look(house, path);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "public, max-age=300",
  });
  expect((await look(house, path, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  const film = bytes.toString();
  expect(film.match(/<g class="v\d">/g)).toHaveLength(3);
  expect(film).toContain(`${creature.name}, from egg to child`);
  // Without motion the earlier stages and the flash are hidden; everything that moves is behind the reader's wish.
  const [before = "", after = ""] = film.split("@media(prefers-reduced-motion:no-preference){@keyframes v0");
  expect(before).toContain(".v0,.v1,.flash{opacity:0}");
  expect(before).not.toContain("keyframes v");
  expect(after).toContain(".v2{animation:v2 ");
  expect(film).not.toMatch(/https?:(?!\/\/www\.w3\.org\/2000\/svg)|<script|<image|<text|url\((?!#)/);
  expect(gzipSync(bytes).length).toBeLessThan(12_000);

  const { agent, creature: egg } = await keeping();
  const waiting = await textOf(`${egg}/growth.svg`);
  expect(waiting).toContain("Pip, an egg");
  expect(waiting).not.toContain('class="crack"');
  for (const nobody of [`${agent}/creatures/not-a-uuid`, `${agent}/creatures/019a8e3c-0000-7000-8000-000000000000`])
    expect((await house.call("GET", `${nobody}/growth.svg`)).status).toBe(404);
});

test("whoever is unknown, released or has moved its clock is nobody, with 200", async () => {
  const { keeper, agent, creature, id } = await keeping();
  await keeper.call("GET", "/api/house/status");
  await keeper.call("DELETE", "/api/house/release", { creature_id: id });
  const den = await openDen(house);
  const moved = await den.hatched();
  await den.advance(1);
  for (const base of [
    creature,
    `${agent}/creatures/not-a-uuid`,
    `${agent}/creatures/019a8e3c-0000-7000-8000-000000000000`,
    "/agents/nobody-at-all",
    "/agents/%00",
    `/agents/${den.username}`,
    `/agents/${den.username}/creatures/${moved}`,
  ]) {
    for (const file of PICTURES) expect(await textOf(`${base}/${file}`), `${base}/${file}`).toMatch(/nobody home/i);
    expect(JSON.parse(await textOf(`${base}/badge.json`)).isError, base).toBe(true);
  }
});

test("oEmbed gives the card in the size that is asked for, of public pages of this service only", async () => {
  const { keeper, agent, creature } = await keeping();
  const { baseUrl } = house.app.services.config;
  const ask = async (address: string, more = "") =>
    house.call("GET", `/oembed?url=${encodeURIComponent(address)}${more}`);
  const whole = await ask(`${baseUrl}${creature}`);
  expect([whole.status, whole.json]).toEqual([
    200,
    {
      version: "1.0",
      type: "photo",
      title: "Pip",
      author_name: keeper.username,
      author_url: `${baseUrl}${agent}`,
      provider_name: "Denkeeper",
      provider_url: baseUrl,
      cache_age: 300,
      url: `${baseUrl}${creature}/card.svg`,
      width: 495,
      height: 195,
    },
  ]);
  expect((await ask(`${baseUrl}${agent}`, "&maxwidth=300&maxheight=1000")).json).toMatchObject({
    width: 300,
    height: 118,
    url: `${baseUrl}${agent}/card.svg`,
  });
  for (const address of [
    "",
    "not a url",
    "https://example.com/agents/x",
    `${baseUrl}/hall`,
    `${baseUrl}/agents/nobody-x`,
  ])
    expect((await ask(address)).status, address).toBe(404);
  const xml = await fetch(`${house.url}/oembed?format=xml&url=${encodeURIComponent(`${baseUrl}${agent}`)}`);
  expect(xml.status).toBe(501);
  const page = await (await fetch(`${house.url}${creature}`, { headers: { accept: "text/html" } })).text();
  const discovered = /type="application\/json\+oembed"[^>]*href="([^"]+)"/.exec(page)?.[1] ?? "";
  expect((await house.call("GET", discovered.replace(baseUrl, ""))).json.url).toBe(`${baseUrl}${creature}/card.svg`);
});
