import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { portraitSvg } from "./portrait.ts";
import { renderWebp } from "./render.ts";

function svgOf(number: number): string {
  const { slug, family } = CATALOG[number % CATALOG.length] ?? { slug: "tabby", family: "cat" };
  const stage = (["egg", "baby", "child", "teen", "adult"] as const)[number % 5] ?? "adult";
  return portraitSvg({
    id: `r${number}`,
    prompt: "",
    speciesSlug: slug,
    family,
    stage,
    mood: "content",
    path: null,
    memorial: number % 13 === 0,
    words: [],
  });
}

describe("a portrait in pixels", () => {
  it("is a WebP of the size that was asked for", async () => {
    const image = await sharp(await renderWebp(svgOf(0))).metadata();
    expect([image.format, image.width, image.height]).toEqual(["webp", 512, 512]);
    const small = await sharp(await renderWebp(svgOf(1), 128)).metadata();
    expect([small.width, small.height]).toEqual([128, 128]);
  });

  it("costs at most 100 ms of CPU and 40 KB on average", async () => {
    await renderWebp(svgOf(0));
    const sample = CATALOG.length;
    let bytes = 0;
    const before = process.cpuUsage();
    for (let number = 0; number < sample; number++) bytes += (await renderWebp(svgOf(number))).length;
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1000 / sample;
    console.log(`portraits: ${cpuMs.toFixed(1)} ms of CPU and ${(bytes / sample / 1024).toFixed(1)} KB on average`);
    expect(cpuMs).toBeLessThan(100);
    expect(bytes / sample).toBeLessThan(40 * 1024);
  });
});
