// Reads gravestones page by page, for the endpoint and the graveyard page.
import { offsetOf, type PageQuery } from "../../../http/contract/paging.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import type { Db } from "../../../platform/database/db.ts";
import {
  findGravestoneCount,
  listGravestones,
  listGravestonesOf,
  type GravestoneRow,
} from "../../../model/creatures/store/gravestones.ts";

export interface StonePage {
  readonly rows: readonly GravestoneRow[];
  readonly total: number;
}

const publicStones = cacheForEachApp<StonePage>(3_000);

/** Reads one agent's gravestones; `all` includes non-public ones. */
export async function stonesOf(db: Db, agentId: string, all: boolean, query: PageQuery): Promise<StonePage> {
  const page = { limit: query.per_page, offset: offsetOf(query) };
  const [rows, total] = await Promise.all([
    listGravestonesOf(db, agentId, all, page),
    findGravestoneCount(db, agentId, all),
  ]);
  return { rows, total };
}

export async function allStones(
  services: Needs<"database" | "rollups">,
  query: PageQuery,
  now: number,
): Promise<StonePage> {
  return publicStones(services).get(`${query.page}/${query.per_page}`, now, () => readStones(services, query));
}

/** Returns a total that includes the gravestones on this page, even if the last rollup counted fewer. */
async function readStones({ database, rollups }: Needs<"database" | "rollups">, query: PageQuery): Promise<StonePage> {
  const offset = offsetOf(query);
  const rows = await listGravestones(database, { limit: query.per_page + 1, offset });
  const { gravestones } = await rollups.get("totals");
  return {
    rows: rows.slice(0, query.per_page),
    total: rows.length === 0 ? gravestones : Math.max(gravestones, offset + rows.length),
  };
}
