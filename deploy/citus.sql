-- Distributes the tables over the workers of a Citus cluster, by agent. Run it on the coordinator as a superuser, on a
-- migrated database, with the service stopped: psql -v ON_ERROR_STOP=1 -f deploy/citus.sql. Run it again after an upgrade:
-- it takes the tables that are new and leaves the others alone. docs/scale.md says when to use it and which statements run
-- where; test/citus/schema.test.ts holds this file against the schema, test/citus/ runs it on a cluster.
--
-- Before, on every node: the database, the service's role and CREATE EXTENSION citus; in postgresql.conf wal_level = logical,
-- max_prepared_transactions at least max_connections (Citus sets it to twice that where it is not set), max_worker_processes
-- 32 (8, the default, is too few to move shards as soon as several databases of the cluster use Citus), and jit = off, max_parallel_workers_per_gather = 0 and
-- lock_timeout = '5s', since what the service sets for its own connections does not reach the workers. Then on the
-- coordinator: citus_set_coordinator_host, and citus_add_node for each worker. Afterward DATABASE_URL of an API process may
-- name any node; DIRECT_DATABASE_URL of every process names the coordinator.

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

-- Triggers keep the ledger append-only and balanced. They look at the rows of one agent, so they work on its worker.
SET LOCAL citus.enable_unsafe_triggers = on;
-- More than a thousand shards in one transaction, over one connection to each worker.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

DO $$
DECLARE
  -- All rows of an agent lie on one worker, so that every statement of a call goes to one place and commits there.
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
  -- The shards of a table without a key cannot be moved. New days of the log get the same by make_care_log_day.
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

  -- The rest stays on the coordinator: species (few rows, unique among all agents), payment_claims (a payment pays once among
  -- all agents), what the worker rolls up, and what is not an agent's. Known to Citus, so that any node can be asked, and so
  -- that a transaction over them and a worker commits in two phases: otherwise a crash could leave a purchase credited
  -- without its claim. None is a reference table: writing one needs every worker.
  FOR given IN SELECT c.oid::regclass FROM pg_class c
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid)
  LOOP
    PERFORM citus_add_local_table_to_metadata(given);
    new_tables := new_tables || given;
  END LOOP;

  -- Rows that were there before have been copied to the workers and still lie here, unseen.
  PERFORM set_config('session_replication_role', 'replica', true); -- the ledger refuses to be emptied
  FOREACH given IN ARRAY new_tables LOOP
    CONTINUE WHEN given <> ALL (of_agents) OR given = 'agents';
    PERFORM truncate_local_data_after_distributing_table(given);
  END LOOP;
  IF 'agents' = ANY (new_tables) THEN PERFORM truncate_local_data_after_distributing_table('agents'); END IF;
  PERFORM set_config('session_replication_role', 'origin', true);

  RAISE NOTICE '% tables are new to the cluster', cardinality(new_tables);
END $$;

-- Saving a creature runs as a whole on the worker that has the agent, also in a transaction.
SELECT create_distributed_function(oid::regprocedure, 'of_agent', colocate_with => 'agents', force_delegation => true)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ '^save_creature_';

COMMIT;
