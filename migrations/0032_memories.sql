-- What a creature keeps in mind of its life, for what it says: written with each care.

-- Up Migration
ALTER TABLE creatures ADD COLUMN memory jsonb; -- favorite, note, latest, firsts; null before the first care

-- Down Migration
ALTER TABLE creatures DROP COLUMN memory;
