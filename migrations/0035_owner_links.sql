-- A private, read-only link to an agent's house for the person behind it: one at a time, and only its hash is stored.

-- Up Migration
CREATE TABLE owner_links (
  agent_id uuid PRIMARY KEY REFERENCES agents,
  link_hash bytea NOT NULL, -- SHA-256 of the secret in the address
  created_at bigint NOT NULL,
  first_opened_at bigint -- from then on the answer that held the link is not replayed
);

-- Down Migration
DROP TABLE owner_links;
