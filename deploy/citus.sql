-- Distributes the tables over the workers of a Citus cluster by agent. Stop the service and migrate the database, then
-- run this on the coordinator as a superuser: psql -v ON_ERROR_STOP=1 -f deploy/citus.sql. Run it again after every
-- upgrade; it distributes only new tables. docs/scale.md says when to use Citus and where each statement runs.
-- test/citus/schema.test.ts compares this file with the schema, and the other tests in test/citus/ run it on a cluster.
--
-- First prepare every node: create the database and the service's role, and run CREATE EXTENSION citus. In postgresql.conf,
-- set wal_level = logical, max_prepared_transactions to at least max_connections (Citus defaults to twice that), and
-- max_worker_processes = 32 (the default of 8 is too low to move shards once several databases use Citus). Also set
-- jit = off, max_parallel_workers_per_gather = 0 and lock_timeout = '5s', because the service's connection settings do not
-- reach the workers. Then call citus_set_coordinator_host and, for each worker, citus_add_node on the coordinator.
-- Afterward, DATABASE_URL of an API process may name any node, but DIRECT_DATABASE_URL must always name the coordinator.

BEGIN;

CREATE EXTENSION IF NOT EXISTS citus;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) THEN
    RAISE EXCEPTION 'the coordinator does not know itself'
      USING HINT = 'Run SELECT citus_set_coordinator_host(<its address as workers see it>, <port>).';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_dist_node WHERE groupid <> 0 AND isactive AND noderole = 'primary') THEN
    RAISE EXCEPTION 'there is no worker: every shard would lie on the coordinator'
      USING HINT = 'Run SELECT citus_add_node(<address>, <port>) for each worker first.';
  END IF;
  IF EXISTS (SELECT FROM run_command_on_all_nodes('SHOW wal_level') WHERE result <> 'logical') THEN
    RAISE EXCEPTION 'wal_level is not logical on every node: no shard could be moved'
      USING HINT = 'Set wal_level = logical in postgresql.conf of every node and restart it.';
  END IF;
  IF EXISTS (SELECT FROM run_command_on_all_nodes(
      $sql$SELECT current_setting('max_prepared_transactions')::integer < current_setting('max_connections')::integer$sql$)
    WHERE result = 't') THEN
    RAISE EXCEPTION 'max_prepared_transactions is below max_connections on a node: writes on two nodes would fail under load'
      USING HINT = 'Set it to max_connections at least, in postgresql.conf of every node, and restart it.';
  END IF;
END $$;

-- Triggers keep the ledger append-only and balanced. They read only the rows of one agent, so they are safe on that agent's
-- worker.
SET LOCAL citus.enable_unsafe_triggers = on;
-- One transaction creates over a thousand shards, so each worker is reached over a single connection.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

DO $$
DECLARE
  -- All rows of an agent live on one worker, so every statement of a call runs and commits on one node.
  of_agents constant text[] := ARRAY[
    'agents',
    'agent_keys',
    'idempotency',
    'idempotent_payments',
    'creatures',
    'discovered_items',
    'care_log',
    'gravestones',
    'hidden_notes',
    'portraits',
    'avatars',
    'job_outbox',
    'account_events',
    'recovery_codes',
    'sitter_keys',
    'ended_keys',
    'replaced_keys',
    'owner_links',
    'ping_links',
    'sitter_care',
    'events',
    'passed_events',
    'event_waiters',
    'visits',
    'call_trail',
    'hooks',
    'hook_deliveries',
    'hook_watches',
    'pulses',
    'purchases',
    'payment_events',
    'disputes',
    'ledger_transactions',
    'ledger_entries'
  ];
  given text;
  new_tables text[] := '{}';
BEGIN
  -- Citus cannot move the shards of a table without a key unless the replica identity is full. make_care_log_day sets this for
  -- new days of the log.
  FOR given IN SELECT part.oid::regclass FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
    WHERE inhparent = 'care_log'::regclass AND relreplident <> 'f'
  LOOP
    EXECUTE format('ALTER TABLE %s REPLICA IDENTITY FULL', given);
  END LOOP;

  FOREACH given IN ARRAY of_agents LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = given::regclass);
    PERFORM create_distributed_table(given, 'agent_id', colocate_with => CASE given WHEN 'agents' THEN 'none' ELSE 'agents' END);
    new_tables := new_tables || given;
  END LOOP;

  -- The remaining tables stay on the coordinator: species and payment_claims, which are unique across agents, the worker's
  -- roll-ups, and tables without an agent. Citus must know them so that any node can query them, and so that a transaction
  -- spanning them and a worker uses two-phase commit. Without that, a crash could credit a purchase without its claim. None is a
  -- reference table, because a write to one needs every worker.
  FOR given IN SELECT c.oid::regclass FROM pg_class c
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid)
  LOOP
    PERFORM citus_add_local_table_to_metadata(given);
    new_tables := new_tables || given;
  END LOOP;

  -- Citus copied existing rows to the workers but left hidden originals on the coordinator.
  PERFORM set_config('session_replication_role', 'replica', true); -- disables the trigger that keeps the ledger append-only
  FOREACH given IN ARRAY new_tables LOOP
    CONTINUE WHEN given <> ALL (of_agents) OR given = 'agents';
    PERFORM truncate_local_data_after_distributing_table(given);
  END LOOP;
  IF 'agents' = ANY (new_tables) THEN PERFORM truncate_local_data_after_distributing_table('agents'); END IF;
  PERFORM set_config('session_replication_role', 'origin', true);

  RAISE NOTICE '% tables are new to the cluster', cardinality(new_tables);
END $$;

-- Runs the whole save of a creature on the worker that stores the agent, even inside a transaction.
SELECT create_distributed_function(oid::regprocedure, 'of_agent', colocate_with => 'agents', force_delegation => true)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ '^save_creature_';

COMMIT;
