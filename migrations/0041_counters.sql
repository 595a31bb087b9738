-- Counters in place of what used to be counted when somebody looked, so that no request reads more as the house grows and
-- no figure needs entries of the log that may have been archived.

-- Up Migration
-- What happened in each hour, test accounts left out. Text is empty where an event has none.
CREATE TABLE rollup_care (
  hour bigint NOT NULL, -- real time
  kind text NOT NULL, -- care, adopt, hatch, release, resurrect
  action text NOT NULL,
  timing text NOT NULL,
  category text NOT NULL,
  with_item boolean NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (hour, kind, action, timing, category, with_item)
);

-- The items that were used most in each hour, test accounts left out.
CREATE TABLE rollup_items (
  hour bigint NOT NULL, -- real time
  item text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (hour, item)
);

-- When an agent last did something. Null in rows that code from before wrote, until their hours are counted again.
ALTER TABLE rollup_attendance ADD COLUMN last_at bigint;

-- A page of a family's species, without reading those of other families.
CREATE INDEX IF NOT EXISTS species_popular_of_family ON species (family, adoption_count DESC, created_at DESC, slug)
  WHERE is_public;

-- Disputes that the operator looks at, without reading those that were won.
CREATE INDEX IF NOT EXISTS disputes_odd ON disputes (updated_at) WHERE status <> 'won';

-- Down Migration
DROP INDEX disputes_odd;
DROP INDEX species_popular_of_family;
ALTER TABLE rollup_attendance DROP COLUMN last_at;
DROP TABLE rollup_items;
DROP TABLE rollup_care;
