// Generates clients from openapi.json, as agent developers would. An agent on each client compiles without a cast and keeps a
// creature alive for a day.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshUsername, houseForFile } from "./harness.ts";

const TIMEOUT_MS = 240_000;
const LONGEST_AGENT = 40;
const run = promisify(execFile);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });
const source = join(import.meta.dirname, "generated-clients");
const folder = await mkdtemp(join(tmpdir(), "denkeeper-clients-"));
afterAll(() => rm(folder, { recursive: true }));

async function inFolder(program: string, ...args: readonly string[]): Promise<void> {
  try {
    await run(program, args, { cwd: folder, timeout: TIMEOUT_MS });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

beforeAll(async () => {
  await cp(source, folder, { recursive: true });
  await writeFile(join(folder, "openapi.json"), (await house.call("GET", "/openapi.json")).text);
  await inFolder("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  await Promise.all([
    inFolder("npx", "openapi-typescript", "openapi.json", "--output", "described.d.ts"),
    inFolder("npx", "openapi-ts", "--input", "openapi.json", "--output", "sdk", "--plugins", ...plugins),
  ]);
  await inFolder("npx", "tsc");
}, TIMEOUT_MS);

interface Agent {
  keepForADay(
    baseUrl: string,
    username: string,
  ): Promise<{ readonly visits: number; readonly status: { readonly creature: { readonly alive: boolean } } }>;
}

test.each(["fetch-agent", "sdk-agent"])("%s keeps a creature for a day", { timeout: TIMEOUT_MS }, async (name) => {
  const text = await readFile(join(source, `${name}.ts`), "utf8");
  expect(text.trim().split("\n").length).toBeLessThanOrEqual(LONGEST_AGENT);
  expect(text).not.toMatch(/\bas\b(?! agent)|\bany\b|!\.|@ts-/);
  const agent = (await import(pathToFileURL(join(folder, "built", `${name}.js`)).href)) as Agent;
  const { visits, status } = await agent.keepForADay(house.url, freshUsername("test"));
  expect(visits).toBeGreaterThan(2);
  expect(status.creature).toMatchObject({ alive: true, name: "Pip" });
});

test("generated types keep the names of our shapes without numbers", async () => {
  const types = await readFile(join(folder, "sdk", "types.gen.ts"), "utf8");
  expect(types).toContain("export type CheckStatusAnswer = StatusLiving | StatusDead | StatusCompact;");
  expect(types.match(/^export type \w+\d\b/gm) ?? []).toEqual([]);
});
