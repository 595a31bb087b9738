-- What there is, counted by the transaction that changes it: triggers add a row for each change of a count, the worker adds
-- them up every few seconds. Nobody waits for a counter that everybody writes, and a round at rest deletes nothing from an
-- empty table. What happens is counted from the log, by minutes, and after a day by hours.

-- Up Migration
-- The flag that begins a key says who counts where: a an ordinary account, t a test account, l an ordinary one that is
-- leaving or has left, x a test account that moved its clock. The public counts a and t, analytics a and l.
CREATE TABLE tallies (
  what text NOT NULL,
  key text NOT NULL,
  at bigint NOT NULL, -- 0, or the hour (real time) in which it happened
  count bigint NOT NULL,
  recounted bigint NOT NULL DEFAULT 0, -- what the running recount has found up to where it is
  PRIMARY KEY (what, key, at)
);

-- Not added up yet. The agent tells the recount whether it has been there.
CREATE TABLE tally_changes (
  agent_id uuid NOT NULL,
  what text NOT NULL,
  key text NOT NULL,
  at bigint NOT NULL,
  count integer NOT NULL
);

-- How far the running recount has come. It has one row.
CREATE TABLE recount (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  after uuid NOT NULL, -- the last agent that was counted
  since bigint NOT NULL, -- happenings are counted since then
  passes bigint NOT NULL -- how often one has come to its end
);

CREATE FUNCTION tally_flag(is_test boolean, is_out boolean) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN is_test THEN CASE WHEN is_out THEN 'x' ELSE 't' END WHEN is_out THEN 'l' ELSE 'a' END $$;

CREATE FUNCTION tally_key(c creatures) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN c.released_at IS NOT NULL THEN 'released' WHEN c.died_at IS NOT NULL THEN 'dead'
      WHEN c.hatched_at IS NULL THEN 'egg' ELSE 'alive' END
    || '/' || c.stage || '/' || c.family || '/' || c.tier || '/' || coalesce(c.path, '') $$;

CREATE FUNCTION tally_key(g gravestones) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN g.is_public THEN 'public' ELSE 'hidden' END || '/' || CASE WHEN g.resurrected_at IS NULL THEN '' ELSE 'back' END
    || '/' || g.cause || '/' || g.stage_reached || '/' || g.family $$;

-- Everything that a range of agents counts for. The triggers below say the same of single rows: what they say otherwise is
-- drift. Happenings are told since an hour.
CREATE FUNCTION tally_of_range(first uuid, last uuid, since bigint)
  RETURNS TABLE (what text, key text, at bigint, count bigint) LANGUAGE sql STABLE AS $$
  WITH flagged AS NOT MATERIALIZED (
    SELECT a.agent_id, a.created_at, a.model_provider, tally_flag(a.is_test, a.clock_moved OR a.leaving_at IS NOT NULL) AS flag
    FROM agents a WHERE a.agent_id >= first AND a.agent_id <= last
  ), owned AS MATERIALIZED (
    SELECT f.flag, c.agent_id, tally_key(c) AS key, c.species_slug, c.resurrections, c.care_actions,
      c.child_at IS NOT NULL AS child, c.adult_at IS NOT NULL AS adult
    FROM creatures c JOIN flagged f USING (agent_id) WHERE c.agent_id >= first AND c.agent_id <= last
  ), keepers AS (
    SELECT flag, bool_or(care_actions > 0) AS cared, bool_or(child) AS child, bool_or(adult) AS adult
    FROM owned GROUP BY flag, agent_id
  ), stones AS (
    SELECT f.flag, tally_key(g) AS key, g.died_at FROM gravestones g JOIN flagged f USING (agent_id)
    WHERE g.agent_id >= first AND g.agent_id <= last
  ), designs AS (
    SELECT f.flag, s.agent_id, s.family, s.created_at FROM species s JOIN flagged f USING (agent_id)
    WHERE s.agent_id >= first AND s.agent_id <= last
  )
  SELECT 'agent', flag, 0::bigint, count(*) FROM flagged
    WHERE agent_id <> '84d1f4af-463b-51a1-b1fc-c5d4d0a3aa41' -- whoever keeps the graves of those who left is no agent
    GROUP BY 2
  UNION ALL SELECT 'registered', flag, created_at / 3600000 * 3600000, count(*) FROM flagged
    WHERE created_at >= since AND agent_id <> '84d1f4af-463b-51a1-b1fc-c5d4d0a3aa41' GROUP BY 2, 3
  UNION ALL SELECT 'provider', flag || '/' || coalesce(left(model_provider, 100), ''), 0, count(*) FROM flagged GROUP BY 2
  UNION ALL SELECT 'creature', flag || '/' || key, 0, count(*) FROM owned GROUP BY 2
  UNION ALL SELECT 'adopted', flag || '/' || species_slug, 0, count(*) FROM owned GROUP BY 2
  UNION ALL SELECT 'care', flag, 0, sum(care_actions)::bigint FROM owned GROUP BY 2
  UNION ALL SELECT 'resurrections', flag, 0, sum(resurrections)::bigint FROM owned GROUP BY 2
  UNION ALL SELECT 'reached', flag || '/' || step, 0, count(*) FROM keepers,
      LATERAL (VALUES ('adopted', true), ('cared', cared), ('child', child), ('adult', adult)) AS stage (step, done)
    WHERE done GROUP BY 2
  UNION ALL SELECT 'reached', flag || '/designed', 0, count(DISTINCT agent_id) FROM designs GROUP BY flag
  UNION ALL SELECT 'stone', flag || '/' || key, 0, count(*) FROM stones GROUP BY 2
  UNION ALL SELECT 'died', flag, died_at / 3600000 * 3600000, count(*) FROM stones WHERE died_at >= since GROUP BY 2, 3
  UNION ALL SELECT 'design', flag || '/' || family, 0, count(*) FROM designs GROUP BY 2
  UNION ALL SELECT 'designed', flag, created_at / 3600000 * 3600000, count(*) FROM designs WHERE created_at >= since GROUP BY 2, 3
$$;

CREATE FUNCTION tally_agent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now_flag text := tally_flag(NEW.is_test, NEW.clock_moved OR NEW.leaving_at IS NOT NULL);
  old_flag text;
BEGIN
  IF NEW.agent_id = '84d1f4af-463b-51a1-b1fc-c5d4d0a3aa41' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tally_changes VALUES (NEW.agent_id, 'agent', now_flag, 0, 1),
      (NEW.agent_id, 'registered', now_flag, NEW.created_at / 3600000 * 3600000, 1);
    RETURN NULL;
  END IF;
  old_flag := tally_flag(OLD.is_test, OLD.clock_moved OR OLD.leaving_at IS NOT NULL);
  IF old_flag <> now_flag THEN
    -- Everything of its house changes sides. The flag is the first letter of every key.
    INSERT INTO tally_changes
    SELECT NEW.agent_id, t.what, side.flag || substr(t.key, 2), t.at, side.sign * t.count
    FROM tally_of_range(NEW.agent_id, NEW.agent_id, 0) t, (VALUES (old_flag, -1), (now_flag, 1)) AS side (flag, sign)
    WHERE t.what IN ('agent', 'registered', 'creature', 'adopted', 'stone', 'died', 'design', 'designed');
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION tally_flag_of(of_agent uuid) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT tally_flag(is_test, clock_moved OR leaving_at IS NOT NULL) FROM agents WHERE agent_id = of_agent $$;

CREATE FUNCTION tally_creature() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_agent uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.agent_id ELSE NEW.agent_id END;
  flag text := tally_flag_of(of_agent);
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO tally_changes VALUES (of_agent, 'creature', flag || '/' || tally_key(OLD), 0, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO tally_changes VALUES (of_agent, 'creature', flag || '/' || tally_key(NEW), 0, 1);
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tally_changes VALUES (of_agent, 'adopted', flag || '/' || NEW.species_slug, 0, 1);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tally_changes VALUES (of_agent, 'adopted', flag || '/' || OLD.species_slug, 0, -1);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION tally_stone() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_agent uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.agent_id ELSE NEW.agent_id END;
  flag text := tally_flag_of(of_agent);
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO tally_changes VALUES (of_agent, 'stone', flag || '/' || tally_key(OLD), 0, -1),
      (of_agent, 'died', flag, OLD.died_at / 3600000 * 3600000, -1);
    IF OLD.is_public THEN
      UPDATE gravekeepers SET stones = stones - 1 WHERE agent_id = of_agent;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO tally_changes VALUES (of_agent, 'stone', flag || '/' || tally_key(NEW), 0, 1),
      (of_agent, 'died', flag, NEW.died_at / 3600000 * 3600000, 1);
    IF NEW.is_public THEN
      INSERT INTO gravekeepers AS known VALUES (of_agent, 1)
      ON CONFLICT (agent_id) DO UPDATE SET stones = known.stones + 1;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION tally_design() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  flag text;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    flag := tally_flag_of(OLD.agent_id);
    INSERT INTO tally_changes VALUES (OLD.agent_id, 'design', flag || '/' || OLD.family, 0, -1),
      (OLD.agent_id, 'designed', flag, OLD.created_at / 3600000 * 3600000, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    flag := tally_flag_of(NEW.agent_id);
    INSERT INTO tally_changes VALUES (NEW.agent_id, 'design', flag || '/' || NEW.family, 0, 1),
      (NEW.agent_id, 'designed', flag, NEW.created_at / 3600000 * 3600000, 1);
  END IF;
  RETURN NULL;
END $$;

-- Who has how many public gravestones: the leaderboard is this index.
CREATE TABLE gravekeepers (
  agent_id uuid PRIMARY KEY,
  stones integer NOT NULL
);
CREATE INDEX gravekeepers_most ON gravekeepers (stones DESC, agent_id) WHERE stones > 0;

CREATE TRIGGER tally AFTER INSERT OR UPDATE OF is_test, clock_moved, leaving_at ON agents
  FOR EACH ROW EXECUTE FUNCTION tally_agent();
CREATE TRIGGER tally AFTER INSERT OR DELETE ON creatures FOR EACH ROW EXECUTE FUNCTION tally_creature();
-- Care changes none of these, so it pays for one comparison.
CREATE TRIGGER tally_change AFTER UPDATE ON creatures FOR EACH ROW
  WHEN ((OLD.stage, OLD.path, OLD.hatched_at IS NULL, OLD.died_at IS NULL, OLD.released_at IS NULL)
    IS DISTINCT FROM (NEW.stage, NEW.path, NEW.hatched_at IS NULL, NEW.died_at IS NULL, NEW.released_at IS NULL))
  EXECUTE FUNCTION tally_creature();
CREATE TRIGGER tally AFTER INSERT OR DELETE OR UPDATE OF is_public, resurrected_at ON gravestones
  FOR EACH ROW EXECUTE FUNCTION tally_stone();
CREATE TRIGGER tally AFTER INSERT OR DELETE OR UPDATE OF agent_id ON species
  FOR EACH ROW EXECUTE FUNCTION tally_design();

-- What happened in each minute, and after a day in each hour, by the log; agent_id is nobody's for all but test accounts,
-- which leave the public counts when they move their clock.
CREATE TABLE log_counts (
  what text NOT NULL,
  at bigint NOT NULL, -- real time
  agent_id uuid NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (what, at, agent_id)
);

-- The minute in which an agent last did something. How many were last seen in each minute is in log_counts.
CREATE TABLE active_agents (
  agent_id uuid PRIMARY KEY,
  at bigint NOT NULL
) WITH (fillfactor = 80);

-- Who may be among the most consistent keepers, as the worker last looked at them.
CREATE TABLE rollup_keepers (
  agent_id uuid PRIMARY KEY,
  username text NOT NULL,
  rank_score double precision NOT NULL,
  scored integer NOT NULL,
  consistency double precision NOT NULL,
  alive integer NOT NULL,
  adults integer NOT NULL,
  valid_until bigint NOT NULL -- when time alone changes it
);
CREATE INDEX rollup_keepers_rank ON rollup_keepers (rank_score DESC, scored DESC, username);
CREATE INDEX rollup_keepers_due ON rollup_keepers (valid_until);
