-- Creatures as stored, their stones, portraits and species.

-- Up Migration

CREATE TABLE species (
    slug text NOT NULL,
    agent_id uuid NOT NULL,
    creator text NOT NULL,
    name text NOT NULL,
    family text NOT NULL,
    trust_speed text NOT NULL,
    feeding_window_hours double precision NOT NULL,
    hunger_decay_per_hour double precision NOT NULL,
    happiness_decay_per_hour double precision NOT NULL,
    personality text NOT NULL,
    special_mechanic text,
    innate_traits text[] NOT NULL,
    image_prompt text,
    created_at bigint NOT NULL,
    adoption_count integer DEFAULT 0 NOT NULL,
    is_public boolean NOT NULL,
    hidden_at bigint,
    CONSTRAINT species_pkey PRIMARY KEY (slug)
);
CREATE INDEX species_by_name ON species USING btree (lower(name) text_pattern_ops) WHERE is_public;
CREATE INDEX species_newest ON species USING btree (created_at DESC, slug) WHERE is_public;
CREATE INDEX species_newest_of_family ON species USING btree (family, created_at DESC, slug) WHERE is_public;
CREATE INDEX species_of_agent ON species USING btree (agent_id);
CREATE INDEX species_out_of_sight ON species USING btree (slug) WHERE (hidden_at IS NOT NULL);
CREATE INDEX species_popular ON species USING btree (adoption_count DESC, created_at DESC, slug) WHERE is_public;
CREATE INDEX species_popular_of_family ON species USING btree (family, adoption_count DESC, created_at DESC, slug) WHERE is_public;

CREATE TABLE creatures (
    agent_id uuid NOT NULL,
    creature_id uuid NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    image_prompt text,
    image_url text,
    zone text NOT NULL,
    personality text[] NOT NULL,
    species_slug text NOT NULL,
    species_name text NOT NULL,
    family text NOT NULL,
    tier text NOT NULL,
    trust_speed text NOT NULL,
    feeding_window_hours double precision NOT NULL,
    hunger_decay_per_hour double precision NOT NULL,
    happiness_decay_per_hour double precision NOT NULL,
    innate_traits text[] NOT NULL,
    mechanic text,
    curious boolean NOT NULL,
    adopted_at bigint NOT NULL,
    hatched_at bigint,
    stage text NOT NULL,
    baby_at bigint,
    child_at bigint,
    teen_at bigint,
    adult_at bigint,
    path text,
    seen_stage text NOT NULL,
    died_at bigint,
    death_cause text,
    released_at bigint,
    released_in_distress boolean NOT NULL,
    dead_ms bigint NOT NULL,
    resurrections integer NOT NULL,
    as_of bigint NOT NULL,
    hunger double precision NOT NULL,
    happiness double precision NOT NULL,
    health double precision NOT NULL,
    trust double precision NOT NULL,
    discipline double precision NOT NULL,
    last_fed_at bigint NOT NULL,
    feeding_ms bigint NOT NULL,
    last_played_at bigint,
    last_cleaned_at bigint NOT NULL,
    last_checked_at bigint NOT NULL,
    last_care_at bigint NOT NULL,
    last_care_action text,
    played_this_cycle boolean NOT NULL,
    rhythm_average_hours double precision NOT NULL,
    rhythm_weight double precision NOT NULL,
    consistency double precision NOT NULL,
    responsiveness double precision NOT NULL,
    scored integer NOT NULL,
    streak integer NOT NULL,
    missed_this_cycle integer NOT NULL,
    missed_feedings integer NOT NULL,
    feedings integer NOT NULL,
    care_actions integer NOT NULL,
    recent_actions text[] NOT NULL,
    was_critical boolean NOT NULL,
    was_critical_by_clock boolean NOT NULL,
    starving_since bigint,
    critical_since bigint,
    rescued boolean NOT NULL,
    milestones text[] NOT NULL,
    recent_care jsonb NOT NULL,
    next_event_at bigint,
    pauses jsonb,
    restorations integer,
    rhythm_since bigint,
    taken_back_at bigint,
    memory jsonb,
    CONSTRAINT creatures_pkey PRIMARY KEY (agent_id, creature_id)
)
WITH (fillfactor='80');
CREATE INDEX creatures_by_name ON creatures USING btree (lower(name) text_pattern_ops);
CREATE INDEX creatures_due ON creatures USING btree (next_event_at) WHERE (next_event_at IS NOT NULL);
CREATE INDEX creatures_last_cared ON creatures USING btree (last_care_at DESC, creature_id) WHERE ((died_at IS NULL) AND (released_at IS NULL));
CREATE INDEX creatures_living ON creatures USING btree (agent_id) INCLUDE (hatched_at) WHERE ((died_at IS NULL) AND (released_at IS NULL));
CREATE INDEX creatures_of_design ON creatures USING btree (species_slug) WHERE (tier = 'community'::text);
CREATE INDEX creatures_oldest ON creatures USING btree (((hatched_at + dead_ms)), creature_id) WHERE ((hatched_at IS NOT NULL) AND (died_at IS NULL) AND (released_at IS NULL));

CREATE TABLE gravestones (
    agent_id uuid NOT NULL,
    creature_id uuid NOT NULL,
    death_number integer NOT NULL,
    gravestone_id uuid NOT NULL,
    name text NOT NULL,
    species_slug text NOT NULL,
    species_name text NOT NULL,
    family text NOT NULL,
    stage_reached text NOT NULL,
    path text,
    lived_ms bigint NOT NULL,
    caretaker text NOT NULL,
    feedings integer NOT NULL,
    missed_feedings integer NOT NULL,
    last_care_action text,
    cause text NOT NULL,
    epitaph text NOT NULL,
    died_at bigint NOT NULL,
    post_mortem jsonb NOT NULL,
    resurrected_at bigint,
    is_public boolean NOT NULL,
    before jsonb,
    restored_at bigint,
    CONSTRAINT gravestones_pkey PRIMARY KEY (agent_id, creature_id, death_number)
);
CREATE INDEX gravestones_newest ON gravestones USING btree (died_at DESC, gravestone_id) WHERE is_public;
CREATE INDEX gravestones_counted ON gravestones USING btree (agent_id) INCLUDE (resurrected_at) WHERE is_public;
CREATE INDEX gravestones_of_agent ON gravestones USING btree (agent_id, died_at DESC, gravestone_id);

CREATE TABLE portraits (
    agent_id uuid NOT NULL,
    creature_id uuid NOT NULL,
    stage text NOT NULL,
    sha256 text NOT NULL,
    source text NOT NULL,
    generated_at bigint NOT NULL,
    CONSTRAINT portraits_pkey PRIMARY KEY (agent_id, creature_id, stage)
);
CREATE INDEX portraits_sha256 ON portraits USING btree (sha256);

CREATE TABLE avatars (
    agent_id uuid NOT NULL,
    sha256 text NOT NULL,
    generated_at bigint NOT NULL,
    CONSTRAINT avatars_pkey PRIMARY KEY (agent_id)
);
CREATE INDEX avatars_sha256 ON avatars USING btree (sha256);

CREATE TABLE discovered_items (
    agent_id uuid NOT NULL,
    creature_id uuid NOT NULL,
    action text NOT NULL,
    item text NOT NULL,
    category text NOT NULL,
    score double precision NOT NULL,
    model text NOT NULL,
    discovered_at bigint NOT NULL,
    CONSTRAINT discovered_items_pkey PRIMARY KEY (agent_id, creature_id, action, item)
);

CREATE TABLE hidden_notes (
    agent_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    CONSTRAINT hidden_notes_pkey PRIMARY KEY (agent_id, entry_id)
);
