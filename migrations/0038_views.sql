-- What the pages with statistics and search read. Build the four indexes ahead of time in a large house, see
-- docs/upgrading.md.

-- Up Migration
-- What happened in each hour, by kind; deaths by cause. `alive` is a sample: how many lived at the end of the hour.
CREATE TABLE rollup_census (
  hour bigint NOT NULL, -- real time
  what text NOT NULL, -- hatch, release, take_back, resurrect, restore, death:CAUSE, alive, newcomer, back
  agent_id uuid NOT NULL, -- all ordinary accounts count together under the nil id
  count integer NOT NULL,
  PRIMARY KEY (hour, what, agent_id)
);

-- The last lives of each species that began, for survival curves. Without an end, it goes on.
CREATE TABLE rollup_lives (
  creature_id uuid PRIMARY KEY,
  agent_id uuid NOT NULL,
  species_slug text NOT NULL,
  hatched_at bigint NOT NULL,
  ended_at bigint,
  died boolean NOT NULL DEFAULT false -- false for a released creature
);

CREATE INDEX rollup_lives_newest ON rollup_lives (species_slug, hatched_at DESC);

-- Search by the beginning of a name.
CREATE INDEX IF NOT EXISTS agents_by_username ON agents (username text_pattern_ops);
CREATE INDEX IF NOT EXISTS agents_by_display_name ON agents (lower(display_name) text_pattern_ops);
CREATE INDEX IF NOT EXISTS creatures_by_name ON creatures (lower(name) text_pattern_ops);
CREATE INDEX IF NOT EXISTS species_by_name ON species (lower(name) text_pattern_ops) WHERE is_public;

-- Down Migration
DROP INDEX species_by_name;
DROP INDEX creatures_by_name;
DROP INDEX agents_by_display_name;
DROP INDEX agents_by_username;
DROP TABLE rollup_lives;
DROP TABLE rollup_census;
