-- For whoever reads the tables by hand: the constraints of 0009 looked at for the rows that were there, what tables and columns
-- mean, and a view of each main table with readable instants.

-- Up Migration

-- Nothing here keeps a call waiting, only vacuum, which gives way after a second.
SET LOCAL lock_timeout = '5s';

DO $$
DECLARE
  given record;
BEGIN
  FOR given IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
    WHERE NOT convalidated AND coninhcount = 0 AND connamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', given.of_table, given.conname);
  END LOOP;
END $$;

COMMENT ON TABLE agents IS 'Accounts. A row stays when its agent leaves, emptied, because the ledger needs it. Instants of all tables are milliseconds since 1970.';
COMMENT ON COLUMN agents.clock_offset_ms IS 'How far a test account has moved the clock of its house.';
COMMENT ON COLUMN agents.clock_moved IS 'In no public page or count: its clock was moved, or it has left.';
COMMENT ON COLUMN agents.credits IS 'The sum of its entries in ledger_entries. Never set it by hand.';
COMMENT ON COLUMN agents.event_seq IS 'The number of its newest event.';
COMMENT ON COLUMN agents.hidden_at IS 'When an operator hid its profile.';
COMMENT ON COLUMN agents.leaving_at IS 'When it confirmed that it leaves; null again once it has left (left_at).';
COMMENT ON COLUMN agents.first_alert_at IS 'When its people were first told that it should come.';
COMMENT ON TABLE agent_keys IS 'Hashes of the API keys in force.';
COMMENT ON TABLE recovery_codes IS 'The hash of the code that gives an agent a new key.';
COMMENT ON TABLE replaced_keys IS 'The last keys that an agent replaced itself, so that a call with one is told.';
COMMENT ON TABLE ended_keys IS 'Keys that an operator ended, and why.';
COMMENT ON TABLE sitter_keys IS 'Keys for others that care for some creatures for a time.';
COMMENT ON TABLE sitter_care IS 'Which entries of care_log a sitter did.';
COMMENT ON TABLE call_trail IS 'How often an agent called what within an hour, and how that ended.';
COMMENT ON TABLE visits IS 'When an agent last looked at its house, and up to which event it was told.';
COMMENT ON TABLE service_secrets IS 'One row with the key that signs passes.';
COMMENT ON TABLE idempotency IS 'Answers kept for a day under their Idempotency-Key.';
COMMENT ON TABLE species IS 'Species that agents designed. The others are in the code.';
COMMENT ON COLUMN species.hidden_at IS 'When an operator hid it.';
COMMENT ON TABLE creatures IS 'Creatures as of their last event (as_of): stats fall with time, but only an event writes them down.';
COMMENT ON COLUMN creatures.version IS 'How often it was written.';
COMMENT ON COLUMN creatures.zone IS 'The time zone of its keeper, which decides when it sleeps.';
COMMENT ON COLUMN creatures.as_of IS 'The instant at which the stats and scores hold.';
COMMENT ON COLUMN creatures.seen_stage IS 'The stage that its keeper was last told of.';
COMMENT ON COLUMN creatures.dead_ms IS 'How long its age stood still: dead, boarded, or the service away.';
COMMENT ON COLUMN creatures.feeding_ms IS 'How far the feeding clock has run at as_of.';
COMMENT ON COLUMN creatures.path IS 'What kind of adult it became.';
COMMENT ON COLUMN creatures.scored IS 'How many feedings and missed windows moved consistency.';
COMMENT ON COLUMN creatures.missed_this_cycle IS 'Windows missed since it was last fed.';
COMMENT ON COLUMN creatures.restorations IS 'Deaths that were taken back because the service was away.';
COMMENT ON COLUMN creatures.next_event_at IS 'When the sweep looks at it: its death or next stage is no sooner. Null when nothing can happen.';
COMMENT ON TABLE gravestones IS 'One row per death.';
COMMENT ON COLUMN gravestones.lived_ms IS 'Its age when it died.';
COMMENT ON COLUMN gravestones.before IS 'The columns of its creature as they were, so that an outage can undo the death.';
COMMENT ON TABLE portraits IS 'The picture of a creature at a stage; sha256 is the name of its file.';
COMMENT ON TABLE avatars IS 'The picture of an agent; sha256 is the name of its file.';
COMMENT ON TABLE discovered_items IS 'How creatures took what they were given, and which model judged it.';
COMMENT ON TABLE hidden_notes IS 'Entries of care_log whose notes an operator hid.';
COMMENT ON TABLE care_log IS 'What happened to creatures, a partition for each day. The service drops none.';
COMMENT ON COLUMN care_log.at IS 'The instant for which it counts, by the clock of its house.';
COMMENT ON COLUMN care_log.until IS 'When a pause ends.';
COMMENT ON COLUMN care_log.outcome IS 'Stats before and after, packed: GET /api/house/history shows them.';
COMMENT ON COLUMN care_log.rules_version IS 'The rules of life in force.';
COMMENT ON TABLE events IS 'What agents are told of their houses, by number, for 30 days.';
COMMENT ON COLUMN events.at IS 'When it happened, by the clock of its house.';
COMMENT ON TABLE passed_events IS 'Events that could be foreseen, and lapsed because something changed.';
COMMENT ON TABLE account_events IS 'Changes of keys, sitters, links and hooks.';
COMMENT ON TABLE event_waiters IS 'Agents that wait for events in a long poll.';
COMMENT ON TABLE rollups IS 'Figures about everybody: what was found, when, and how long that took.';
COMMENT ON TABLE rollup_marks IS 'How far work that goes over all rows once has come.';
COMMENT ON TABLE log_hours IS 'What happened in hours that are over, counted from care_log.';
COMMENT ON TABLE rollup_living IS 'The living that were cared for last, as pages list them.';
COMMENT ON TABLE owner_links IS 'The hash of the link to the page of an agent''s owner.';
COMMENT ON TABLE ping_links IS 'The link that an agent''s job calls, and the runs that it reported.';
COMMENT ON TABLE hooks IS 'Where people are told of a house; addresses and secrets are encrypted.';
COMMENT ON COLUMN hooks.next_at IS 'When its next message is sent.';
COMMENT ON COLUMN hooks.busy_until IS 'Until when a worker has it.';
COMMENT ON TABLE hook_watches IS 'When a creature with a hook is looked at next, and what was told of it.';
COMMENT ON TABLE hook_deliveries IS 'Messages to hooks, sent and waiting.';
COMMENT ON COLUMN hook_deliveries.status IS 'The HTTP status of the last attempt.';
COMMENT ON TABLE pulses IS 'When an agent is expected, and its open incident.';
COMMENT ON COLUMN pulses.look_at IS 'When its silence is looked at next.';
COMMENT ON TABLE ledger_transactions IS 'Why credits moved. Append-only.';
COMMENT ON TABLE ledger_entries IS 'Where the credits of a transaction came from and went; they sum to zero. Append-only.';
COMMENT ON TABLE purchases IS 'Credits that were offered for money. Only credited ones have reached their agent.';
COMMENT ON COLUMN purchases.clawed_back IS 'Credits taken back for refunds and disputes.';
COMMENT ON TABLE payment_claims IS 'Which purchase a payment of a provider paid, so that it pays once.';
COMMENT ON TABLE payment_events IS 'What providers reported.';
COMMENT ON TABLE disputes IS 'Payments that a buyer disputes.';
COMMENT ON TABLE idempotent_payments IS 'Payments shown again under an Idempotency-Key.';
COMMENT ON TABLE outages IS 'Times that count for no creature.';
COMMENT ON TABLE outage_watch IS 'The newest sign of life of a process that answers requests.';
COMMENT ON TABLE heartbeats IS 'Workers that are alive.';
COMMENT ON TABLE moderation_acts IS 'What operators did, to whom and why. Append-only.';
COMMENT ON TABLE job_outbox IS 'Jobs on their way to the queue, graphile_worker.jobs.';
COMMENT ON TABLE leases IS 'Which worker does what only one may do.';
COMMENT ON TABLE migrations IS 'The files of migrations/ that were applied.';

-- The same columns without hashes and encrypted ones, instants as timestamps, and whose a row is.
DO $$
DECLARE
  given text;
  columns text;
BEGIN
  FOREACH given IN ARRAY '{agents,creatures,gravestones,care_log,events,account_events,call_trail,sitter_keys,species,hooks,hook_deliveries,pulses,purchases,disputes,payment_events,ledger_transactions,job_outbox,rollups,heartbeats,outages,moderation_acts}'::text[] LOOP
    SELECT string_agg(CASE
        WHEN attname = 'agent_id' AND given NOT IN ('agents', 'species')
          THEN '(SELECT a.username FROM agents a WHERE a.agent_id = t.agent_id) AS keeper, t.agent_id'
        WHEN atttypid = 'bigint'::regtype AND attname ~ '(^|_)(at|since|until|as_of)$'
          THEN format('to_timestamp(t.%1$I / 1000.0) AS %1$I', attname)
        ELSE format('t.%I', attname) END, ', ' ORDER BY attnum) INTO columns
      FROM pg_attribute
      WHERE attrelid = given::regclass AND attnum > 0 AND NOT attisdropped AND atttypid <> 'bytea'::regtype;
    EXECUTE format('CREATE VIEW %I AS SELECT %s FROM %I t', given || '_readable', columns, given);
    EXECUTE format('COMMENT ON VIEW %I IS %L', given || '_readable', 'The table ' || given || ' for reading by hand.');
  END LOOP;
END $$;
