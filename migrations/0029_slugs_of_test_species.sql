-- Finds the creatures of a designed species, to see whether its slug can be given out again.

-- Up Migration
CREATE INDEX creatures_of_design ON creatures (species_slug) WHERE tier = 'community';

-- Down Migration
DROP INDEX creatures_of_design;
