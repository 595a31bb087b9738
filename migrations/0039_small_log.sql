-- A log entry in half the space. What care did is coded in one column (src/store/creatures/logged-outcome.ts) instead of
-- eleven, family and species are told by the creature except where a life begins, and the wide primary key gives way to
-- an index with few distinct keys, which PostgreSQL deduplicates: the version of the creature already keeps anything from
-- being written twice. Entries from before stay as they are. Build the index ahead of time in a large house, see
-- docs/upgrading.md.

-- Up Migration
CREATE INDEX care_log_by_creature ON care_log (agent_id, creature_id);
ALTER TABLE care_log
  ADD COLUMN outcome bytea,
  ALTER COLUMN family DROP NOT NULL,
  ALTER COLUMN species_slug DROP NOT NULL;
ALTER TABLE care_log DROP CONSTRAINT care_log_pkey;

-- Down Migration
-- What care did since then is lost with its column.
ALTER TABLE care_log ADD PRIMARY KEY (agent_id, creature_id, recorded_at, entry_id);
DROP INDEX care_log_by_creature;
UPDATE care_log l SET family = c.family, species_slug = c.species_slug FROM creatures c
  WHERE l.family IS NULL AND c.agent_id = l.agent_id AND c.creature_id = l.creature_id;
ALTER TABLE care_log
  ALTER COLUMN species_slug SET NOT NULL,
  ALTER COLUMN family SET NOT NULL,
  DROP COLUMN outcome;
