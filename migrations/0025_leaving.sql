-- Agents that have left. Their row stays, so that the name is never free again and the ledger keeps its account.

-- Up Migration
ALTER TABLE agents ADD COLUMN left_at bigint;

-- Down Migration
ALTER TABLE agents DROP COLUMN left_at;
