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

CREATE TABLE rollup_active_agents (
    hour bigint NOT NULL,
    agent_id uuid NOT NULL,
    last_at bigint NOT NULL,
    CONSTRAINT rollup_active_agents_pkey PRIMARY KEY (hour, agent_id)
);

CREATE TABLE rollup_adoptions (
    slug text NOT NULL,
    agent_id uuid NOT NULL,
    adoptions integer NOT NULL,
    CONSTRAINT rollup_adoptions_pkey PRIMARY KEY (slug, agent_id)
);

CREATE TABLE rollup_attendance (
    agent_id uuid NOT NULL,
    joined_week bigint NOT NULL,
    weeks bigint NOT NULL,
    last_at bigint,
    CONSTRAINT rollup_attendance_pkey PRIMARY KEY (agent_id)
);

CREATE TABLE rollup_boards (
    category text NOT NULL,
    rank integer NOT NULL,
    subject uuid NOT NULL,
    entry jsonb NOT NULL,
    CONSTRAINT rollup_boards_pkey PRIMARY KEY (category, rank)
);

CREATE TABLE rollup_care (
    hour bigint NOT NULL,
    kind text NOT NULL,
    action text NOT NULL,
    timing text NOT NULL,
    category text NOT NULL,
    with_item boolean NOT NULL,
    count integer NOT NULL,
    CONSTRAINT rollup_care_pkey PRIMARY KEY (hour, kind, action, timing, category, with_item)
);

CREATE TABLE rollup_census (
    hour bigint NOT NULL,
    what text NOT NULL,
    agent_id uuid NOT NULL,
    count integer NOT NULL,
    CONSTRAINT rollup_census_pkey PRIMARY KEY (hour, what, agent_id)
);

CREATE TABLE rollup_fates (
    species_slug text NOT NULL,
    hatched_at bigint NOT NULL,
    creature_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    fate text NOT NULL,
    stage text NOT NULL,
    CONSTRAINT rollup_fates_pkey PRIMARY KEY (species_slug, hatched_at, creature_id)
);

CREATE TABLE rollup_items (
    hour bigint NOT NULL,
    item text NOT NULL,
    count integer NOT NULL,
    CONSTRAINT rollup_items_pkey PRIMARY KEY (hour, item)
);

CREATE TABLE rollup_lives (
    creature_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    species_slug text NOT NULL,
    hatched_at bigint NOT NULL,
    ended_at bigint,
    died boolean DEFAULT false NOT NULL,
    CONSTRAINT rollup_lives_pkey PRIMARY KEY (creature_id)
);
CREATE INDEX rollup_lives_newest ON rollup_lives USING btree (species_slug, hatched_at DESC);

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

CREATE TABLE rollup_minutes (
    minute bigint NOT NULL,
    agent_id uuid NOT NULL,
    creatures_born integer NOT NULL,
    creatures_died integer NOT NULL,
    care_actions integer NOT NULL,
    feedings integer NOT NULL,
    reflections integer NOT NULL,
    CONSTRAINT rollup_minutes_pkey PRIMARY KEY (minute, agent_id)
);

CREATE TABLE rollup_moments (
    kind text NOT NULL,
    at bigint NOT NULL,
    entry_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    entry jsonb NOT NULL,
    CONSTRAINT rollup_moments_pkey PRIMARY KEY (kind, at, entry_id)
);
