// The mix of requests for capacity measurements.
import type { CalledAgent } from "../house/database.ts";
import { TIMED } from "./timing.ts";

const MIX = 10;

/** Seven of ten look, two care, one reads the hall. One in `timedEvery` asks what it waited for. */
export function mixOf(called: readonly CalledAgent[], timedEvery = Infinity): () => string {
  let count = 0;
  return () => {
    count += 1;
    const agent = called[count % called.length];
    const turn = count % MIX;
    const host = count % timedEvery === 0 ? `host: bench\r\n${TIMED}: 1\r\n` : "host: bench\r\n";
    if (agent === undefined || turn === 0) return `GET /api/house/hall HTTP/1.1\r\n${host}\r\n`;
    const head = `${host}authorization: Bearer ${agent.key}\r\n`;
    if (turn > 2) return `GET /api/house/status HTTP/1.1\r\n${head}\r\n`;
    const body = JSON.stringify({ action: turn === 1 ? "play" : "reflect", creature_id: agent.creatureId });
    const typed = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    return `POST /api/house/care HTTP/1.1\r\n${head}${typed}\r\n${body}`;
  };
}
