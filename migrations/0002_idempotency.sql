-- Answers of calls that took effect, kept for a day under the hash of their Idempotency-Key. Written in the transaction
-- of the change; the primary key is what makes a second effect impossible.

-- Up Migration
CREATE TABLE idempotency (
  agent_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL, -- of method, path and body
  status smallint NOT NULL,
  body bytea, -- compressed, and encrypted when it holds a secret; null once a secret may no longer be shown
  issued_key_hash bytea, -- the API key that the answer holds
  replaced_key_hash bytea, -- the API key that a rotation replaced, which may still ask for the answer
  created_at bigint NOT NULL,
  PRIMARY KEY (agent_id, key_hash)
) PARTITION BY HASH (agent_id);

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format(
      'CREATE TABLE idempotency_%s PARTITION OF idempotency FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
      lpad(part::text, 2, '0'), part);
  END LOOP;
END $$;

-- Rows come in order of time, so that a small index finds those that are due to be deleted.
CREATE INDEX idempotency_created_at ON idempotency USING brin (created_at);

-- Down Migration
DROP TABLE idempotency;
