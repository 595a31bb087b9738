-- Flowers at graves and lamps at doorways: how many, and never from whom. One row for each creature and kind that has any.

-- Up Migration
CREATE TABLE tributes (
  agent_id uuid NOT NULL REFERENCES agents,
  creature_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('flower', 'lamp')),
  total bigint NOT NULL,
  by_agents bigint NOT NULL, -- of the total; the others came from visitors of the pages
  last_at bigint NOT NULL,
  PRIMARY KEY (agent_id, creature_id, kind)
) WITH (fillfactor = 80);

-- Down Migration
DROP TABLE tributes;
