-- When the service began to judge by new rules: what was recorded before is judged by the old ones. A row is written by the
-- migration that brings the rules, and never changes.

-- Up Migration
CREATE TABLE upgrades (
  name text PRIMARY KEY,
  at bigint NOT NULL -- real time
);
INSERT INTO upgrades (name, at) VALUES ('record_v2', floor(extract(epoch FROM now()) * 1000));

-- Down Migration
DROP TABLE upgrades;
