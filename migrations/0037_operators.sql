-- Operators with names, and keys that an operator ended. Code from before writes entries without a name or a request:
-- those are by the holder of ADMIN_KEY.

-- Up Migration
ALTER TABLE moderation_acts
  ADD COLUMN operator text, -- by whom
  ADD COLUMN request_id text; -- as the log of the service names the call

-- Keys that were good until an operator ended them, so their holders learn what happened. None of them opens anything.
CREATE TABLE ended_keys (
  agent_id uuid NOT NULL REFERENCES agents, -- as the key names it: of a run's key, the run's own account
  key_hash bytea NOT NULL,
  ended_at bigint NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (agent_id, key_hash)
);

-- Down Migration
DROP TABLE ended_keys;
ALTER TABLE moderation_acts DROP COLUMN request_id, DROP COLUMN operator;
