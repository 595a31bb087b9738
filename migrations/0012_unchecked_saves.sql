-- The checks of creatures and care_log cost each save a tenth: PostgreSQL reads and prepares a CHECK again with every statement, so
-- that even one of three words is 4 to 5%. Gravestones and all other tables keep theirs; here comments say it, as a test demands.
-- Contracts: is_creature and is_log_entry, which no code has called since 0009.

-- Up Migration

ALTER TABLE creatures DROP CONSTRAINT creatures_is_creature;
ALTER TABLE care_log DROP CONSTRAINT care_log_is_log_entry;
DROP FUNCTION is_creature, is_log_entry;

COMMENT ON COLUMN creatures.family IS 'One of cat, dog, exotic, ai-native.';
COMMENT ON COLUMN creatures.tier IS 'One of common, uncommon, rare, extreme, community.';
COMMENT ON COLUMN creatures.trust_speed IS 'One of instant, fast, medium, slow.';
COMMENT ON COLUMN creatures.stage IS 'One of egg, baby, child, teen, adult.';
COMMENT ON COLUMN creatures.path IS 'What kind of adult it became: one of high_care, balanced, low_care, rescue.';
COMMENT ON COLUMN creatures.death_cause IS 'One of neglect, hunger, illness, harm.';
COMMENT ON COLUMN creatures.last_care_action IS 'One of feed, play, clean, medicine, discipline, sleep, reflect.';
COMMENT ON COLUMN creatures.hunger IS '0 to 100, as are happiness, health, trust and discipline.';
COMMENT ON COLUMN care_log.kind IS 'One of care, adopt, hatch, check, death, release, take_back, lost, resurrect, board, suspend, leave, return, amnesty, restore.';
COMMENT ON COLUMN care_log.action IS 'One of feed, play, clean, medicine, discipline, sleep, reflect.';
COMMENT ON COLUMN care_log.category IS 'One of loved, liked, neutral, disliked, harmful.';
COMMENT ON COLUMN care_log.timing IS 'One of early, on_time, late, missed_window.';
COMMENT ON COLUMN care_log.effectiveness IS 'One of effective, reduced, wasted.';
