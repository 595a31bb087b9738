// Measures the texts, each with its budget.
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { SizeReading } from "./budgets.ts";
import { COMPACT_STATUS, keep, looked, newReader, type KeepingResult } from "./keeping.ts";
import { Reader, sizeOf, type TextSize } from "./reader.ts";

/** Lives to average, since their sizes vary with the ids of creatures: enough for a variation below five percent. */
const LIVES = 8;
const TWELVE =
  "housecat retriever maine_coon border_collie husky parrot axolotl owl tortoise echo phoenix quantum".split(" ");

/** Takes all readings, over `times` as many lives as usual. */
export async function readingsOf(base: string, times = 1): Promise<readonly SizeReading[]> {
  const documents = await documentReadings(base);
  const tools = await toolReadings(base);
  const count = LIVES * times;
  const first = await averageOf(count, { stage: "baby" }, () => firstCreature(base));
  const life = await averageOf(count, { stage: "adult" }, () => keep(base, ["housecat"], 5));
  const twelve = await averageOf(count, { living: TWELVE.length }, () => keep(base, TWELVE, 1));
  return [
    ...tools,
    { name: "llms.txt to a living creature", size: first, budget: { tokens: 1_800 } },
    { name: "a guided life of five days", size: life, budget: { tokens: 25_000 } },
    { name: "twelve creatures for a day", size: twelve, budget: { tokens: 20_000 } },
    ...documents,
  ];
}

const initialized = z.object({ result: z.object({ instructions: z.string() }) });

async function toolReadings(base: string): Promise<readonly SizeReading[]> {
  const reader = new Reader(base);
  const [tools, care] = await Promise.all(
    ["/mcp", "/mcp?tools=care"].map((path) =>
      reader.aside("POST", path, { jsonrpc: "2.0", id: 1, method: "tools/list" }),
    ),
  );
  const clientInfo = { name: "context", version: "1.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const answer = await reader.aside("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "initialize", params });
  const { instructions } = initialized.parse(answer).result;
  return [
    { name: "MCP tools/list", size: sizeOf(JSON.stringify(tools)), budget: { tokens: 5_000, bytes: 24_000 } },
    { name: "MCP tools/list, tools=care", size: sizeOf(JSON.stringify(care)), budget: { tokens: 2_000 } },
    { name: "MCP instructions", size: sizeOf(instructions), budget: { tokens: 400 } },
  ];
}

/** Measures a first session: reads llms.txt, registers, adopts and hatches. */
async function firstCreature(base: string): Promise<KeepingResult> {
  const visitor = new Reader(base);
  await visitor.document("/llms.txt");
  const reader = await newReader(base);
  await reader.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const { creature } = looked.parse(await reader.call("GET", COMPACT_STATUS));
  return { size: sum([visitor.taken(), reader.taken()]), stage: creature?.stage, living: 1 };
}

async function documentReadings(base: string): Promise<readonly SizeReading[]> {
  const budgets: Readonly<Record<string, Partial<TextSize>>> = {
    "/llms.txt": {},
    "/skill.md": { tokens: 3_500, lines: 199 },
    "/heartbeat.md": {},
    "/heartbeat-short.md": { lines: 15 },
    "/openapi.json": { bytes: 250_000 },
  };
  return Promise.all(
    Object.entries(budgets).map(async ([path, budget]) => {
      const size = sizeOf(await new Reader(base).document(path));
      return { name: path, size, budget };
    }),
  );
}

/** Averages the sizes of several lives. Throws if one did not end as expected, because its size would mean nothing. */
async function averageOf(
  count: number,
  expected: Partial<KeepingResult>,
  live: () => Promise<KeepingResult>,
): Promise<TextSize> {
  const all: KeepingResult[] = [];
  while (all.length < count) all.push(...(await Promise.all(Array.from({ length: LIVES }, live))));
  const bad = all.filter((kept) => !isDeepStrictEqual(kept, { ...kept, ...expected }));
  if (bad.length > 0)
    throw new Error(`${bad.length} of ${count} lives did not end as expected: ${JSON.stringify(bad)}`);
  const { bytes, tokens, lines } = sum(all.map(({ size }) => size));
  return { bytes: Math.round(bytes / count), tokens: Math.round(tokens / count), lines: Math.round(lines / count) };
}

function sum(sizes: readonly TextSize[]): TextSize {
  const total = (unit: keyof TextSize) => sizes.reduce((all, size) => all + size[unit], 0);
  return { bytes: total("bytes"), tokens: total("tokens"), lines: total("lines") };
}
