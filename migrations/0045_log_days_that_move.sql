-- The log has no key, and without one Citus cannot move the shards of its days: each day names its rows as a whole. Where no
-- logical replication runs this changes nothing.

-- Up Migration
CREATE OR REPLACE FUNCTION make_care_log_day(day bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'care_log_' || to_char(to_timestamp(day / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(part) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF care_log FOR VALUES FROM (%s) TO (%s)', part, day, day + 86400000);
    EXECUTE format('ALTER TABLE %I REPLICA IDENTITY FULL', part);
  END IF;
END $$;

-- Down Migration
CREATE OR REPLACE FUNCTION make_care_log_day(day bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'care_log_' || to_char(to_timestamp(day / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(part) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF care_log FOR VALUES FROM (%s) TO (%s)', part, day, day + 86400000);
  END IF;
END $$;
