// Rolls up how often each species was adopted: once from the creatures, from then on from the log of adoptions.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import {
  deleteAdoptions,
  listAdoptions,
  lockAdoptionsMark,
  saveAdoptionCounts,
  saveAdoptionsFrom,
  saveAdoptionsOf,
} from "../../store/rollups/adoptions.ts";
import type { Transacting, Tx } from "../../store/db/db.ts";
import { findMark, saveMark, saveRollup } from "../../store/rollups/rollups.ts";
import { LATE_MS } from "./activity.ts";
import { rangesOfAgents } from "./leaderboards/walk.ts";

/** So much of the log is added up by one transaction. */
const PIECE_MS = 3_600_000;
const MARK = "adoptions";

/** Adds up a piece of the past and moves the mark with it; the new mark. */
async function settlePiece(database: Transacting, settledBy: number): Promise<number> {
  return database.withTransaction(async (tx) => {
    const isFirst = (await findMark(tx, { name: MARK })) === undefined;
    const mark = await lockAdoptionsMark(tx, settledBy);
    if (isFirst && mark === settledBy) await countAgain(tx, settledBy);
    if (mark >= settledBy) return mark;
    const to = Math.min(mark + PIECE_MS, settledBy);
    await saveAdoptionsOf(tx, { from: mark, to });
    await saveMark(tx, { name: MARK, at: to });
    return to;
  });
}

async function countAgain(tx: Tx, before: number): Promise<void> {
  await deleteAdoptions(tx, {});
  for await (const range of rangesOfAgents(tx)) await saveAdoptionsFrom(tx, range, before);
}

export async function rollUpAdoptions(database: Transacting, now: number): Promise<void> {
  const settledBy = now - LATE_MS;
  let mark = await settlePiece(database, settledBy);
  while (mark < settledBy) mark = await settlePiece(database, settledBy);
  const counts = await listAdoptions(database, { mark });
  const builtIn = counts.filter(({ slug }) => findBuiltIn(slug) !== undefined);
  await saveAdoptionCounts(database, { counts: counts.filter(({ slug }) => findBuiltIn(slug) === undefined) });
  await saveRollup(database, "adoptions", Object.fromEntries(builtIn.map((each) => [each.slug, each.adoptions])), now);
}
