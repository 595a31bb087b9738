-- What happened: the log of care by day, events and who waits for them.

-- Up Migration

CREATE FUNCTION make_care_log_day(day bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  part text := 'care_log_' || to_char(to_timestamp(day / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(part) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF care_log FOR VALUES FROM (%s) TO (%s)', part, day, day + 86400000);
    EXECUTE format('ALTER TABLE %I REPLICA IDENTITY FULL', part);
  END IF;
END $$;

CREATE TABLE care_log (
    agent_id uuid NOT NULL,
    creature_id uuid NOT NULL,
    recorded_at bigint NOT NULL,
    entry_id uuid NOT NULL,
    kind text NOT NULL,
    version integer NOT NULL,
    at bigint NOT NULL,
    action text,
    item text,
    is_task boolean,
    category text,
    score double precision,
    notes text,
    timing text,
    effectiveness text,
    unchecked_since bigint,
    family text,
    species_slug text,
    hunger_before double precision,
    hunger_after double precision,
    happiness_before double precision,
    happiness_after double precision,
    health_before double precision,
    health_after double precision,
    trust_before double precision,
    trust_after double precision,
    discipline_before double precision,
    discipline_after double precision,
    until bigint,
    rules_version smallint NOT NULL,
    outcome bytea
)
PARTITION BY RANGE (recorded_at);
CREATE INDEX care_log_by_creature ON care_log USING btree (agent_id, creature_id);
CREATE INDEX care_log_recorded_at ON care_log USING brin (recorded_at) WITH (pages_per_range='16', autosummarize='on');
-- Without care by a moved clock, which is always ahead: a test account must not displace what others did.
CREATE INDEX care_log_by_action ON care_log USING btree (action, recorded_at) WHERE (kind = 'care'::text AND at <= recorded_at);

CREATE TABLE events (
    agent_id uuid NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    recorded_at bigint NOT NULL,
    type text NOT NULL,
    creature_id uuid,
    creature_name text,
    details jsonb NOT NULL,
    met_at bigint,
    CONSTRAINT events_pkey PRIMARY KEY (agent_id, seq)
);
CREATE INDEX events_recorded_at ON events USING btree (recorded_at);
CREATE INDEX events_reported ON events USING btree (agent_id, seq) WHERE (type = ANY (ARRAY['died'::text, 'harmed'::text, 'missed'::text, 'fed_late'::text, 'recovered'::text, 'key_rotated'::text, 'sitter_added'::text]));

CREATE TABLE passed_events (
    agent_id uuid NOT NULL,
    at bigint NOT NULL,
    creature_id uuid NOT NULL,
    type text NOT NULL,
    creature_name text NOT NULL,
    recorded_at bigint NOT NULL,
    CONSTRAINT passed_events_pkey PRIMARY KEY (agent_id, at, creature_id, type)
);
CREATE INDEX passed_events_recorded_at ON passed_events USING btree (recorded_at);

CREATE TABLE account_events (
    agent_id uuid NOT NULL,
    event_id uuid NOT NULL,
    kind text NOT NULL,
    about text,
    at bigint NOT NULL,
    CONSTRAINT account_events_pkey PRIMARY KEY (agent_id, event_id)
);

CREATE TABLE event_waiters (
    agent_id uuid NOT NULL,
    token uuid NOT NULL,
    CONSTRAINT event_waiters_pkey PRIMARY KEY (agent_id)
);
