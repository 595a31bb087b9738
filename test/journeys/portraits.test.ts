// Follows a life in pictures, over HTTP and with both picture stores. Hatching brings the first portrait, each stage adds
// another, and image_url always names the latest.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { buyCredits } from "../payers/credits.ts";
import { follow, openDen } from "../den.ts";
import { until } from "../processes/own-redis.ts";
import { STORES, jobsOf, look, sha256, untilDrawn, workingHouse } from "../pictures.ts";

describe.each(STORES)("portraits in a store of the kind %s", async (store) => {
  const house = await workingHouse(store);

  test("the store passes its write-and-delete probe, and /readyz reports it", async () => {
    await until(async () => (await house.app.services.readiness.report()).checks["portraits"] === "ok");
    await expect(house.app.services.pictures.probe()).resolves.toBeUndefined();
  });

  test("each stage has a portrait, image_url names the latest, and ETags work", async () => {
    const den = await openDen(house);
    const own = "https://example.com/pip.png";
    const id = await den.adopt({ species_slug: "fenrir", image_url: own });
    const born = (await den.status(id)).json;
    expect(born.milestone).toMatchObject({ stage: "baby", portrait_note: expect.stringContaining("baby") });
    expect(born.portraits).toBeUndefined();
    expect(born.creature.image_url).toBe(own);

    const urls: string[] = [];
    for (const [index, stage] of (["baby", "child", "teen", "adult"] as const).entries()) {
      await follow(den, id, [0, 24, 72, 120][index] ?? 0);
      await untilDrawn(house);
      const { creature, portraits } = (await den.status(id)).json;
      expect(creature.stage).toBe(stage);
      expect(portraits.map((each: { stage: string }) => each.stage)).toEqual(
        ["baby", "child", "teen", "adult"].slice(0, index + 1),
      );
      expect(creature.image_url).toBe(portraits.at(-1).image_url);
      expect(Math.abs(Date.parse(portraits.at(-1).generated_at) - den.now())).toBeLessThan(HOUR_MS);
      urls.push(creature.image_url);
    }
    expect(new Set(urls).size).toBe(4);
    for (const url of urls) {
      expect(url).toMatch(/^http:\/\/localhost:3000\/portraits\/[0-9a-f]{64}\.webp$/);
      const seen = await look(house, url);
      expect(seen.status).toBe(200);
      expect(url).toContain(sha256(seen.bytes));
      expect(Object.fromEntries(seen.headers)).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        etag: `"${sha256(seen.bytes)}"`,
      });
      const { format, width, height } = await sharp(seen.bytes).metadata();
      expect([format, width, height]).toEqual(["webp", 512, 512]);
      for (const known of [`"${sha256(seen.bytes)}"`, `"x", W/"${sha256(seen.bytes)}"`, "*"]) {
        const again = await look(house, url, { "if-none-match": known });
        expect([again.status, again.bytes.length, again.headers.get("etag")]).toEqual([
          304,
          0,
          `"${sha256(seen.bytes)}"`,
        ]);
      }
      expect((await look(house, url, { "if-none-match": '"other"' })).status).toBe(200);
    }

    // Dead creatures keep their pictures.
    await den.advance(60);
    const dead = (await den.status(id)).json;
    expect(dead.creature).toMatchObject({ alive: false, image_url: urls[3] });
    expect(dead.portraits).toHaveLength(4);

    // A resurrected creature also keeps its pictures, and none is drawn again.
    await buyCredits(house.app.services.database, den.id, "500");
    const back = await den.call("POST", "/api/house/resurrect", { creature_id: id });
    expect(back.status, back.text).toBe(200);
    expect(await jobsOf(house)).toEqual([]);
    const returned = (await den.status(id)).json;
    expect(returned.creature.image_url).toBe(urls[3]);
    expect(returned.portraits).toEqual(dead.portraits);
  });

  test("stages that care or the sweeper recorded have a portrait when reported", async () => {
    const den = await openDen(house);
    const id = await den.hatched({ species_slug: "tortoise" });
    await den.advance(22);
    expect((await den.care("feed", id)).json.action_result.success).toBe(true);
    await den.advance(4);
    expect((await den.care("clean", id)).json.creature.stage).toBe("child");
    await untilDrawn(house);
    const { milestone, portraits } = (await den.status(id)).json;
    expect(milestone).toEqual({ stage: "child", message: expect.any(String) });
    expect(portraits.map((each: { stage: string }) => each.stage)).toEqual(["baby", "child"]);
  });

  test("unknown portraits return 404 in the house's format", async () => {
    for (const name of [`${"0".repeat(64)}.webp`, `${"0".repeat(64)}.png`, "x.webp", "..%2f..%2fpackage.json"]) {
      const answer = await house.call("GET", `/portraits/${name}`);
      expect(answer.status, name).toBe(404);
      expect(answer.json.error).toBe("Picture not found");
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });
});

describe("portraits painted by an image model that fails at first", async () => {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#3050c0" } })
    .png()
    .toBuffer();
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    if (asked === 1) response.writeHead(503).end();
    else response.end(JSON.stringify({ data: [{ b64_json: png.toString("base64") }] }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const house = await workingHouse("disk", { IMAGES_URL: `http://127.0.0.1:${port}/v1/images/generations` });

  test("a drawing is served until the queue has made the painting", async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    const source = async () => {
      const text = "SELECT source FROM portraits WHERE creature_id = $1";
      const [row] = await house.app.services.database.adHoc<{ source: string }>(text, [id]);
      return row?.source;
    };
    await until(async () => (await source()) !== undefined);
    expect(await source()).toBe("drawn");
    // The queue retries failed jobs every 20 seconds. The test makes it retry immediately.
    const { database } = house.app.services;
    await until(async () => {
      await database.adHoc("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL");
      await database.adHoc(`SELECT pg_notify('jobs:insert', '{"count":1}')`);
      return (await jobsOf(house)).length === 0;
    });
    expect([await source(), asked]).toEqual(["remote", 2]);
  });
});
