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

async function countsOf(db: Db): Promise<LivingCounts> {
  const found = await countLiving(db, {});
  // GROUPING() sets a bit for each column that the row does not group by.
  const about = (bit: number) => found.filter(({ what }) => what === 15 - bit);
  const listed = found.find(({ what }) => what === 15)?.count ?? 0;
  return {
    listed,
    family: byName(about(8).map(({ family, count }) => [family, count])),
    stage: byName(about(4).map(({ stage, count }) => [stage, count])),
    mood: byName(about(2).map(({ mood, count }) => [mood, count])),
    species: byName(
      about(1)
        .slice(0, SPECIES_COUNTED)
        .map(({ species, count }) => [species, count]),
    ),
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
