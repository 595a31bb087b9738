// Computes the current state of the ten thousand most recently cared-for creatures, for the public list.
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { asHouseInstant } from "@denkeeper/rules/time/units.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import { creatureFromRow } from "../../model/creatures/store/creature-row.ts";
import type { JudgingHorizon } from "../../model/outages/outages.ts";
import type { Db } from "../../platform/database/db.ts";
import { LIVING_LISTED, livingEntryOf, type LivingCounts } from "../../model/figures/store/living-shapes.ts";
import { forEachYielding } from "../../model/life/pieces.ts";
import { countLiving, listLastCared, saveLiving, type LivingRow } from "./store/living.ts";

const SPECIES_COUNTED = 300;

/** Saves the list and returns the number of creatures of each kind. */
export async function listTheLiving(
  db: Db,
  { now, outages }: Pick<JudgingHorizon, "now" | "outages">,
): Promise<LivingCounts> {
  const rows: LivingRow[] = [];
  const at = asHouseInstant(now);
  await forEachYielding(await listLastCared(db, { limit: LIVING_LISTED }), ({ row, username }) => {
    const stored = creatureFromRow(row);
    const entry = livingEntryOf(creatureAt(creatureAcrossOutages(stored, outages, at), at), username);
    if (entry === undefined) return;
    const { family, stage, mood, species_key: species_slug } = entry;
    const { agentId: agent_id, creature } = stored;
    const { id: creature_id, lastCareAt: cared_at } = creature;
    rows.push({ creature_id, agent_id, cared_at, family, stage, mood, species_slug, entry });
  });
  await saveLiving(db, { rows });
  return countsOf(db);
}

/** Values of GROUPING(), which sets a bit for each column that a row is not grouped by. */
const GROUPED_BY = { family: 0b0111, stage: 0b1011, mood: 0b1101, species: 0b1110, nothing: 0b1111 } as const;

async function countsOf(db: Db): Promise<LivingCounts> {
  const rows = await countLiving(db, {});
  const groupedBy = (column: keyof typeof GROUPED_BY) => rows.filter(({ what }) => what === GROUPED_BY[column]);
  const species = groupedBy("species").slice(0, SPECIES_COUNTED);
  return {
    listed: groupedBy("nothing")[0]?.count ?? 0,
    family: byName(groupedBy("family").map(({ family, count }) => [family, count])),
    stage: byName(groupedBy("stage").map(({ stage, count }) => [stage, count])),
    mood: byName(groupedBy("mood").map(({ mood, count }) => [mood, count])),
    species: byName(species.map(({ species: slug, count }) => [slug, count])),
  };
}

/**
 * Eggs have no mood, so null is skipped. `fromEntries` is safe for a species named "constructor", a property that every object
 * inherits.
 */
function byName(counts: readonly (readonly [string | null, number])[]): Record<string, number> {
  return Object.fromEntries(
    counts.flatMap(([name, count]): [string, number][] => (name === null ? [] : [[name, count]])),
  );
}
