-- When an agent last looked after its house: what happened since is told at its next visit. Written at most once in ten
-- minutes, and beside the agents, whose rows are wide.

-- Up Migration
CREATE TABLE visits (
  agent_id uuid PRIMARY KEY,
  at bigint NOT NULL -- the time of the house
);

-- Down Migration
DROP TABLE visits;
