// The requests that are measured, as bytes to send.
import type { CalledAgent } from "../house/database.ts";

export const CASES = ["status", "care", "hall", "graveyard"] as const;
export type Case = (typeof CASES)[number];

const ACTIONS = ["feed", "play", "clean", "reflect"];
const MIXED_ACTIONS = ["play", "reflect"];

function requestOf(kind: Case, agent: CalledAgent | undefined, action: string | undefined): string {
  const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`;
  if (agent === undefined || kind === "hall" || kind === "graveyard") return get(`/api/house/${kind}`);
  const headers = `authorization: Bearer ${agent.key}\r\n`;
  if (kind === "status") return get("/api/house/status", headers);
  const body = JSON.stringify({ action, creature_id: agent.creatureId });
  const typed = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  return `POST /api/house/care HTTP/1.1\r\nhost: bench\r\n${headers}${typed}\r\n${body}`;
}

/** One after the other over all agents that are called. */
export function requestsOf(kind: Case, called: readonly CalledAgent[]): () => string {
  let count = -1;
  return () => requestOf(kind, called[++count % called.length], ACTIONS[count % ACTIONS.length]);
}

/** The mix for capacity measurements: seven of ten look, two care, one reads the hall. */
export function mixOf(called: readonly CalledAgent[]): () => string {
  let count = 0;
  return () => {
    const turn = ++count % 10;
    const kind = turn === 0 ? "hall" : turn > 2 ? "status" : "care";
    return requestOf(kind, called[count % called.length], MIXED_ACTIONS[turn - 1]);
  };
}
