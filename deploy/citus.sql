-- Distributes the tables as they are over the workers of a Citus cluster, by agent. Run it once on the coordinator, on a
-- migrated database, as the owner of the tables; new partitions of the log are distributed by themselves.
-- docs/scale.md says when, and which statements run where. test/citus.test.ts holds this file against the schema.

CREATE EXTENSION IF NOT EXISTS citus;

-- All rows of an agent lie on one worker, so that every statement of a call goes to one place and commits there.
SELECT create_distributed_table('agents', 'agent_id');
SELECT create_distributed_table('agent_keys', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('idempotency', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('idempotent_payments', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('creatures', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('discovered_items', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('care_log', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('log_heads', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('log_erasures', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('gravestones', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('hidden_notes', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('portraits', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('avatars', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('job_outbox', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('account_events', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('recovery_codes', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('sitter_keys', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('ended_keys', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('owner_links', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('sitter_care', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('events', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('passed_events', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('event_waiters', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('visits', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('call_trail', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('hooks', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('hook_deliveries', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('hook_watches', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('purchases', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('payment_events', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('disputes', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('ledger_transactions', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('ledger_entries', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('trial_runs', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('trial_visits', 'agent_id', colocate_with => 'agents');
SELECT create_distributed_table('trial_entries', 'agent_id', colocate_with => 'agents');

-- Saving a creature runs as a whole on the worker that has the agent, also in a transaction.
SELECT create_distributed_function(
  'save_creature_1(uuid, uuid, jsonb, integer, jsonb, jsonb, jsonb, jsonb, bigint, jsonb, jsonb, jsonb, bigint)',
  'of_agent', colocate_with => 'agents', force_delegation => true);

-- Not here, on the coordinator alone: species (few rows, read by slug, unique among all agents), payment_claims (a payment
-- pays once among all agents), the queue graphile_worker, what the worker rolls up (leases, heartbeats, rollup...), and
-- what is not an agent's (log_days, log_objects, log_replaced, outages, moderation_acts, admin_sessions, trial_seasons).
