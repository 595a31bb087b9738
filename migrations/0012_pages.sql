-- What the public pages and their endpoints read: who is alive, and what happened lately. Rolled up by the worker from the
-- log and the creatures, so all of it can be made again.

-- Up Migration
-- The living and the eggs that were cared for last, ten thousand at most. `mood` is null for eggs.
CREATE TABLE rollup_living (
  creature_id uuid PRIMARY KEY,
  agent_id uuid NOT NULL,
  cared_at bigint NOT NULL, -- real time
  family text NOT NULL,
  stage text NOT NULL,
  mood text,
  species_slug text NOT NULL,
  entry jsonb NOT NULL
);

CREATE INDEX rollup_living_newest ON rollup_living (cared_at DESC, creature_id)
  INCLUDE (family, stage, mood, species_slug);

-- The newest reflections and births, a thousand of each at most.
CREATE TABLE rollup_moments (
  kind text NOT NULL, -- reflection, birth
  at bigint NOT NULL, -- real time
  entry_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  entry jsonb NOT NULL,
  PRIMARY KEY (kind, at, entry_id)
);

-- How the last hundred of each species fared that hatched more than a week ago.
CREATE TABLE rollup_fates (
  species_slug text NOT NULL,
  hatched_at bigint NOT NULL, -- real time
  creature_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  fate text NOT NULL, -- a path, lost (died before it was grown), released
  stage text NOT NULL,
  PRIMARY KEY (species_slug, hatched_at, creature_id)
);

-- Down Migration
DROP TABLE rollup_fates;
DROP TABLE rollup_moments;
DROP TABLE rollup_living;
