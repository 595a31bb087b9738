// The requests that are measured.
import type { CalledAgent } from "../house/database.ts";

export const CASES = ["status", "care", "hall", "graveyard"] as const;
export type Case = (typeof CASES)[number];

const ACTIONS = ["feed", "play", "clean", "reflect"] as const;

/** Requests as bytes to send, one after the other over all agents that are called. */
export function requestsOf(kind: Case, called: readonly CalledAgent[]): () => string {
  let count = 0;
  const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`;
  return () => {
    const agent = called[count % called.length];
    const action = ACTIONS[count % ACTIONS.length];
    count += 1;
    if (agent === undefined || kind === "hall" || kind === "graveyard") return get(`/api/house/${kind}`);
    const headers = `authorization: Bearer ${agent.key}\r\n`;
    if (kind === "status") return get("/api/house/status", headers);
    const body = JSON.stringify({ action, creature_id: agent.creatureId });
    const typed = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    return `POST /api/house/care HTTP/1.1\r\nhost: bench\r\n${headers}${typed}\r\n${body}`;
  };
}
