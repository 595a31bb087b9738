-- A rhythm is established by the third interval, however short, and starts from an average of 12 hours (RHYTHM-1, RHYTHM-2).
-- NULL counts as 0: code from before writes it.
ALTER TABLE creatures ADD COLUMN rhythm_intervals integer;

-- What is established stays so with its average, so no life ends sooner.
UPDATE creatures SET rhythm_intervals = 3 WHERE rhythm_weight >= 3 AND last_care_at - rhythm_since >= 4 * 3600000;
UPDATE creatures SET rhythm_intervals = least(2, floor(rhythm_weight)),
    rhythm_average_hours = (12 + rhythm_average_hours * rhythm_weight) / (1 + rhythm_weight),
    rhythm_weight = 1 + rhythm_weight
  WHERE rhythm_intervals IS NULL;

-- The view with the new column at its end.
DO $$
DECLARE
  columns text;
BEGIN
  SELECT string_agg(CASE
      WHEN attname = 'agent_id'
        THEN '(SELECT a.username FROM agents a WHERE a.agent_id = t.agent_id) AS keeper, t.agent_id'
      WHEN atttypid = 'bigint'::regtype AND attname ~ '(^|_)(at|since|until|as_of)$'
        THEN format('to_timestamp(t.%1$I / 1000.0) AS %1$I', attname)
      ELSE format('t.%I', attname) END, ', ' ORDER BY attnum) INTO columns
    FROM pg_attribute
    WHERE attrelid = 'creatures'::regclass AND attnum > 0 AND NOT attisdropped AND atttypid <> 'bytea'::regtype;
  EXECUTE format('CREATE OR REPLACE VIEW creatures_readable AS SELECT %s FROM creatures t', columns);
END $$;
