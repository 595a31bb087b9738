-- The cold log: days of care_log that were written to files and dropped (docs/scale.md).

-- Up Migration
-- Days of the log that only the objects below have. They are archived in order: what is before the end of the last is cold.
CREATE TABLE log_days (
  day bigint PRIMARY KEY, -- its beginning, in milliseconds
  entries bigint NOT NULL,
  differing bigint NOT NULL, -- entries that the rules do not give back exactly: their values are in the files
  bytes bigint NOT NULL,
  dropped_at bigint NOT NULL -- when its partition was dropped
);

-- An object with the entries of a day and a range of agents.
CREATE TABLE log_objects (
  day bigint NOT NULL,
  first_agent uuid NOT NULL,
  last_agent uuid NOT NULL,
  name text NOT NULL,
  sha256 text NOT NULL,
  rows_sha256 text NOT NULL, -- of the rows that it was made from
  entries integer NOT NULL,
  differing integer NOT NULL,
  bytes integer NOT NULL,
  rules_version smallint NOT NULL,
  PRIMARY KEY (day, first_agent)
);

-- Where the archived part of a life ends: the next line of its log goes on from there. Of a day that is being archived
-- there is a second row.
CREATE TABLE log_heads (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  day bigint NOT NULL, -- of its last line
  entries integer NOT NULL, -- in all lines
  chain smallint NOT NULL, -- entries since the last line with a checkpoint
  state text, -- null when the rules cannot follow this life
  PRIMARY KEY (agent_id, creature_id, day)
);

-- Agents that have left, whose notes are still in objects.
CREATE TABLE log_erasures (
  agent_id uuid PRIMARY KEY
);

-- Objects in whose place there is another, to be deleted.
CREATE TABLE log_replaced (
  name text PRIMARY KEY
);

-- Drops the partition of the day that begins at `day` (milliseconds), if it is there.
CREATE FUNCTION drop_care_log_day(day bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS %I', 'care_log_' || to_char(to_timestamp(day / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD'));
END $$;

-- Down Migration
DROP FUNCTION drop_care_log_day;
DROP TABLE log_replaced;
DROP TABLE log_erasures;
DROP TABLE log_heads;
DROP TABLE log_objects;
DROP TABLE log_days;
