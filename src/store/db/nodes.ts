// The workers of a Citus cluster, each asked on its own by the rounds that read of all agents: while one is away, the agents
// of the others are looked after. On plain PostgreSQL there are none, and nothing here is used but one question at the start.
import { Database, type Db, type Transacting, type Tx } from "./db.ts";
import {
  NODE_TABLES,
  json,
  nullable,
  reworded,
  statement,
  type Kinds,
  type RowOf,
  type Statement,
  type ValuesOf,
} from "./statement.ts";

const NODE_CONNECTIONS = 2;

interface Placed {
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
  row: { nodes: nullable(json<readonly Placed[]>()) },
  // A text of its own: plain PostgreSQL does not know these tables.
  text: `SELECT CASE WHEN to_regclass('pg_catalog.pg_dist_node') IS NOT NULL
    THEN (xpath('//nodes/text()', query_to_xml('${PLACED.replaceAll("'", "''")}', false, true, '')))[1]::text::json
    END AS nodes`,
});

/** The workers that have rows of agents; none on plain PostgreSQL. */
export async function listNodes(db: Db): Promise<readonly Placed[]> {
  return (await db.query(LIST, {}))[0]?.nodes ?? [];
}

/**
 * What a round asks about the agents of one worker. It lists them there, from the shards as they were placed a moment ago;
 * everything else goes through the coordinator and names them. What it lists may be out of date, as without a lock.
 */
export class NodeDb implements Transacting {
  readonly name: string;
  readonly #coordinator: Transacting;
  readonly #node: Database;
  placed: Placed;

  constructor(coordinator: Transacting, placed: Placed, url: string, onLost: (error: Error) => void) {
    this.name = nodeName(placed);
    this.#coordinator = coordinator;
    this.placed = placed;
    const there = new URL(url);
    there.hostname = placed.host;
    there.port = String(placed.port);
    this.#node = new Database(there.href, NODE_CONNECTIONS, onLost);
  }

  query<Params extends Kinds, Row extends Kinds>(
    asked: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    const { byNode } = asked;
    if (byNode === undefined) return this.#coordinator.query(comparing(asked), values);
    const { shards } = this.placed;
    const all = (name: string) => shards[name]?.map((shard) => `SELECT * FROM ${shard}`).join(" UNION ALL ");
    const tables = byNode.map((name) => `${name} AS NOT MATERIALIZED (${all(name)})`);
    return this.#node.query(reworded(asked, "", `WITH ${tables.join(", ")} ${asked.text}`), values);
  }

  withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#coordinator.withTransaction((tx) =>
      work({ transaction: true, query: (asked, values) => tx.query(comparing(asked), values) }),
    );
  }

  close(): Promise<void> {
    return this.#node.close();
  }
}

export const nodeName = ({ host, port }: Placed): string => `${host}:${port}`;

function comparing<Params extends Kinds, Row extends Kinds>(asked: Statement<Params, Row>): Statement<Params, Row> {
  return asked.comparing === undefined ? asked : reworded(asked, `${asked.name} comparing`, asked.comparing);
}
