-- Everything that happened in a life, in order: care, and beside it the events that keepers do not see as entries
-- (adoption, hatching, checks of social creatures, death, release, return). Partitioned by the day of recorded_at, which
-- is real time; `at` is the time of the house. The worker makes partitions ahead.

-- Up Migration
CREATE TABLE care_log (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  recorded_at bigint NOT NULL,
  entry_id uuid NOT NULL,
  kind text NOT NULL, -- care, adopt, hatch, check, death, release, resurrect
  version integer NOT NULL, -- of the creature after the event
  at bigint NOT NULL,
  action text,
  item text,
  is_task boolean,
  category text,
  score double precision,
  notes text,
  timing text,
  effectiveness text,
  unchecked_since bigint, -- where a social creature was unchecked for over three hours: since when
  family text NOT NULL,
  species_slug text NOT NULL,
  hunger_before double precision,
  hunger_after double precision,
  happiness_before double precision,
  happiness_after double precision,
  health_before double precision,
  health_after double precision,
  trust_before double precision,
  trust_after double precision,
  discipline_before double precision,
  discipline_after double precision,
  PRIMARY KEY (agent_id, creature_id, recorded_at, entry_id)
) PARTITION BY RANGE (recorded_at);

-- Rows come in order of time: the roll-ups find the last minutes in a few pages.
CREATE INDEX care_log_recorded_at ON care_log USING brin (recorded_at) WITH (pages_per_range = 16);

-- Makes the partition of the day that begins at `day` (milliseconds), when it is missing.
CREATE FUNCTION make_care_log_day(day bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'care_log_' || to_char(to_timestamp(day / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(part) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF care_log FOR VALUES FROM (%s) TO (%s)', part, day, day + 86400000);
  END IF;
END $$;

-- Down Migration
DROP FUNCTION make_care_log_day;
DROP TABLE care_log;
