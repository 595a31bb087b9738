-- Which payment a call with an Idempotency-Key carries, claimed before money moves: a second call with the same key and another
-- payment must not be charged as well.

-- Up Migration
CREATE TABLE idempotent_payments (
  agent_id uuid NOT NULL,
  key_hash bytea NOT NULL, -- as in idempotency
  payment_hash bytea NOT NULL, -- of the payment that was shown
  calls integer NOT NULL, -- how many calls show it, less those that ended without moving money
  created_at bigint NOT NULL,
  PRIMARY KEY (agent_id, key_hash)
);

CREATE INDEX idempotent_payments_created_at ON idempotent_payments USING brin (created_at);

-- Down Migration
DROP TABLE idempotent_payments;
