// Lists the worker nodes of a Citus cluster. Code that reads or writes all agents queries each node separately, so that a lost
// node does not affect the agents of other nodes. Plain PostgreSQL has no nodes.
import { isOfAnotherNode } from "./database-errors.ts";
import { Database, type Db, type TransactionalDb, type Tx } from "./db.ts";
import {
  NODE_TABLES,
  array,
  json,
  nullable,
  reworded,
  statement,
  type SqlTypes,
  type RowOf,
  type Statement,
  type ValuesOf,
  uuid,
} from "./statement.ts";

const NODE_CONNECTIONS = 2;

interface ShardPlacement {
  readonly host: string;
  readonly port: number;
  /** The names of the node's shards, by table. */
  readonly shards: Readonly<Record<string, readonly string[]>>;
}

const PLACED = `SELECT json_agg(node) AS nodes FROM (
    SELECT host, port, json_object_agg(name, shards) AS shards FROM (
      SELECT nodename AS host, nodeport AS port, logicalrelid::text AS name,
        json_agg(shard_name(logicalrelid, shardid) ORDER BY shardid) AS shards
      FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
      WHERE logicalrelid::text IN (${NODE_TABLES.map((name) => `'${name}'`).join(", ")}) AND shardminvalue IS NOT NULL
        AND noderole = 'primary'
      GROUP BY 1, 2, 3) tables
    GROUP BY 1, 2) node`;

const LIST = statement({
  name: "list-nodes",
  params: {},
  row: { nodes: nullable(json<readonly ShardPlacement[]>()) },
  text: `SELECT CASE WHEN to_regclass('pg_catalog.pg_dist_node') IS NOT NULL
    THEN ${answerTo("nodes", `'${PLACED.replaceAll("'", "''")}'`)} END AS nodes`,
});

const LIST_TOGETHER = statement({
  name: "list-agents-by-node",
  params: { agentIds: array(uuid) },
  row: { groups: nullable(json<readonly (readonly string[])[]>()) },
  text: `SELECT ${answerTo(
    "groups",
    `format('SELECT json_agg(ids) AS groups FROM (SELECT json_agg(agent_id) AS ids FROM unnest(%L::uuid[]) AS agent_id
      JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column(''agents'', agent_id)
      GROUP BY groupid) AS node', $agentIds::uuid[])`,
  )} AS groups`,
});

/** Wraps a query as text for query_to_xml, because a direct query of Citus tables would not parse on plain PostgreSQL. */
function answerTo(column: string, query: string): string {
  return `(xpath('//${column}/text()', query_to_xml(${query}, false, true, '')))[1]::text::json`;
}

/** Lists the nodes that store rows of agents. Returns none on plain PostgreSQL. */
export async function listNodes(db: Db): Promise<readonly ShardPlacement[]> {
  return (await db.query(LIST, {}))[0]?.nodes ?? [];
}

/** Sends statements with their agents as constants, so that Citus queries only the nodes of those agents. */
class ComparingDb implements TransactionalDb {
  readonly #database: TransactionalDb;

  constructor(database: TransactionalDb) {
    this.#database = database;
  }

  query<Params extends SqlTypes, Row extends SqlTypes>(
    original: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    return this.#database.query(comparing(original), values);
  }

  withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#database.withTransaction((tx) =>
      work({ transaction: true, query: (original, values) => tx.query(comparing(original), values) }),
    );
  }
}

/**
 * Saves entries of many agents. If a node of a cluster is lost, saves the entries of each node separately. Returns the entries
 * that could not be saved.
 */
export async function saveForAgents<Entry>(
  database: TransactionalDb,
  entries: readonly Entry[],
  agentOf: (entry: Entry) => string,
  save: (database: TransactionalDb, entries: readonly Entry[]) => Promise<void>,
): Promise<readonly Entry[]> {
  try {
    await save(database, entries);
    return [];
  } catch (thrown) {
    if (!isOfAnotherNode(thrown)) throw thrown;
    const unsaved = Map.groupBy(entries, agentOf);
    const [found] = await database.query(LIST_TOGETHER, { agentIds: [...unsaved.keys()] });
    const apart = (found?.groups ?? []).map(async (ids) => {
      const part = ids.flatMap((id) => unsaved.get(id) ?? []);
      await save(new ComparingDb(database), part);
      for (const id of ids) unsaved.delete(id);
    });
    const saved = await Promise.allSettled(apart);
    if (saved.every(({ status }) => status === "rejected")) throw thrown;
    return [...unsaved.values()].flat();
  }
}

/**
 * A database for rounds over the agents of one node. Lists of agents come directly from that node's shards and may be slightly
 * out of date. All other statements name their agents and go through the coordinator.
 */
export class NodeDb extends ComparingDb {
  readonly name: string;
  readonly #node: Database;
  placed: ShardPlacement;

  constructor(coordinator: TransactionalDb, placed: ShardPlacement, url: string, onLost: (error: Error) => void) {
    super(coordinator);
    this.name = nodeName(placed);
    this.placed = placed;
    const there = new URL(url);
    there.hostname = placed.host;
    there.port = String(placed.port);
    this.#node = new Database(there.href, NODE_CONNECTIONS, onLost);
  }

  override query<Params extends SqlTypes, Row extends SqlTypes>(
    original: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    const { byNode } = original;
    if (byNode === undefined) return super.query(original, values);
    const { shards } = this.placed;
    const all = (name: string) => shards[name]?.map((shard) => `SELECT * FROM ${shard}`).join(" UNION ALL ");
    const tables = byNode.map((name) => `${name} AS NOT MATERIALIZED (${all(name)})`);
    return this.#node.query(reworded(original, "", `WITH ${tables.join(", ")} ${original.text}`), values);
  }

  close(): Promise<void> {
    return this.#node.close();
  }
}

export const nodeName = ({ host, port }: ShardPlacement): string => `${host}:${port}`;

function comparing<Params extends SqlTypes, Row extends SqlTypes>(
  original: Statement<Params, Row>,
): Statement<Params, Row> {
  return original.comparing === undefined
    ? original
    : reworded(original, `${original.name} comparing`, original.comparing);
}
