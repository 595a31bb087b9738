-- The operator's view: sessions, moderation, and what its charts read. Columns that are added may be null, so that code
-- from before goes on writing rows; null means no.

-- Up Migration
ALTER TABLE agents
  ADD COLUMN hidden_at bigint, -- out of sight since: in no public page, list, feed or picture
  ADD COLUMN suspended_at bigint, -- its keys are refused since
  ADD COLUMN suspended_reason text;
ALTER TABLE species ADD COLUMN hidden_at bigint;

-- Few are out of sight: whoever shows others takes these out.
CREATE INDEX agents_out_of_sight ON agents (agent_id) WHERE clock_moved OR hidden_at IS NOT NULL;
CREATE INDEX species_out_of_sight ON species (slug) WHERE hidden_at IS NOT NULL;

-- Notes of the log that nobody but their writer sees any more.
CREATE TABLE hidden_notes (
  agent_id uuid NOT NULL,
  entry_id uuid NOT NULL, -- of care_log
  PRIMARY KEY (agent_id, entry_id)
);

-- A picture's address is its hash: this says whose it is.
CREATE INDEX portraits_sha256 ON portraits (sha256);
CREATE INDEX avatars_sha256 ON avatars (sha256);

-- What the operator did, and why. Not an agent's data: a named exception to keys that start with agent_id.
CREATE TABLE moderation_acts (
  act_id uuid PRIMARY KEY, -- UUIDv7: in order of time
  at bigint NOT NULL,
  act text NOT NULL,
  subject text NOT NULL, -- as it was named: a username, a slug, username/entry
  reason text NOT NULL CHECK (reason <> ''),
  session text NOT NULL -- the beginning of the hash of the session that did it
);

CREATE FUNCTION refuse_moderation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record of moderation is append-only';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation_acts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moderation_change();

-- Who has shown the admin key lately. Only a keyed hash of the session's id is here.
CREATE TABLE admin_sessions (
  session_hash bytea PRIMARY KEY,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);

-- What happened in each hour, test accounts left out: the charts add it up by days.
CREATE TABLE rollup_hours (
  hour bigint PRIMARY KEY,
  hatched integer NOT NULL,
  died integer NOT NULL,
  care_actions integer NOT NULL
);

-- In which weeks after its registration an agent did something: bit 0 is its first seven days. No test accounts.
CREATE TABLE rollup_attendance (
  agent_id uuid PRIMARY KEY,
  joined_week bigint NOT NULL, -- where the week begins, a Monday
  weeks bigint NOT NULL
);

-- What the operator looks at among payments: a few rows of many.
CREATE INDEX purchases_refunded ON purchases (updated_at) WHERE refunded_cents > 0;
CREATE INDEX disputes_newest ON disputes (updated_at);
CREATE INDEX payment_events_odd ON payment_events (received_at) WHERE outcome IN ('mismatch', 'unknown_purchase');

-- Down Migration
DROP INDEX payment_events_odd;
DROP INDEX disputes_newest;
DROP INDEX purchases_refunded;
DROP TABLE rollup_attendance;
DROP TABLE rollup_hours;
DROP TABLE admin_sessions;
DROP TABLE moderation_acts;
DROP FUNCTION refuse_moderation_change;
DROP INDEX avatars_sha256;
DROP INDEX portraits_sha256;
DROP TABLE hidden_notes;
DROP INDEX species_out_of_sight;
DROP INDEX agents_out_of_sight;
ALTER TABLE species DROP COLUMN hidden_at;
ALTER TABLE agents DROP COLUMN suspended_reason, DROP COLUMN suspended_at, DROP COLUMN hidden_at;
