// Defines the database function that saves a creature with everything that belongs to the change, or nothing. A function is
// planned once per connection, skips parts that a change lacks, and can run as a whole on the agent's node. When `COLUMNS` gains
// a column, the next migration adds a function beside this one, which the previous version still calls.
import { databaseFunction } from "../../../platform/database/database-function.ts";
import { CHANGING } from "./creature-row.ts";

const SAVE_PARAMETERS = `of_agent uuid, of_creature uuid, creature jsonb, from_version integer, log jsonb, stone jsonb, discovered jsonb,
  record jsonb, expired_at bigint, stored_events jsonb, lapsed_events jsonb, jobs jsonb`;

const COLUMNS = CHANGING.join(", ").replaceAll(/(.{1,110},) /g, "$1\n      ");

/**
 * Returns 'saved', 'stale' if the creature has another version, or 'taken' if the Idempotency-Key has a record made after
 * `expired_at`. Nothing is written unless it returns 'saved'.
 */
export const SAVE_FUNCTION = databaseFunction(
  "save_creature",
  SAVE_PARAMETERS,
  `DECLARE
  -- Read once: what a distributed table is given must not change while it is written.
  saved_at bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  last_seq bigint;
BEGIN
  IF record IS NOT NULL THEN
    INSERT INTO idempotency AS known
      (agent_id, key_hash, fingerprint, status, body, headers, issued_key_hash, replaced_key_hash, created_at)
    VALUES (of_agent, (record->>'key_hash')::bytea, (record->>'fingerprint')::bytea, (record->>'status')::smallint,
      (record->>'body')::bytea, nullif(record->'headers', 'null'), (record->>'issued_key_hash')::bytea,
      (record->>'replaced_key_hash')::bytea, (record->>'created_at')::bigint)
    ON CONFLICT (agent_id, key_hash) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
      body = EXCLUDED.body, headers = EXCLUDED.headers, issued_key_hash = EXCLUDED.issued_key_hash,
      replaced_key_hash = EXCLUDED.replaced_key_hash, created_at = EXCLUDED.created_at
    WHERE known.created_at <= expired_at;
    IF NOT FOUND THEN
      RETURN 'taken';
    END IF;
  END IF;

  UPDATE creatures c SET (
      ${COLUMNS}
    ) = (SELECT
      ${COLUMNS}
    FROM jsonb_populate_record(NULL::creatures, creature))
  WHERE c.agent_id = of_agent AND c.creature_id = of_creature AND c.version = from_version;
  IF NOT FOUND THEN
    IF record IS NOT NULL THEN
      DELETE FROM idempotency WHERE agent_id = of_agent AND key_hash = (record->>'key_hash')::bytea;
    END IF;
    RETURN 'stale';
  END IF;

  IF log <> '[]' THEN
    INSERT INTO care_log SELECT * FROM jsonb_populate_recordset(NULL::care_log, log);
  END IF;
  IF stone IS NOT NULL THEN
    INSERT INTO gravestones SELECT * FROM jsonb_populate_record(NULL::gravestones, stone);
  END IF;
  IF discovered IS NOT NULL THEN
    INSERT INTO discovered_items (agent_id, creature_id, action, item, category, score, model, discovered_at)
    VALUES (of_agent, of_creature, discovered->>'action', discovered->>'item', discovered->>'category',
      (discovered->>'score')::double precision, discovered->>'model', (discovered->>'discovered_at')::bigint)
    ON CONFLICT (agent_id, creature_id, action, item)
    DO UPDATE SET category = EXCLUDED.category, score = EXCLUDED.score, model = EXCLUDED.model;
  END IF;
  IF jobs <> '[]' THEN
    INSERT INTO job_outbox (agent_id, job_id, task, payload, added_at)
    SELECT of_agent, job.job_id, job.task, job.payload, saved_at
    FROM jsonb_to_recordset(jobs) AS job (job_id uuid, task text, payload jsonb);
  END IF;

  -- Before the events are numbered, so that the watch reports them.
  IF EXISTS (
    SELECT FROM hooks WHERE agent_id = of_agent AND confirmed_at IS NOT NULL AND disabled_at IS NULL
      AND (creature_id IS NULL OR creature_id = of_creature)
  ) THEN
    SELECT event_seq INTO STRICT last_seq FROM agents WHERE agent_id = of_agent;
    INSERT INTO hook_watches (agent_id, creature_id, next_at, watched_until, watched_seq)
    VALUES (of_agent, of_creature, saved_at, saved_at, last_seq)
    ON CONFLICT (agent_id, creature_id) DO UPDATE SET next_at = EXCLUDED.next_at;
  END IF;

  IF stored_events <> '[]' THEN
    UPDATE agents SET event_seq = event_seq + jsonb_array_length(stored_events) WHERE agent_id = of_agent
    RETURNING event_seq - jsonb_array_length(stored_events) INTO STRICT last_seq;
    INSERT INTO events (agent_id, seq, at, recorded_at, type, creature_id, creature_name, details)
    SELECT of_agent, last_seq + row_number() OVER (ORDER BY event.at), event.at, saved_at, event.type, of_creature,
      event.creature_name, event.details
    FROM jsonb_to_recordset(stored_events) AS event (creature_name text, at bigint, type text, details jsonb);
  END IF;
  IF lapsed_events <> '[]' THEN
    INSERT INTO passed_events (agent_id, at, creature_id, type, creature_name, recorded_at)
    SELECT of_agent, event.at, of_creature, event.type, event.creature_name, saved_at
    FROM jsonb_to_recordset(lapsed_events) AS event (at bigint, type text, creature_name text)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN 'saved';
END`,
);
