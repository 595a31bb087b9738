// Runs the rounds that find agents with due work: the sweep, watches, jobs, and hooks. Plain PostgreSQL needs one loop for each.
// In a cluster, each node has its own loops, so that an unreachable node does not delay the others.
import type { Config } from "./platform/config/config.ts";
import { Loop } from "./platform/loop.ts";
import type { TransactionalDb } from "./platform/database/db.ts";
import { NodeDb, listNodes, nodeName } from "./platform/database/nodes.ts";
import { ThrottledDb } from "./platform/database/throttled-db.ts";
import { HookSender, type SenderContext } from "./owners/hooks/sender/sender.ts";
import { moveJobs } from "./platform/jobs/move-jobs.ts";
import { Sweeper } from "./model/life/sweep.ts";
import { Watcher } from "./owners/silence/watch.ts";

const EVERY_MS = 1_000;
/** Interval while the service is quiet (QUIET-1). The sweep may be late, because each event is recorded with its own time. */
const SWEEP_QUIETLY_MS = 2_000;
const QUIETLY_MS = 5_000;
/** Limits how long shards that moved to another node are still read at their old one. */
const NODES_EVERY_MS = 5_000;
/** The sweeper pauses three times as long as each statement takes, but at most a second. It rarely uses over a quarter of a core. */
const SWEEPER_PAUSE_FACTOR = 3;

type RoundsContext = Omit<SenderContext, "hooks" | "baseUrl" | "transport"> & { readonly config: Config };

interface RunningNode {
  readonly node: NodeDb | undefined;
  stop(): Promise<void>;
}

export class Rounds {
  readonly #context: RoundsContext;
  readonly #sender: HookSender | undefined;
  readonly #running = new Map<string, RunningNode>();
  #nodes: Loop | undefined;

  private constructor(context: RoundsContext) {
    this.#context = context;
    const { hooks, baseUrl } = context.config;
    this.#sender = hooks && new HookSender({ ...context, hooks, baseUrl });
  }

  static async start(context: RoundsContext): Promise<Rounds> {
    const rounds = new Rounds(context);
    const workers = await listNodes(context.database);
    if (workers.length === 0) rounds.#running.set("", rounds.#begin(undefined));
    else {
      const nodes = { name: "nodes", everyMs: NODES_EVERY_MS, run: () => rounds.#updateNodes() } as const;
      rounds.#nodes = new Loop(nodes, context.log, context.metrics);
    }
    return rounds;
  }

  async stop(): Promise<void> {
    await this.#nodes?.stop();
    await Promise.all([...this.#running.values()].map((node) => node.stop()));
    await this.#sender?.stop();
  }

  async #updateNodes(): Promise<void> {
    const { config, database, log } = this.#context;
    const placed = new Map((await listNodes(database)).map((node) => [nodeName(node), node]));
    for (const [name, node] of placed) {
      const known = this.#running.get(name)?.node;
      if (known !== undefined) known.placed = node;
      else {
        const onLost = (error: Error) => log.warn({ err: error, node: name }, "a connection to a node was lost");
        this.#running.set(name, this.#begin(new NodeDb(database, node, config.directDatabaseUrl, onLost)));
      }
    }
    for (const [name, running] of this.#running) {
      if (placed.has(name)) continue;
      this.#running.delete(name);
      await running.stop();
    }
  }

  /** Starts the loops of one node, or of all agents. */
  #begin(node: NodeDb | undefined): RunningNode {
    const { database, clock, log, metrics } = this.#context;
    const db: TransactionalDb = node ?? database;
    const isNode = node !== undefined;
    const sweeping = new ThrottledDb(db, SWEEPER_PAUSE_FACTOR);
    const sweeper = new Sweeper(sweeping, clock, log, isNode);
    const watcher = new Watcher(db, clock, log);
    const sender = this.#sender;
    const sweep = async (): Promise<boolean> => {
      metrics.swept({ ...(await sweeper.sweep()) });
      return sweeper.hasBacklog;
    };
    const loop = (name: string, run: () => Promise<boolean>, quietMs = QUIETLY_MS): Loop => {
      const counted = isNode ? `${name} of ${node.name}` : name;
      return new Loop({ name: counted, everyMs: EVERY_MS, quietMs, run }, log, metrics);
    };
    const loops = [
      loop("sweep", sweep, SWEEP_QUIETLY_MS),
      loop("watch", () => watcher.watch()),
      loop("jobs", () => moveJobs(db)),
      ...(sender === undefined ? [] : [loop("hooks", () => sender.round(db))]),
    ];
    return {
      node,
      async stop() {
        sweeping.close();
        await Promise.all(loops.map((running) => running.stop()));
        await node?.close();
      },
    };
  }
}
