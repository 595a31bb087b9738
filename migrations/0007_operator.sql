-- Outages, acts of moderation, workers that are alive.

-- Up Migration

CREATE FUNCTION refuse_moderation_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the record of moderation is append-only';
END $$;

CREATE TABLE outages (
    version integer NOT NULL,
    from_at bigint NOT NULL,
    until_at bigint NOT NULL,
    found_by text NOT NULL,
    reason text,
    recorded_at bigint NOT NULL,
    CONSTRAINT outages_check CHECK ((until_at > from_at)),
    CONSTRAINT outages_pkey PRIMARY KEY (version)
);
CREATE UNIQUE INDEX outages_found ON outages USING btree (from_at) WHERE (found_by = 'heartbeat'::text);

CREATE TABLE outage_watch (
    id integer NOT NULL,
    newest_beat bigint,
    version integer NOT NULL,
    CONSTRAINT outage_watch_id_check CHECK ((id = 1)),
    CONSTRAINT outage_watch_pkey PRIMARY KEY (id)
);

CREATE TABLE heartbeats (
    worker text NOT NULL,
    started_at bigint NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT heartbeats_pkey PRIMARY KEY (worker)
);

CREATE TABLE moderation_acts (
    act_id uuid NOT NULL,
    at bigint NOT NULL,
    act text NOT NULL,
    subject text NOT NULL,
    reason text NOT NULL,
    operator text NOT NULL,
    request_id text NOT NULL,
    CONSTRAINT moderation_acts_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT moderation_acts_pkey PRIMARY KEY (act_id)
);
CREATE INDEX moderation_acts_registration ON moderation_acts USING btree (act_id) WHERE (act = ANY (ARRAY['close-registration'::text, 'open-registration'::text]));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON moderation_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_moderation_change();

INSERT INTO outage_watch VALUES (1, NULL, 0);
