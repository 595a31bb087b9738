-- Credits: what was bought, what moved, and what providers said. All of an agent's rows lead with agent_id and lie
-- together when distributed; apart are the claims alone, which must be unique among all agents.

-- Up Migration
CREATE TABLE purchases (
  agent_id uuid NOT NULL,
  purchase_id uuid NOT NULL, -- UUIDv7
  rail text NOT NULL CHECK (rail IN ('stripe', 'mpp', 'x402')),
  pack text NOT NULL,
  credits integer NOT NULL CHECK (credits > 0),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  livemode boolean NOT NULL, -- whether real money is meant
  -- opened: offered to a payer. settling: the provider was told to move the money. credited, expired, failed: as they say;
  -- proof of payment credits also what had expired or failed.
  status text NOT NULL CHECK (status IN ('opened', 'settling', 'credited', 'expired', 'failed')),
  provider_ref text, -- the checkout session, challenge or authorization that pays for it
  payment_ref text, -- the payment itself: a payment intent, a transaction hash
  details jsonb NOT NULL DEFAULT '{}', -- what the rail must remember to settle or to ask again; no secrets
  refunded_cents integer NOT NULL DEFAULT 0, -- in all, as the provider counts it; may come before the payment
  clawed_back integer NOT NULL DEFAULT 0, -- credits taken back so far
  clawbacks integer NOT NULL DEFAULT 0, -- how many transactions that took
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (agent_id, purchase_id)
);

-- What reconciliation looks at: a few rows, since most purchases end within minutes.
CREATE INDEX purchases_unsettled ON purchases (status, updated_at) WHERE status IN ('opened', 'settling');

-- A payment pays once, whoever shows it: one row for each reference of a provider, among all agents.
CREATE TABLE payment_claims (
  rail text NOT NULL,
  provider_ref text NOT NULL,
  agent_id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  claimed_at bigint NOT NULL,
  PRIMARY KEY (rail, provider_ref)
);

-- What providers told us, for those who look into a payment later. Nothing is decided by it.
CREATE TABLE payment_events (
  agent_id uuid NOT NULL, -- the nil UUID when it could not be told whose it is
  rail text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  purchase_id uuid,
  outcome text NOT NULL, -- of the last delivery
  deliveries integer NOT NULL DEFAULT 1,
  received_at bigint NOT NULL,
  PRIMARY KEY (agent_id, rail, event_id)
);

-- Money that a payer's bank holds back. Open and lost ones cost credits, a won one gives them back.
CREATE TABLE disputes (
  agent_id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  dispute_ref text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  updated_at bigint NOT NULL,
  PRIMARY KEY (agent_id, purchase_id, dispute_ref)
);

-- The ledger. The key says what the transaction is for, so that nothing is booked twice.
CREATE TABLE ledger_transactions (
  agent_id uuid NOT NULL,
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('purchase', 'refund', 'dispute', 'dispute_won', 'resurrection')),
  purchase_id uuid,
  at bigint NOT NULL,
  PRIMARY KEY (agent_id, key)
);

-- agents.credits is the sum of the agent's own account here.
CREATE TABLE ledger_entries (
  agent_id uuid NOT NULL,
  key text NOT NULL,
  account text NOT NULL CHECK (account IN ('agent', 'sales', 'refunds', 'disputes', 'spent')),
  credits bigint NOT NULL CHECK (credits <> 0),
  PRIMARY KEY (agent_id, key, account),
  FOREIGN KEY (agent_id, key) REFERENCES ledger_transactions
);

CREATE INDEX agents_with_credits ON agents (agent_id) WHERE credits <> 0;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(credits) FROM ledger_entries WHERE agent_id = NEW.agent_id AND key = NEW.key) IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'the entries of % do not sum to zero', NEW.key;
  END IF;
  RETURN NULL;
END $$;

-- At the commit, when all entries are there: also a transaction without any is refused.
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();

-- Down Migration
DROP TABLE ledger_entries;
DROP TABLE ledger_transactions;
DROP FUNCTION refuse_unbalanced;
DROP FUNCTION refuse_change;
DROP INDEX agents_with_credits;
DROP TABLE disputes;
DROP TABLE payment_events;
DROP TABLE payment_claims;
DROP TABLE purchases;
