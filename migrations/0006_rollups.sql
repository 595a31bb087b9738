-- What the worker rolls up for public answers: small rows, read from one process cache. The only tables of the house that
-- are not keyed by agent, beside the job queue.

-- Up Migration
CREATE TABLE rollups (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at bigint NOT NULL -- real time
);

-- Down Migration
DROP TABLE rollups;
