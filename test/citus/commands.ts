// Counts what Citus makes of each named statement: the commands that it sends to nodes, and those that it runs on the
// coordinator's own tables. Citus tells by notices, if the session asks for them.
import { Client } from "pg";
import type { SentStatement } from "../plans.ts";

/** Settings of a session in which Citus tells. */
export const TELLING =
  "-c client_min_messages=notice -c citus.log_remote_commands=on -c citus.log_local_commands=on -c jit=off";

/** Part of a transaction over several statements, not of a statement. */
const CONTROL = /^(BEGIN|COMMIT|ROLLBACK|PREPARE TRANSACTION|SAVEPOINT|RELEASE SAVEPOINT|SET )/;
const REMOTE = /^issuing (?<command>[^]*)/;
const LOCAL = /^executing the command locally: /;
const SERVER = /on server \S+@(?<server>\S+:\d+)/;
/** PostgreSQL plans a named statement with its values five times before it may settle on one plan for all values. */
const TIMES = 7;

/** What one execution of a statement came to. */
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
  /** Where it was sent, such as "GET /api/house/status". */
  readonly from: string;
  readonly execution: Execution;
}

/** The driver's own: the statement to which answers belong that arrive now. */
function activeOf(client: Client): object | undefined {
  const active: unknown = Reflect.get(client, "_activeQuery");
  return typeof active === "object" && active !== null ? active : undefined;
}

/** Records every named statement that this process sends, until it is stopped. `place` says from where. */
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
        // Answers come in the order of the statements; one that told nothing may have been passed over.
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
 * Sends a statement again and again as a session does that has prepared it. What it changes is undone; what it cannot do a
 * second time it has at least tried.
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
