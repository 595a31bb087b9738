// The baseline for the real server: the same Hono, the same statements with parameters of the same size, the same round
// trip to Redis, and a canned answer. It checks and computes nothing.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { getRequestListener } from "@hono/node-server";
import type { Context } from "hono";
import { Hono } from "hono";
import { Redis } from "ioredis";
import { Pool } from "pg";
import type { BareInput, SentStatement } from "./bare-input.ts";

const { databaseUrl, redisUrl, redisPrefix, port, connections, statements, keys, answers, saved } = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as BareInput;

const pool = new Pool({ connectionString: databaseUrl, max: connections });
const redis = new Redis(redisUrl);
const agents = new Map(
  keys.map(({ key, agentId, hash }) => [`Bearer ${key}`, { agentId, keyHash: Buffer.from(hash, "hex") }]),
);

interface FoundHouse {
  readonly creatures: readonly (readonly [agentId: string, creatureId: string, version: number])[];
}

async function findHouse(find: SentStatement, agentId: string, keyHash: Buffer): Promise<FoundHouse | undefined> {
  const { rows } = await pool.query<FoundHouse>({ ...find, values: [agentId, keyHash, Date.now()] });
  return rows[0];
}

async function count(counter: string, subject: string, windowMs: number): Promise<void> {
  const key = `${redisPrefix}:bare:${counter}:${subject}`;
  await redis.pipeline().incr(key).pexpire(key, windowMs, "NX").pttl(key).exec();
}

function jsonResponse(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json; charset=utf-8" } });
}

type BareContext = Context<{ Bindings: HttpBindings }>;

function agentOf(context: BareContext): { agentId: string; keyHash: Buffer } {
  const found = agents.get(context.env.incoming.headers.authorization ?? "");
  if (found === undefined) throw new Error("a key that was not seeded");
  return found;
}

async function bodyOf(context: BareContext): Promise<{ creature_id: string }> {
  let text = "";
  for await (const chunk of context.env.incoming) text += String(chunk);
  return JSON.parse(text) as { creature_id: string };
}

const app = new Hono<{ Bindings: HttpBindings }>();

app.get("/api/house/status", async (context) => {
  const { agentId, keyHash } = agentOf(context);
  await findHouse(statements.findForStatus, agentId, keyHash);
  await count("status", agentId, 60_000);
  return jsonResponse(answers.status);
});

app.post("/api/house/care", async (context) => {
  const { creature_id: creatureId } = await bodyOf(context);
  const { agentId, keyHash } = agentOf(context);
  const house = await findHouse(statements.findForCare, agentId, keyHash);
  await count("care", agentId, 10_000);
  const version = house?.creatures.find(([, id]) => id === creatureId)?.[2] ?? 0;
  const creature = `{"version":${version + 1},${saved.creatureTail}`;
  const entry = `[{"agent_id":"${agentId}","creature_id":"${creatureId}","recorded_at":${Date.now()},"entry_id":"${randomUUID()}","version":${version + 1},${saved.logTail}]`;
  await pool.query({
    ...statements.save,
    values: [agentId, creatureId, creature, version, entry, ...saved.others],
  });
  return jsonResponse(answers.care);
});

app.get("/api/house/hall", async () => {
  await count("hall", "127.0.0.1", 60_000);
  return jsonResponse(answers.hall);
});

app.get("/api/house/graveyard", async () => {
  await count("graveyard", "127.0.0.1", 60_000);
  return jsonResponse(answers.graveyard);
});

const answer = getRequestListener(app.fetch);
createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(port);
process.on("SIGTERM", () => process.exit(0));
