-- Channels of the owner: hooks that were added on the owner's page, beside those of the agent. A removed hook stays, turned off
-- for the reason 'removed', until its last message is sent.

-- Up Migration
ALTER TABLE hooks ADD COLUMN added_by text NOT NULL DEFAULT 'agent'; -- agent, owner

-- Down Migration
ALTER TABLE hooks DROP COLUMN added_by;
