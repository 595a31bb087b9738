// Counts the commands that Citus creates for each named statement, both on other nodes and on the coordinator's own tables. Citus
// reports them in notices if the session enables them.
import { Client } from "pg";
import type { SentStatement } from "../plans.ts";

/** Session settings that make Citus report its commands. */
export const TELLING =
  "-c client_min_messages=notice -c citus.log_remote_commands=on -c citus.log_local_commands=on -c jit=off";

/** Commands that belong to a transaction rather than to a statement. */
const CONTROL = /^(BEGIN|COMMIT|ROLLBACK|PREPARE TRANSACTION|SAVEPOINT|RELEASE SAVEPOINT|SET )/;
const REMOTE = /^issuing (?<command>[^]*)/;
const LOCAL = /^executing the command locally: /;
const SERVER = /on server \S+@(?<server>\S+:\d+)/;
/** PostgreSQL plans a named statement five times with its values before it may switch to a generic plan. */
const TIMES = 7;

/** Commands that one execution of a statement caused. */
export class Execution {
  /** Commands on all nodes. */
  commands = 0;
  /** Commands on nodes other than the connected one. */
  remote = 0;
  readonly nodes = new Set<string>();

  note(message: string, detail: string): void {
    if (LOCAL.test(message)) this.#add("the node that was asked");
    const command = REMOTE.exec(message)?.groups?.["command"];
    if (command === undefined || CONTROL.test(command)) return;
    this.remote++;
    this.#add(SERVER.exec(detail)?.groups?.["server"] ?? detail);
  }

  #add(node: string): void {
    this.commands++;
    this.nodes.add(node);
  }
}

export interface Recorded extends SentStatement {
  /** The request that sent the statement, such as "GET /api/house/status". */
  readonly from: string;
  readonly execution: Execution;
}

/** Returns the query that the driver is currently receiving results for. */
function activeOf(client: Client): object | undefined {
  const active: unknown = Reflect.get(client, "_activeQuery");
  return typeof active === "object" && active !== null ? active : undefined;
}

/** Records every named statement that this process sends, until stopped. `place` returns the current request. */
export function recordCommands(place: () => string): { readonly all: readonly Recorded[]; stop(): void } {
  const all: Recorded[] = [];
  const listening = new WeakSet<Client>();
  const ofQuery = new WeakMap<object, Execution>();
  const waiting = new Map<Client, Recorded[]>();
  // oxlint-disable-next-line typescript/unbound-method
  const original = Client.prototype.query;
  const listen = (client: Client): void => {
    listening.add(client);
    client.on("notice", ({ message, detail }) => {
      const active = activeOf(client);
      if (active === undefined) return;
      let execution = ofQuery.get(active);
      if (execution === undefined) {
        // Results arrive in the order of the statements, but a statement without notices must be skipped.
        const queue = waiting.get(client) ?? [];
        const at = queue.findIndex(({ name }) => name === Reflect.get(active, "name"));
        execution = at === -1 ? new Execution() : queue.splice(0, at + 1).at(-1)?.execution;
        if (execution === undefined) return;
        ofQuery.set(active, execution);
      }
      execution.note(String(message), String(detail));
    });
  };
  const recording = function (this: Client, ...args: unknown[]): unknown {
    const [config] = args;
    if (typeof config === "object" && config !== null && "name" in config && "text" in config && "values" in config) {
      const { name, text, values } = config as SentStatement;
      if (!listening.has(this)) listen(this);
      const recorded = { name, text, values, from: place(), execution: new Execution() };
      if (name !== "") {
        all.push(recorded);
        waiting.set(this, [...(waiting.get(this) ?? []), recorded]);
      }
    }
    return Reflect.apply(original, this, args);
  };
  Client.prototype.query = recording as typeof original;
  return {
    all,
    stop() {
      Client.prototype.query = original;
    },
  };
}

/**
 * Executes a statement repeatedly, like a session that has prepared it. Every execution is rolled back. A failed execution also
 * shows its commands.
 */
export async function executions(client: Client, { name, text, values }: SentStatement): Promise<readonly Execution[]> {
  const all: Execution[] = [];
  for (let time = 0; time < TIMES; time++) {
    const execution = new Execution();
    const note = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }): void =>
      execution.note(String(message), String(detail));
    await client.query("BEGIN");
    client.on("notice", note);
    await client.query({ name, text, values: [...values] }).catch(() => {});
    client.off("notice", note);
    await client.query("ROLLBACK");
    all.push(execution);
  }
  return all;
}
