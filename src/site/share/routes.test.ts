// Tests badges and cards over HTTP: their headers, and the empty doorway for hidden subjects.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
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

test("caches may store badges and cards, and any site may embed them", async () => {
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

test("a request for a badge or card does not count as a visit", async () => {
  const { agent, creature } = await keeping();
  for (const path of [`${creature}/badge.svg`, `${creature}/card.svg`, `${agent}/badge.svg`, `${agent}/card.svg`])
    await textOf(path);
  expect((await house.call("GET", `/api${creature}`)).json.creature.status).toBe("egg");
});

test("unknown, released and clock-moving creatures get an empty doorway with status 200", async () => {
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
    for (const file of PICTURES) expect(await textOf(`${base}/${file}`), `${base}/${file}`).toMatch(/no one home/i);
    expect(JSON.parse(await textOf(`${base}/badge.json`)).isError, base).toBe(true);
  }
});
