-- What rows may say: enumerations, stats, and whose they are. Each constraint is in force at once for what is written;
-- 0010 looks at the rows that are there, so that no call waits for that. test/schema.test.ts holds every list
-- against the type of the code that writes it.

-- Up Migration

-- PostgreSQL reads the text of every CHECK again with each statement, a tenth of a save for what is in these two. A function
-- is read once per connection. Another value is a CREATE OR REPLACE, without a look at any row.
CREATE FUNCTION is_creature(family text, tier text, trust_speed text, stage text, seen_stage text, path text, death_cause text,
    last_care_action text, hunger double precision, happiness double precision, health double precision,
    trust double precision, discipline double precision) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  RETURN family = ANY ('{cat,dog,exotic,ai-native}'::text[])
    AND tier = ANY ('{common,uncommon,rare,extreme,community}'::text[])
    AND trust_speed = ANY ('{instant,fast,medium,slow}'::text[])
    AND stage = ANY ('{egg,baby,child,teen,adult}'::text[])
    AND seen_stage = ANY ('{egg,baby,child,teen,adult}'::text[])
    AND path = ANY ('{high_care,balanced,low_care,rescue}'::text[])
    AND death_cause = ANY ('{neglect,hunger,illness,harm}'::text[])
    AND last_care_action = ANY ('{feed,play,clean,medicine,discipline,sleep,reflect}'::text[])
    AND hunger BETWEEN 0 AND 100 AND happiness BETWEEN 0 AND 100 AND health BETWEEN 0 AND 100
    AND trust BETWEEN 0 AND 100 AND discipline BETWEEN 0 AND 100;
END $$;

CREATE FUNCTION is_log_entry(kind text, action text, category text, timing text, effectiveness text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  RETURN kind = ANY ('{care,adopt,hatch,check,death,release,take_back,lost,resurrect,board,suspend,leave,return,amnesty,restore}'::text[])
    AND action = ANY ('{feed,play,clean,medicine,discipline,sleep,reflect}'::text[])
    AND category = ANY ('{loved,liked,neutral,disliked,harmful}'::text[])
    AND timing = ANY ('{early,on_time,late,missed_window}'::text[])
    AND effectiveness = ANY ('{effective,reduced,wasted}'::text[]);
END $$;

ALTER TABLE creatures ADD CONSTRAINT creatures_is_creature CHECK (is_creature(family, tier, trust_speed, stage, seen_stage, path,
    death_cause, last_care_action, hunger, happiness, health, trust, discipline)) NOT VALID;
ALTER TABLE care_log ADD CONSTRAINT care_log_is_log_entry CHECK (is_log_entry(kind, action, category, timing, effectiveness)) NOT VALID;

ALTER TABLE species
    ADD CONSTRAINT species_family_check CHECK (family = ANY ('{cat,dog,exotic,ai-native}'::text[])) NOT VALID,
    ADD CONSTRAINT species_trust_speed_check CHECK (trust_speed = ANY ('{instant,fast,medium,slow}'::text[])) NOT VALID;
ALTER TABLE gravestones
    ADD CONSTRAINT gravestones_family_check CHECK (family = ANY ('{cat,dog,exotic,ai-native}'::text[])) NOT VALID,
    ADD CONSTRAINT gravestones_stage_reached_check CHECK (stage_reached = ANY ('{egg,baby,child,teen,adult}'::text[])) NOT VALID,
    ADD CONSTRAINT gravestones_path_check CHECK (path = ANY ('{high_care,balanced,low_care,rescue}'::text[])) NOT VALID,
    ADD CONSTRAINT gravestones_cause_check CHECK (cause = ANY ('{neglect,hunger,illness,harm}'::text[])) NOT VALID,
    ADD CONSTRAINT gravestones_last_care_action_check
        CHECK (last_care_action = ANY ('{feed,play,clean,medicine,discipline,sleep,reflect}'::text[])) NOT VALID;
ALTER TABLE discovered_items
    ADD CONSTRAINT discovered_items_action_check CHECK (action = ANY ('{feed,play,clean,medicine,discipline,sleep}'::text[])) NOT VALID,
    ADD CONSTRAINT discovered_items_category_check CHECK (category = ANY ('{loved,liked,neutral,disliked,harmful}'::text[])) NOT VALID;
ALTER TABLE portraits
    ADD CONSTRAINT portraits_stage_check CHECK (stage = ANY ('{baby,child,teen,adult}'::text[])) NOT VALID,
    ADD CONSTRAINT portraits_source_check CHECK (source = ANY ('{drawn,remote}'::text[])) NOT VALID;
ALTER TABLE hooks
    ADD CONSTRAINT hooks_kind_check CHECK (kind = ANY ('{webhook,discord,slack,ntfy,telegram,email}'::text[])) NOT VALID,
    ADD CONSTRAINT hooks_added_by_check CHECK (added_by = ANY ('{agent,owner}'::text[])) NOT VALID,
    ADD CONSTRAINT hooks_disabled_reason_check CHECK (disabled_reason = ANY ('{gone,failing,removed}'::text[])) NOT VALID;
ALTER TABLE account_events ADD CONSTRAINT account_events_kind_check
    CHECK (kind = ANY ('{key_rotated,old_key,keys_ended,recovered,recovery_code_made,sitter_added,sitter_revoked,owner_link_made,owner_link_revoked,leaving_confirmed,hook_added,hook_off,channel_added,channel_removed,period_changed}'::text[])) NOT VALID;
ALTER TABLE payment_claims ADD CONSTRAINT payment_claims_rail_check CHECK (rail = ANY ('{stripe,mpp,x402}'::text[])) NOT VALID;
ALTER TABLE payment_events ADD CONSTRAINT payment_events_rail_check CHECK (rail = ANY ('{stripe,mpp,x402}'::text[])) NOT VALID;
ALTER TABLE outages ADD CONSTRAINT outages_found_by_check CHECK (found_by = ANY ('{heartbeat,operator}'::text[])) NOT VALID;
ALTER TABLE moderation_acts ADD CONSTRAINT moderation_acts_act_check
    CHECK (act = ANY ('{hide-note,show-note,hide-species,show-species,hide-profile,show-profile,suspend,lift,end-keys,erase,close-registration,open-registration,declare-outage}'::text[])) NOT VALID;

-- An agent's row is never deleted, so these never stand in the way of a departure. None leads to a creature: leaving hands
-- creatures on one table after the other. Tables without one are written with nearly every call, or by calls that lock no
-- agent (creatures, care_log, events, passed_events, call_trail, visits, event_waiters, job_outbox, idempotency, idempotent_payments), or
-- have rows of nobody (payment_events).
DO $$
DECLARE
  given text;
BEGIN
  FOREACH given IN ARRAY '{gravestones,portraits,avatars,discovered_items,hidden_notes,account_events,sitter_care,pulses,hook_watches,hook_deliveries,purchases,ledger_transactions}'::text[] LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (agent_id) REFERENCES agents (agent_id) NOT VALID', given, given || '_agent_id_fkey');
  END LOOP;
END $$;
ALTER TABLE disputes ADD CONSTRAINT disputes_agent_id_purchase_id_fkey
    FOREIGN KEY (agent_id, purchase_id) REFERENCES purchases (agent_id, purchase_id) NOT VALID;
