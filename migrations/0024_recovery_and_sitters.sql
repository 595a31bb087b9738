-- Ways back into a house and keys to a part of it: recovery codes, sitters, and what happened to an account. Sitters have
-- a table of their own, so that code from before, which knows no scopes, takes none of their keys for a whole one.

-- Up Migration
CREATE TABLE recovery_codes (
  agent_id uuid PRIMARY KEY REFERENCES agents,
  code_hash bytea NOT NULL, -- SHA-256: the code itself is nowhere
  created_at bigint NOT NULL
);

CREATE TABLE sitter_keys (
  agent_id uuid NOT NULL REFERENCES agents, -- whose house it is
  key_hash bytea NOT NULL,
  sitter_id uuid NOT NULL,
  name text NOT NULL, -- as the log tells who cared
  creature_ids uuid[] NOT NULL,
  actions text[] NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  first_used_at bigint, -- ends the replay of the answer that brought the key
  PRIMARY KEY (agent_id, key_hash)
);

CREATE UNIQUE INDEX sitter_keys_id ON sitter_keys (agent_id, sitter_id);

-- Entries of the care log that a sitter made. Apart from it, since they are few and the log is the largest table.
CREATE TABLE sitter_care (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  sitter_id uuid NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (agent_id, creature_id, entry_id)
);

CREATE TABLE account_events (
  agent_id uuid NOT NULL,
  event_id uuid NOT NULL, -- UUIDv7: in the order of time
  kind text NOT NULL, -- recovered, recovery_code_made, sitter_added, sitter_revoked
  about text,
  at bigint NOT NULL,
  PRIMARY KEY (agent_id, event_id)
);

-- Down Migration
DROP TABLE account_events;
DROP TABLE sitter_care;
DROP TABLE sitter_keys;
DROP TABLE recovery_codes;
