-- Trials: runs in houses of their own, whose clocks stand still between calls. A run is an account (`agents`) with a key,
-- creatures and a log like any other; these tables hold what only runs have. Everything of a run but its row here goes a
-- week after its end.

-- Up Migration
CREATE TABLE trial_runs (
  agent_id uuid PRIMARY KEY REFERENCES agents, -- the run's own account: the run's id
  owner_id uuid NOT NULL, -- the account that plays
  entry text NOT NULL, -- its username
  season text NOT NULL, -- "practice" when it is not ranked
  scenario text NOT NULL,
  number integer NOT NULL, -- of a season 1 to 5, of practice 1 to 24
  seed text NOT NULL, -- draws who lives here, where and when, and what goes wrong
  started_at bigint NOT NULL, -- real time
  clock_at bigint NOT NULL, -- where the clock of the house stands
  visits integer NOT NULL, -- how many were made, the start included
  calls integer NOT NULL, -- the number of the last call
  state text NOT NULL CHECK (state IN ('open', 'ended', 'void')), -- void when its log does not lead to what is stored
  ended_at bigint, -- real time
  result jsonb, -- null until the run has been replayed and scored
  digest text, -- SHA-256 of the file, as in its last line
  file bytea, -- compressed
  rows_deleted_at bigint -- when its house was emptied
) WITH (fillfactor = 70);
CREATE INDEX trial_runs_open ON trial_runs (started_at) WHERE state = 'open';
CREATE INDEX trial_runs_unscored ON trial_runs (ended_at) WHERE state = 'ended' AND result IS NULL;
CREATE INDEX trial_runs_kept ON trial_runs (ended_at) WHERE state <> 'open' AND rows_deleted_at IS NULL;
CREATE INDEX trial_runs_season ON trial_runs (season, scenario, owner_id, number) WHERE season <> 'practice';

-- When the keeper came: the start, and every instant to which it moved the clock before the end.
CREATE TABLE trial_visits (
  agent_id uuid NOT NULL REFERENCES trial_runs,
  at bigint NOT NULL, -- the time of the house
  PRIMARY KEY (agent_id, at)
);

-- The runs of an account, where the account's other rows are: each number of a season once, and at most five open.
CREATE TABLE trial_entries (
  agent_id uuid NOT NULL REFERENCES agents, -- the account that plays
  season text NOT NULL,
  scenario text NOT NULL,
  number integer NOT NULL, -- of practice: how many it were before, plus one
  run_id uuid NOT NULL,
  key_hash bytea NOT NULL, -- of the run's key
  key_used_at bigint, -- from then on the answer that held the key is not replayed
  ended_at bigint,
  PRIMARY KEY (agent_id, season, scenario, number)
);

CREATE TABLE trial_seasons (
  name text PRIMARY KEY CHECK (name <> 'practice'),
  opens_at bigint NOT NULL,
  closes_at bigint NOT NULL CHECK (closes_at >= opens_at),
  secret text NOT NULL, -- public a week after the season has closed
  commitment text NOT NULL, -- SHA-256 of the secret, public from the start
  EXCLUDE USING gist (int8range(opens_at, closes_at) WITH &&) -- one at a time
);

-- Down Migration
DROP TABLE trial_seasons;
DROP TABLE trial_entries;
DROP TABLE trial_visits;
DROP TABLE trial_runs;
