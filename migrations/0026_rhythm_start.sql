-- When a rhythm of care began, and under which rules each event of a life happened. Both are null in rows of rules 1: a
-- rhythm that was established then stays established.

-- Up Migration
ALTER TABLE creatures ADD COLUMN rhythm_since bigint; -- the first care of the rhythm, moved across pauses like every clock
ALTER TABLE care_log ADD COLUMN rules_version smallint;

-- Down Migration
ALTER TABLE care_log DROP COLUMN rules_version;
ALTER TABLE creatures DROP COLUMN rhythm_since;
