-- Creatures, as the domain stores them: the stats at the last event of the life, and the timestamps from which everything
-- else follows. Species numbers are copied in, so that no read joins across agents. Keys start with agent_id.

-- Up Migration
CREATE TABLE creatures (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  version integer NOT NULL, -- one more with every change
  name text NOT NULL,
  image_prompt text,
  image_url text,
  zone text NOT NULL,
  personality text[] NOT NULL,
  -- the species, as it was at adoption
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
  -- the life
  adopted_at bigint NOT NULL,
  hatched_at bigint,
  stage text NOT NULL,
  baby_at bigint,
  child_at bigint,
  teen_at bigint,
  adult_at bigint,
  path text,
  seen_stage text NOT NULL, -- the last stage that the keeper was told of
  died_at bigint,
  death_cause text,
  released_at bigint,
  released_in_distress boolean NOT NULL,
  dead_ms bigint NOT NULL,
  resurrections integer NOT NULL,
  -- what held at the last event
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
  has_rhythm_start boolean NOT NULL,
  played_this_cycle boolean NOT NULL,
  rhythm_average_hours double precision NOT NULL,
  rhythm_weight double precision NOT NULL,
  rhythm_intervals integer NOT NULL,
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
  recent_care jsonb NOT NULL, -- the last five actions with their words, for your_recent
  -- A lower bound, in real time, on the next death or stage change; null when none is to come. Care leaves it alone, so
  -- that its update stays off the indexes; the sweeper looks and arms it again.
  next_event_at bigint,
  PRIMARY KEY (agent_id, creature_id)
) WITH (fillfactor = 80);

CREATE INDEX creatures_due ON creatures (next_event_at) WHERE next_event_at IS NOT NULL;
CREATE INDEX creatures_oldest ON creatures (hatched_at)
  WHERE hatched_at IS NOT NULL AND died_at IS NULL AND released_at IS NULL;
CREATE INDEX creatures_living ON creatures (agent_id) WHERE died_at IS NULL AND released_at IS NULL;

-- Items whose category a keeper has found out.
CREATE TABLE discovered_items (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  action text NOT NULL,
  item text NOT NULL,
  category text NOT NULL,
  score double precision NOT NULL,
  model text NOT NULL, -- another model is another scale
  discovered_at bigint NOT NULL,
  PRIMARY KEY (agent_id, creature_id, action, item)
);

-- Down Migration
DROP TABLE discovered_items;
DROP TABLE creatures;
