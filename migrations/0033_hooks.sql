-- Hooks send messages to the people behind an agent. The watch finds what to report and writes deliveries; the sender sends
-- them, one at a time per hook, and in order per creature. Addresses and signing secrets are sealed with a key from the
-- configuration.

-- Up Migration
CREATE TABLE hooks (
  agent_id uuid NOT NULL REFERENCES agents,
  hook_id uuid NOT NULL,
  kind text NOT NULL, -- webhook, discord, slack, ntfy
  creature_id uuid, -- null: all creatures of the house
  events text[] NOT NULL,
  host text NOT NULL, -- of the address; slow hosts are told apart by it
  sealed_target bytea NOT NULL, -- the address, the token of ntfy, the code
  shown_target text NOT NULL, -- the address with its secret part hidden
  sealed_secret bytea, -- webhook only
  previous_secret bytea, -- also signs until previous_until
  previous_until bigint,
  code_attempts integer NOT NULL DEFAULT 0, -- wrong codes so far
  created_at bigint NOT NULL,
  confirmed_at bigint,
  failures integer NOT NULL DEFAULT 0, -- messages in a row that failed for good
  disabled_at bigint,
  disabled_reason text,
  next_at bigint, -- when a message is to be sent next; null: none
  busy_until bigint NOT NULL DEFAULT 0, -- a sender has the hook until then
  PRIMARY KEY (agent_id, hook_id)
);
CREATE INDEX hooks_next_at ON hooks (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE hook_deliveries (
  agent_id uuid NOT NULL,
  hook_id uuid NOT NULL,
  delivery_id uuid NOT NULL, -- UUIDv7; the webhook-id of every attempt
  creature_id uuid, -- null: the message with the code
  event text NOT NULL,
  at bigint NOT NULL, -- the instant of the event, real time
  payload jsonb NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL, -- not sent any more from then on
  next_attempt_at bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  status integer, -- of the last response
  error text,
  delivered_at bigint,
  failed_at bigint, -- given up or expired
  PRIMARY KEY (agent_id, hook_id, delivery_id)
);
-- An event is reported once to each hook, however often it is queued.
CREATE UNIQUE INDEX hook_deliveries_once ON hook_deliveries (agent_id, hook_id, creature_id, event, at);
CREATE INDEX hook_deliveries_open ON hook_deliveries (agent_id, hook_id, creature_id, at)
  WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE INDEX hook_deliveries_created_at ON hook_deliveries (created_at);

-- What was reported about a creature that a hook wants to hear of, and when to look at it again. Every change of the creature
-- sets next_at in its own statement.
CREATE TABLE hook_watches (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  next_at bigint, -- null: time alone brings nothing
  watched_until bigint NOT NULL, -- returns from boarding are reported up to here
  watched_seq bigint NOT NULL, -- stored events of the house are reported up to here
  cycle integer NOT NULL DEFAULT -1, -- the feeding that `told` is about
  told text[] NOT NULL DEFAULT '{}', -- alerts since that feeding
  PRIMARY KEY (agent_id, creature_id)
);
CREATE INDEX hook_watches_next_at ON hook_watches (next_at) WHERE next_at IS NOT NULL;

-- Messages about due, late or critical creatures: an account is assisted from the first until 30 days after the last.
ALTER TABLE agents ADD COLUMN first_alert_at bigint, ADD COLUMN last_alert_at bigint;

-- Down Migration
ALTER TABLE agents DROP COLUMN first_alert_at, DROP COLUMN last_alert_at;
DROP TABLE hook_watches;
DROP TABLE hook_deliveries;
DROP TABLE hooks;
