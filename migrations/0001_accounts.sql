-- Agents: their names, keys, sitters and calls, and the answers kept for repeated calls.

-- Up Migration

CREATE TABLE agents (
    agent_id uuid NOT NULL,
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
    source text,
    created_at bigint NOT NULL,
    clock_offset_ms bigint DEFAULT 0 NOT NULL,
    clock_moved boolean DEFAULT false NOT NULL,
    is_test boolean NOT NULL,
    credits integer DEFAULT 0 NOT NULL,
    adoptions integer DEFAULT 0 NOT NULL,
    tiers_unlocked text[] DEFAULT '{}'::text[] NOT NULL,
    hidden_at bigint,
    suspended_at bigint,
    suspended_reason text,
    event_seq bigint DEFAULT 0 NOT NULL,
    left_at bigint,
    leaving_at bigint,
    first_alert_at bigint,
    last_alert_at bigint,
    CONSTRAINT agents_pkey PRIMARY KEY (agent_id)
);
CREATE INDEX agents_all_out_of_sight ON agents USING btree (agent_id) WHERE (clock_moved OR (hidden_at IS NOT NULL) OR (leaving_at IS NOT NULL));
CREATE INDEX agents_by_display_name ON agents USING btree (lower(display_name) text_pattern_ops);
CREATE INDEX agents_by_username ON agents USING btree (username text_pattern_ops);
CREATE INDEX agents_clock_moved ON agents USING btree (agent_id) WHERE clock_moved;
CREATE INDEX agents_leaving ON agents USING btree (leaving_at) WHERE (leaving_at IS NOT NULL);
CREATE INDEX agents_not_counted ON agents USING btree (agent_id) WHERE (clock_moved OR (hidden_at IS NOT NULL) OR (leaving_at IS NOT NULL) OR (suspended_at IS NOT NULL));
CREATE INDEX agents_out_of_sight ON agents USING btree (agent_id) WHERE (clock_moved OR (hidden_at IS NOT NULL));
CREATE INDEX agents_tests ON agents USING btree (agent_id) WHERE is_test;
CREATE INDEX agents_with_credits ON agents USING btree (agent_id) WHERE (credits <> 0);

CREATE TABLE agent_keys (
    agent_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    first_used_at bigint,
    scope text DEFAULT 'all'::text NOT NULL,
    expires_at bigint,
    CONSTRAINT agent_keys_pkey PRIMARY KEY (agent_id, key_hash)
);
ALTER TABLE ONLY agent_keys
    ADD CONSTRAINT agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE recovery_codes (
    agent_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (agent_id)
);
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE replaced_keys (
    agent_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    ended_at bigint NOT NULL,
    CONSTRAINT replaced_keys_pkey PRIMARY KEY (agent_id, key_hash)
);
CREATE INDEX replaced_keys_by_end ON replaced_keys USING btree (ended_at);
ALTER TABLE ONLY replaced_keys
    ADD CONSTRAINT replaced_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE ended_keys (
    agent_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    ended_at bigint NOT NULL,
    reason text NOT NULL,
    CONSTRAINT ended_keys_pkey PRIMARY KEY (agent_id, key_hash)
);
ALTER TABLE ONLY ended_keys
    ADD CONSTRAINT ended_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE sitter_keys (
    agent_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    sitter_id uuid NOT NULL,
    name text NOT NULL,
    creature_ids uuid[] NOT NULL,
    actions text[] NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    first_used_at bigint,
    CONSTRAINT sitter_keys_pkey PRIMARY KEY (agent_id, key_hash)
);
CREATE UNIQUE INDEX sitter_keys_id ON sitter_keys USING btree (agent_id, sitter_id);
ALTER TABLE ONLY sitter_keys
    ADD CONSTRAINT sitter_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE sitter_care (
    agent_id uuid NOT NULL,
    creature_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    sitter_id uuid NOT NULL,
    name text NOT NULL,
    CONSTRAINT sitter_care_pkey PRIMARY KEY (agent_id, creature_id, entry_id)
);

CREATE TABLE call_trail (
    agent_id uuid NOT NULL,
    period_at bigint NOT NULL,
    operation text NOT NULL,
    code text NOT NULL,
    creature_id uuid NOT NULL,
    by_sitter boolean NOT NULL,
    status smallint NOT NULL,
    calls integer NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    first_request_id text NOT NULL,
    last_request_id text NOT NULL,
    recorded_at bigint NOT NULL,
    CONSTRAINT call_trail_pkey PRIMARY KEY (agent_id, period_at, operation, code, creature_id, by_sitter)
);
CREATE INDEX call_trail_recorded_at ON call_trail USING btree (recorded_at);

CREATE TABLE visits (
    agent_id uuid NOT NULL,
    at bigint NOT NULL,
    told_seq bigint DEFAULT 0 NOT NULL,
    told_at bigint,
    CONSTRAINT visits_pkey PRIMARY KEY (agent_id)
);

CREATE TABLE service_secrets (
    one boolean DEFAULT true NOT NULL,
    pass_key bytea NOT NULL,
    CONSTRAINT service_secrets_one_check CHECK (one),
    CONSTRAINT service_secrets_pass_key_check CHECK ((length(pass_key) = 32)),
    CONSTRAINT service_secrets_pkey PRIMARY KEY (one)
);

CREATE TABLE idempotency (
    agent_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    body bytea,
    issued_key_hash bytea,
    replaced_key_hash bytea,
    created_at bigint NOT NULL,
    headers jsonb,
    CONSTRAINT idempotency_pkey PRIMARY KEY (agent_id, key_hash)
)
PARTITION BY HASH (agent_id);
DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE idempotency_%s PARTITION OF idempotency FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
      lpad(part::text, 2, '0'), part);
  END LOOP;
END $$;
CREATE INDEX idempotency_created_at ON idempotency USING brin (created_at);

INSERT INTO service_secrets (pass_key) VALUES (sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')));
