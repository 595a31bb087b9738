-- Leaving takes effect after seven days, and a released creature can be taken back once within a day.

-- Up Migration
ALTER TABLE agents ADD COLUMN leaving_at bigint; -- when leaving was confirmed; null again when it is undone or done

-- Those who leave are out of sight until then. The older index stays for code from before.
CREATE INDEX agents_leaving ON agents (leaving_at) WHERE leaving_at IS NOT NULL;
CREATE INDEX agents_all_out_of_sight ON agents (agent_id)
  WHERE clock_moved OR hidden_at IS NOT NULL OR leaving_at IS NOT NULL;

ALTER TABLE creatures ADD COLUMN taken_back_at bigint; -- when its keeper took it back after a release

-- Down Migration
ALTER TABLE creatures DROP COLUMN taken_back_at;
DROP INDEX agents_all_out_of_sight;
DROP INDEX agents_leaving;
ALTER TABLE agents DROP COLUMN leaving_at;
