-- What the worker keeps: leases and heartbeats, and the counts and boards that it rolls up. None of it is an agent's data:
-- all of it can be counted again from the log, the creatures and the gravestones.

-- Up Migration
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until bigint NOT NULL -- by the database's clock
);

CREATE TABLE heartbeats (
  worker text PRIMARY KEY,
  started_at bigint NOT NULL,
  at bigint NOT NULL
);

-- How far a roll-up has counted, in real time.
CREATE TABLE rollup_marks (
  name text PRIMARY KEY,
  at bigint NOT NULL
);

-- What happened in each minute of the last day. Ordinary accounts are counted together under the nil UUID, test accounts
-- each on its own: one that moves its clock is left out of every count from then on, also for the hours before.
CREATE TABLE rollup_minutes (
  minute bigint NOT NULL,
  agent_id uuid NOT NULL,
  creatures_born integer NOT NULL,
  creatures_died integer NOT NULL,
  care_actions integer NOT NULL,
  feedings integer NOT NULL,
  reflections integer NOT NULL,
  PRIMARY KEY (minute, agent_id)
);

-- Who did something in which hour, and when last in it.
CREATE TABLE rollup_active_agents (
  hour bigint NOT NULL,
  agent_id uuid NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (hour, agent_id)
);

-- Adoptions of each species up to the mark `adoptions`; agent_id as in rollup_minutes.
CREATE TABLE rollup_adoptions (
  slug text NOT NULL,
  agent_id uuid NOT NULL,
  adoptions integer NOT NULL,
  PRIMARY KEY (slug, agent_id)
);

-- The boards of the hall, rank by rank, so that a page is one indexed read.
CREATE TABLE rollup_boards (
  category text NOT NULL,
  rank integer NOT NULL,
  subject uuid NOT NULL, -- the creature or the agent
  entry jsonb NOT NULL,
  PRIMARY KEY (category, rank)
);

-- Few accounts move their clock: whoever counts all others takes these out.
CREATE INDEX agents_clock_moved ON agents (agent_id) WHERE clock_moved;

-- Age stands still while a creature is dead, so the oldest is the one with the earliest hatching after that is added.
DROP INDEX creatures_oldest;
CREATE INDEX creatures_oldest ON creatures ((hatched_at + dead_ms), creature_id)
  WHERE hatched_at IS NOT NULL AND died_at IS NULL AND released_at IS NULL;

-- The newest pages of the log are what the roll-ups read: they must not wait for a vacuum to be summarized.
DROP INDEX care_log_recorded_at;
CREATE INDEX care_log_recorded_at ON care_log USING brin (recorded_at)
  WITH (pages_per_range = 16, autosummarize = on);

-- Down Migration
DROP INDEX care_log_recorded_at;
CREATE INDEX care_log_recorded_at ON care_log USING brin (recorded_at) WITH (pages_per_range = 16);
DROP INDEX creatures_oldest;
CREATE INDEX creatures_oldest ON creatures (hatched_at)
  WHERE hatched_at IS NOT NULL AND died_at IS NULL AND released_at IS NULL;
DROP INDEX agents_clock_moved;
DROP TABLE rollup_boards;
DROP TABLE rollup_adoptions;
DROP TABLE rollup_active_agents;
DROP TABLE rollup_minutes;
DROP TABLE rollup_marks;
DROP TABLE heartbeats;
DROP TABLE leases;
