-- What happened in a house, to be pulled by its keeper. Events that a change brings have a number of their agent's, taken
-- under the agent's row lock: they commit in the order of their numbers, so that a reader who has seen one has missed none
-- before it. Events that follow from the rules are not stored, but for those that the next state can no longer tell.

-- Up Migration
ALTER TABLE agents ADD COLUMN event_seq bigint NOT NULL DEFAULT 0;

CREATE TABLE events (
  agent_id uuid NOT NULL,
  seq bigint NOT NULL,
  at bigint NOT NULL, -- the time of the house
  recorded_at bigint NOT NULL, -- real time, by the database's clock
  type text NOT NULL,
  creature_id uuid,
  creature_name text,
  details jsonb NOT NULL,
  PRIMARY KEY (agent_id, seq)
);
CREATE INDEX events_recorded_at ON events (recorded_at);

CREATE TABLE passed_events (
  agent_id uuid NOT NULL,
  at bigint NOT NULL, -- the time of the house
  creature_id uuid NOT NULL,
  type text NOT NULL,
  creature_name text NOT NULL,
  recorded_at bigint NOT NULL,
  PRIMARY KEY (agent_id, at, creature_id, type)
);
CREATE INDEX passed_events_recorded_at ON passed_events (recorded_at);

-- Who waits for events. The last to come has the place; whoever finds another token there goes.
CREATE UNLOGGED TABLE event_waiters (
  agent_id uuid PRIMARY KEY,
  token uuid NOT NULL
);

-- Down Migration
DROP TABLE event_waiters;
DROP TABLE passed_events;
DROP TABLE events;
ALTER TABLE agents DROP COLUMN event_seq;
