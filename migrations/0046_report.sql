-- What an agent's human should know stays in answers until the agent says `told`, or for a day after the first visit that
-- found it. On a house with many events, create the index ahead of time with CREATE INDEX CONCURRENTLY.

-- Up Migration
ALTER TABLE visits
  ADD COLUMN told_seq bigint NOT NULL DEFAULT 0, -- told up to the event with this number
  ADD COLUMN told_at bigint; -- the time of the house

ALTER TABLE events ADD COLUMN met_at bigint; -- of the first visit that found it, in the time of the house

-- Those that are reported, without reading the others. The kinds are in packages/rules/src/words/report.ts.
CREATE INDEX IF NOT EXISTS events_reported ON events (agent_id, seq)
  WHERE type IN ('died', 'harmed', 'missed', 'fed_late', 'recovered', 'key_rotated', 'sitter_added');

-- Down Migration
DROP INDEX events_reported;
ALTER TABLE events DROP COLUMN met_at;
ALTER TABLE visits DROP COLUMN told_at, DROP COLUMN told_seq;
