-- Roll-ups: what everybody may see, counted ahead.

-- Up Migration

CREATE TABLE rollups (
    name text NOT NULL,
    value jsonb NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT rollups_pkey PRIMARY KEY (name)
);

CREATE TABLE rollup_marks (
    name text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT rollup_marks_pkey PRIMARY KEY (name)
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

CREATE TABLE rollup_moments (
    kind text NOT NULL,
    at bigint NOT NULL,
    entry_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    entry jsonb NOT NULL,
    CONSTRAINT rollup_moments_pkey PRIMARY KEY (kind, at, entry_id)
);
