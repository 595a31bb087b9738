// The workers of a Citus cluster, each asked on its own by what reads or writes of all agents: while one is away, the agents
// of the others are looked after. On plain PostgreSQL there are none, and nothing here is used but one question at the start.
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
  /** The names of its shards, by table. */
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

/** What PostgreSQL gives as JSON in a column for a text of its own: plain PostgreSQL does not know the tables of Citus. */
function answerTo(column: string, asked: string): string {
  return `(xpath('//${column}/text()', query_to_xml(${asked}, false, true, '')))[1]::text::json`;
}

/** The workers that have rows of agents; none on plain PostgreSQL. */
export async function listNodes(db: Db): Promise<readonly ShardPlacement[]> {
  return (await db.query(LIST, {}))[0]?.nodes ?? [];
}

/** Sends statements as they compare with the agents that they name, so that Citus asks only the workers of those. */
class ComparingDb implements TransactionalDb {
  readonly #database: TransactionalDb;

  constructor(database: TransactionalDb) {
    this.#database = database;
  }

  query<Params extends SqlTypes, Row extends SqlTypes>(
    asked: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    return this.#database.query(comparing(asked), values);
  }

  withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#database.withTransaction((tx) =>
      work({ transaction: true, query: (asked, values) => tx.query(comparing(asked), values) }),
    );
  }
}

/**
 * Saves what was noted of many agents. While a worker of a cluster is away, what is of each worker is saved on its own. Gives
 * what could not be saved.
 */
export async function saveForAgents<Noted>(
  database: TransactionalDb,
  noted: readonly Noted[],
  agentOf: (one: Noted) => string,
  save: (database: TransactionalDb, noted: readonly Noted[]) => Promise<void>,
): Promise<readonly Noted[]> {
  try {
    await save(database, noted);
    return [];
  } catch (thrown) {
    if (!isOfAnotherNode(thrown)) throw thrown;
    const unsaved = Map.groupBy(noted, agentOf);
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
 * What a round asks about the agents of one worker. It lists them there, from the shards as they were placed a moment ago;
 * everything else goes through the coordinator and names them. What it lists may be out of date, as without a lock.
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
    asked: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    const { byNode } = asked;
    if (byNode === undefined) return super.query(asked, values);
    const { shards } = this.placed;
    const all = (name: string) => shards[name]?.map((shard) => `SELECT * FROM ${shard}`).join(" UNION ALL ");
    const tables = byNode.map((name) => `${name} AS NOT MATERIALIZED (${all(name)})`);
    return this.#node.query(reworded(asked, "", `WITH ${tables.join(", ")} ${asked.text}`), values);
  }

  close(): Promise<void> {
    return this.#node.close();
  }
}

export const nodeName = ({ host, port }: ShardPlacement): string => `${host}:${port}`;

function comparing<Params extends SqlTypes, Row extends SqlTypes>(
  asked: Statement<Params, Row>,
): Statement<Params, Row> {
  return asked.comparing === undefined ? asked : reworded(asked, `${asked.name} comparing`, asked.comparing);
}
