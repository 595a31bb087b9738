-- Keys that their own agent replaced, so that calls with them are told so and show up in its trail. A table of their own:
-- code from before takes every row of ended_keys for an operator's doing, and every row of agent_keys for a good key.

-- Up Migration
CREATE TABLE replaced_keys (
  agent_id uuid NOT NULL REFERENCES agents,
  key_hash bytea NOT NULL,
  ended_at bigint NOT NULL,
  PRIMARY KEY (agent_id, key_hash)
);
CREATE INDEX replaced_keys_by_end ON replaced_keys (ended_at);

-- Down Migration
DROP TABLE replaced_keys;
