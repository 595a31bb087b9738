-- Pauses of a life: boarding, and time in which the service was away. New columns may be null, so that code from before
-- goes on writing rows; null means none.

-- Up Migration
ALTER TABLE creatures
  ADD COLUMN pauses jsonb, -- those of the last 14 days; all clocks of the row have been moved across them
  ADD COLUMN restorations integer; -- deaths that the service took back
COMMENT ON COLUMN creatures.dead_ms IS 'how long its age has stood still in all: dead, boarded, or the service away';

-- Further kinds: board, return, amnesty, restore. `at` is then the beginning of the pause.
ALTER TABLE care_log ADD COLUMN until bigint; -- where a pause ends

ALTER TABLE gravestones
  ADD COLUMN before jsonb, -- the columns of the creature that the clock's death changed, as they were
  ADD COLUMN restored_at bigint; -- when the death was taken back, because the service had been away

-- Down Migration
ALTER TABLE gravestones DROP COLUMN restored_at, DROP COLUMN before;
ALTER TABLE care_log DROP COLUMN until;
COMMENT ON COLUMN creatures.dead_ms IS NULL;
ALTER TABLE creatures DROP COLUMN restorations, DROP COLUMN pauses;
