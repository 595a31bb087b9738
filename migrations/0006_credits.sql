-- Money: a ledger that is only added to, purchases, claims and events of providers.

-- Up Migration

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE FUNCTION refuse_unbalanced() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (SELECT sum(credits) FROM ledger_entries WHERE agent_id = NEW.agent_id AND key = NEW.key) IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'the entries of % do not sum to zero', NEW.key;
  END IF;
  RETURN NULL;
END $$;

CREATE TABLE ledger_transactions (
    agent_id uuid NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    purchase_id uuid,
    at bigint NOT NULL,
    CONSTRAINT ledger_transactions_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'refund'::text, 'dispute'::text, 'dispute_won'::text, 'resurrection'::text]))),
    CONSTRAINT ledger_transactions_pkey PRIMARY KEY (agent_id, key)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();

CREATE TABLE ledger_entries (
    agent_id uuid NOT NULL,
    key text NOT NULL,
    account text NOT NULL,
    credits bigint NOT NULL,
    CONSTRAINT ledger_entries_account_check CHECK ((account = ANY (ARRAY['agent'::text, 'sales'::text, 'refunds'::text, 'disputes'::text, 'spent'::text]))),
    CONSTRAINT ledger_entries_credits_check CHECK ((credits <> 0)),
    CONSTRAINT ledger_entries_pkey PRIMARY KEY (agent_id, key, account)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();
ALTER TABLE ONLY ledger_entries
    ADD CONSTRAINT ledger_entries_agent_id_key_fkey FOREIGN KEY (agent_id, key) REFERENCES ledger_transactions(agent_id, key);

CREATE TABLE purchases (
    agent_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    rail text NOT NULL,
    pack text NOT NULL,
    credits integer NOT NULL,
    amount_cents integer NOT NULL,
    currency text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    provider_ref text,
    payment_ref text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    refunded_cents integer DEFAULT 0 NOT NULL,
    clawed_back integer DEFAULT 0 NOT NULL,
    clawbacks integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT purchases_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT purchases_credits_check CHECK ((credits > 0)),
    CONSTRAINT purchases_rail_check CHECK ((rail = ANY (ARRAY['stripe'::text, 'mpp'::text, 'x402'::text]))),
    CONSTRAINT purchases_status_check CHECK ((status = ANY (ARRAY['opened'::text, 'settling'::text, 'credited'::text, 'expired'::text, 'failed'::text]))),
    CONSTRAINT purchases_pkey PRIMARY KEY (agent_id, purchase_id)
);
CREATE INDEX purchases_refunded ON purchases USING btree (updated_at) WHERE (refunded_cents > 0);
CREATE INDEX purchases_unsettled ON purchases USING btree (status, updated_at) WHERE (status = ANY (ARRAY['opened'::text, 'settling'::text]));

CREATE TABLE payment_claims (
    rail text NOT NULL,
    provider_ref text NOT NULL,
    agent_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    claimed_at bigint NOT NULL,
    CONSTRAINT payment_claims_pkey PRIMARY KEY (rail, provider_ref)
);

CREATE TABLE payment_events (
    agent_id uuid NOT NULL,
    rail text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    purchase_id uuid,
    outcome text NOT NULL,
    deliveries integer DEFAULT 1 NOT NULL,
    received_at bigint NOT NULL,
    CONSTRAINT payment_events_pkey PRIMARY KEY (agent_id, rail, event_id)
);
CREATE INDEX payment_events_odd ON payment_events USING btree (received_at) WHERE (outcome = ANY (ARRAY['mismatch'::text, 'unknown_purchase'::text]));

CREATE TABLE disputes (
    agent_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    dispute_ref text NOT NULL,
    amount_cents integer NOT NULL,
    status text NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT disputes_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
    CONSTRAINT disputes_pkey PRIMARY KEY (agent_id, purchase_id, dispute_ref)
);
CREATE INDEX disputes_newest ON disputes USING btree (updated_at);
CREATE INDEX disputes_odd ON disputes USING btree (updated_at) WHERE (status <> 'won'::text);

CREATE TABLE idempotent_payments (
    agent_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    payment_hash bytea NOT NULL,
    calls integer NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT idempotent_payments_pkey PRIMARY KEY (agent_id, key_hash)
);
CREATE INDEX idempotent_payments_created_at ON idempotent_payments USING brin (created_at);
