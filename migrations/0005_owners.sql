-- The people behind agents: pages, pings, hooks, and what is to be said.

-- Up Migration

CREATE TYPE said_run AS (
	started_at bigint,
	ended_at bigint,
	exit_code smallint,
	calls integer
);

CREATE TABLE owner_links (
    agent_id uuid NOT NULL,
    link_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    first_opened_at bigint,
    CONSTRAINT owner_links_pkey PRIMARY KEY (agent_id)
);
ALTER TABLE ONLY owner_links
    ADD CONSTRAINT owner_links_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE ping_links (
    agent_id uuid NOT NULL,
    link_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    runs said_run[] DEFAULT '{}'::said_run[] NOT NULL,
    output text,
    CONSTRAINT ping_links_pkey PRIMARY KEY (agent_id)
);
ALTER TABLE ONLY ping_links
    ADD CONSTRAINT ping_links_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE hooks (
    agent_id uuid NOT NULL,
    hook_id uuid NOT NULL,
    kind text NOT NULL,
    creature_id uuid,
    events text[] NOT NULL,
    host text NOT NULL,
    sealed_target bytea NOT NULL,
    shown_target text NOT NULL,
    sealed_secret bytea,
    previous_secret bytea,
    previous_until bigint,
    code_attempts integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    confirmed_at bigint,
    failures integer DEFAULT 0 NOT NULL,
    disabled_at bigint,
    disabled_reason text,
    next_at bigint,
    busy_until bigint DEFAULT 0 NOT NULL,
    added_by text DEFAULT 'agent'::text NOT NULL,
    CONSTRAINT hooks_pkey PRIMARY KEY (agent_id, hook_id)
);
CREATE INDEX hooks_next_at ON hooks USING btree (next_at) WHERE (next_at IS NOT NULL);
ALTER TABLE ONLY hooks
    ADD CONSTRAINT hooks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

CREATE TABLE hook_watches (
    agent_id uuid NOT NULL,
    creature_id uuid NOT NULL,
    next_at bigint,
    watched_until bigint NOT NULL,
    watched_seq bigint NOT NULL,
    cycle integer DEFAULT '-1'::integer NOT NULL,
    told text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT hook_watches_pkey PRIMARY KEY (agent_id, creature_id)
);
CREATE INDEX hook_watches_next_at ON hook_watches USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE TABLE hook_deliveries (
    agent_id uuid NOT NULL,
    hook_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    creature_id uuid,
    event text NOT NULL,
    at bigint NOT NULL,
    payload jsonb NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    next_attempt_at bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    status integer,
    error text,
    delivered_at bigint,
    failed_at bigint,
    CONSTRAINT hook_deliveries_pkey PRIMARY KEY (agent_id, hook_id, delivery_id)
);
CREATE INDEX hook_deliveries_created_at ON hook_deliveries USING btree (created_at);
CREATE UNIQUE INDEX hook_deliveries_once ON hook_deliveries USING btree (agent_id, hook_id, creature_id, event, at);
CREATE INDEX hook_deliveries_open ON hook_deliveries USING btree (agent_id, hook_id, creature_id, at) WHERE ((delivered_at IS NULL) AND (failed_at IS NULL));

CREATE TABLE pulses (
    agent_id uuid NOT NULL,
    last_at bigint NOT NULL,
    look_at bigint,
    closed_at bigint,
    every_minutes smallint,
    grace_minutes smallint,
    cron text,
    zone text,
    incident jsonb,
    CONSTRAINT pulses_pkey PRIMARY KEY (agent_id)
)
WITH (fillfactor='80');
CREATE INDEX pulses_look_at ON pulses USING btree (look_at) WHERE (look_at IS NOT NULL);
