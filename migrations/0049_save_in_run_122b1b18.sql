-- Generated from src/store by `npm run generate`. Code calls the function by this name, which carries the hash of its text.

-- Up Migration
CREATE FUNCTION save_in_run_122b1b18(
  of_agent uuid, of_creature uuid, creature jsonb, from_version integer, log jsonb, stone jsonb, discovered jsonb,
  record jsonb, expired_at bigint, stored_events jsonb, lapsed_events jsonb, jobs jsonb,
  decided_at bigint
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM trial_runs WHERE agent_id = of_agent AND clock_at = decided_at AND state = 'open' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'stale';
  END IF;
  RETURN save_creature_a775fc69(of_agent, of_creature, creature, from_version, log, stone, discovered, record, expired_at,
    stored_events, lapsed_events, jobs);
END $$;

-- Down Migration
DROP FUNCTION save_in_run_122b1b18;
