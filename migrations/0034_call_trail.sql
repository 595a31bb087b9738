-- The calls of an agent, as far as they explain a late or missed visit: refused ones, and when it came at all. Equal
-- calls of a minute (refused) or an hour (accepted) are one row. At most 200 rows of each kind per agent, for 14 days.

-- Up Migration
CREATE TABLE call_trail (
  agent_id uuid NOT NULL,
  period_at bigint NOT NULL, -- when the minute or hour began, by the time of the house
  operation text NOT NULL, -- such as GET /api/house/status
  code text NOT NULL, -- of the error, or why the creature refused; empty for an accepted call
  creature_id uuid NOT NULL, -- the nil UUID where no creature of the house was named
  by_sitter boolean NOT NULL,
  status smallint NOT NULL, -- of the response
  calls integer NOT NULL,
  first_at bigint NOT NULL, -- the time of the house
  last_at bigint NOT NULL,
  first_request_id text NOT NULL,
  last_request_id text NOT NULL,
  recorded_at bigint NOT NULL, -- real time of the last call
  PRIMARY KEY (agent_id, period_at, operation, code, creature_id, by_sitter)
);
CREATE INDEX call_trail_recorded_at ON call_trail (recorded_at);

-- Down Migration
DROP TABLE call_trail;
