-- On a cluster, the shards of a table cannot be moved to another worker while one of their tables is unlogged. Few agents
-- wait at a time, and a row is 60 bytes.

-- Up Migration
ALTER TABLE event_waiters SET LOGGED;

-- Down Migration
ALTER TABLE event_waiters SET UNLOGGED;
