-- Figures about everybody, and the list of the living.

-- Up Migration

-- What one SELECT over the tables said at an instant. The worker runs it again when that has cost at most a hundredth.
CREATE TABLE rollups (
    name text NOT NULL,
    value jsonb NOT NULL,
    computed_at bigint NOT NULL,
    took_ms integer NOT NULL,
    CONSTRAINT rollups_pkey PRIMARY KEY (name)
);

CREATE TABLE rollup_marks (
    name text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT rollup_marks_pkey PRIMARY KEY (name)
);

-- What happened in an hour that is over, by the log. agent_id is nobody's for all but test accounts, which leave the public
-- figures when they move their clock.
CREATE TABLE log_hours (
    hour bigint NOT NULL,
    what text NOT NULL,
    agent_id uuid NOT NULL,
    count integer NOT NULL,
    CONSTRAINT log_hours_pkey PRIMARY KEY (hour, what, agent_id)
);

CREATE TABLE rollup_living (
    creature_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    cared_at bigint NOT NULL,
    family text NOT NULL,
    stage text NOT NULL,
    mood text,
    species_slug text NOT NULL,
    entry jsonb NOT NULL,
    CONSTRAINT rollup_living_pkey PRIMARY KEY (creature_id)
);
CREATE INDEX rollup_living_newest ON rollup_living USING btree (cared_at DESC, creature_id) INCLUDE (family, stage, mood, species_slug);
