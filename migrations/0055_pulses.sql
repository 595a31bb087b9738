-- The pulse of an agent: its last sign of life, how often its people expect one, and the incident of which they were told.
-- Only agents with a confirmed hook or a declared period have a row.

-- Up Migration
CREATE TABLE pulses (
  agent_id uuid PRIMARY KEY,
  last_at bigint NOT NULL, -- the last sign of life, to the minute
  look_at bigint, -- when to look at the house, for silence or for what is open; null: time brings nothing
  closed_at bigint, -- when the last incident was over
  every_minutes smallint, -- null: no period was declared
  grace_minutes smallint,
  incident jsonb -- the open one
);
CREATE INDEX pulses_look_at ON pulses (look_at) WHERE look_at IS NOT NULL;

-- Down Migration
DROP TABLE pulses;
