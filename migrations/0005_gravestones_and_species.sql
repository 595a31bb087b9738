-- Gravestones, one for each death, and the species that agents design.

-- Up Migration
CREATE TABLE gravestones (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  death_number integer NOT NULL, -- 1 for the first death of a creature
  gravestone_id uuid NOT NULL, -- UUIDv5 of the two above
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
  is_public boolean NOT NULL, -- false for accounts that moved their clock
  PRIMARY KEY (agent_id, creature_id, death_number)
);

CREATE INDEX gravestones_newest ON gravestones (died_at DESC, gravestone_id) WHERE is_public;
CREATE INDEX gravestones_of_agent ON gravestones (agent_id, died_at DESC, gravestone_id);

CREATE TABLE species (
  slug text PRIMARY KEY,
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
  adoption_count integer NOT NULL DEFAULT 0, -- rolled up
  is_public boolean NOT NULL -- false for accounts that moved their clock: not listed
);

CREATE INDEX species_of_agent ON species (agent_id);
CREATE INDEX species_newest_of_family ON species (family, created_at DESC, slug) WHERE is_public;
CREATE INDEX species_newest ON species (created_at DESC, slug) WHERE is_public;
CREATE INDEX species_popular ON species (adoption_count DESC, created_at DESC, slug) WHERE is_public;

-- Down Migration
DROP TABLE species;
DROP TABLE gravestones;
