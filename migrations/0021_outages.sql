-- When the service was away. Not agents' data: named exceptions to keys that start with agent_id. All instants here are by
-- the database's clock, the only one that goes on while no process runs.

-- Up Migration

-- Rows are added and never changed.
CREATE TABLE outages (
  version integer PRIMARY KEY, -- 1, 2, 3, without a gap
  from_at bigint NOT NULL,
  until_at bigint NOT NULL,
  found_by text NOT NULL, -- heartbeat, operator
  reason text,
  recorded_at bigint NOT NULL,
  CHECK (until_at > from_at)
);

CREATE UNIQUE INDEX outages_found ON outages (from_at) WHERE found_by = 'heartbeat';

-- One row, which every look at a life reads along. Whoever adds an outage locks it.
CREATE TABLE outage_watch (
  id integer PRIMARY KEY CHECK (id = 1),
  newest_beat bigint, -- the newest sign of life of any process that answers requests; null before the first ever
  version integer NOT NULL -- of the newest outage
);

INSERT INTO outage_watch VALUES (1, NULL, 0);

-- Down Migration
DROP TABLE outage_watch;
DROP TABLE outages;
