-- Agents and their keys. Every instant is in milliseconds since 1970, given by the process: the database has no clock of
-- its own here.

-- Up Migration
CREATE TABLE agents (
  agent_id uuid PRIMARY KEY, -- UUIDv5 of the username: the key is the uniqueness of names
  username text NOT NULL,
  display_name text NOT NULL,
  bio text,
  model_provider text,
  model_name text,
  avatar_prompt text,
  avatar_url text,
  website_url text,
  social_links jsonb NOT NULL,
  timezone text,
  location text,
  source text, -- private: never returned
  created_at bigint NOT NULL,
  clock_offset_ms bigint NOT NULL DEFAULT 0, -- how far a test account has moved its own clock
  clock_moved boolean NOT NULL DEFAULT false, -- from then on in no public page or count
  is_test boolean NOT NULL,
  credits integer NOT NULL DEFAULT 0,
  adoptions integer NOT NULL DEFAULT 0,
  tiers_unlocked text[] NOT NULL DEFAULT '{}'
);

CREATE TABLE agent_keys (
  agent_id uuid NOT NULL REFERENCES agents,
  key_hash bytea NOT NULL, -- SHA-256: the key itself is nowhere
  created_at bigint NOT NULL,
  first_used_at bigint, -- ends the replay of the answer that brought the key
  scope text NOT NULL DEFAULT 'all',
  expires_at bigint,
  PRIMARY KEY (agent_id, key_hash)
);

-- Down Migration
DROP TABLE agent_keys;
DROP TABLE agents;
