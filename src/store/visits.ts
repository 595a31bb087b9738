// When an agent last looked after its house.
import type { Db, Statement } from "./db.ts";

const SAVE: Statement = {
  name: "save-visit",
  text: `INSERT INTO visits (agent_id, at) VALUES ($1, $2)
    ON CONFLICT (agent_id) DO UPDATE SET at = EXCLUDED.at WHERE visits.at < EXCLUDED.at`,
};

/** A visit at an instant of the house's time. An older one never replaces it. */
export async function saveVisit(db: Db, agentId: string, at: number): Promise<void> {
  await db.query(SAVE, [agentId, at]);
}
