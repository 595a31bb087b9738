// Moderation from a shell: the same acts as at /admin, under the operator's name.
import { Denkeeper } from "../../client.ts";
import type { Operation } from "../../generated/operations.ts";
import type { Context } from "../context.ts";
import { CliError, EXIT } from "../failure.ts";
import { readSecret } from "../secret.ts";
import { dim } from "../style.ts";
import { table } from "../text.ts";
import { dayAndTime } from "../time.ts";

export interface SeasonOptions {
  readonly days: number;
}

export interface AuditOptions {
  readonly limit: number;
  readonly before?: string;
  readonly export?: true;
}

interface Told {
  readonly message: string;
}

interface AuditPage {
  readonly entries: readonly {
    readonly id: string;
    readonly at: string;
    readonly operator: string;
    readonly act: string;
    readonly subject: string;
    readonly reason: string;
  }[];
  readonly next_before: string | null;
}

/** The calls of operators are not part of the client for agents. */
function operation(name: string, method: "GET" | "POST", path: string, queryFields: readonly string[] = []): Operation {
  const shape = { summary: "", needsKey: true, pathFields: [], numberFields: [] };
  return { ...shape, name, method, path: `/api/admin/${path}`, queryFields, hasBody: method === "POST" };
}

class OperatorClient extends Denkeeper {
  send(name: "acts" | "outages" | "seasons", body: object): Promise<Told> {
    return this.request(operation(name, "POST", name), body);
  }

  audit(query: object): Promise<AuditPage> {
    return this.request(operation("audit", "GET", "audit", ["limit", "before"]), query);
  }

  exportAudit(): Promise<string> {
    return this.request(operation("audit", "GET", "audit?format=jsonl"), {});
  }
}

/** The key comes from the environment or a prompt, so it is in no shell history. */
async function operatorClient({ url }: Context): Promise<OperatorClient> {
  const given = process.env["DENKEEPER_OPERATOR_KEY"] ?? "";
  const key = given === "" ? await readSecret("Operator key: ") : given;
  if (key === "")
    throw new CliError("An operator key is required", "Set DENKEEPER_OPERATOR_KEY to your key.", EXIT.noKey);
  return new OperatorClient({ url, key, userAgent: "denkeeper-cli" });
}

export async function moderate(context: Context, body: object): Promise<void> {
  context.print(await (await operatorClient(context)).send("acts", body), ({ message }) => message);
}

export async function declareOutage(context: Context, body: object): Promise<void> {
  context.print(await (await operatorClient(context)).send("outages", body), ({ message }) => message);
}

export async function season(context: Context, action: string, name: string, { days }: SeasonOptions): Promise<void> {
  const client = await operatorClient(context);
  context.print(await client.send("seasons", { action, name, days }), ({ message }) => message);
}

export async function audit(context: Context, { limit, before, export: all }: AuditOptions): Promise<void> {
  const client = await operatorClient(context);
  if (all === true) {
    process.stdout.write(await client.exportAudit());
    return;
  }
  context.print(await client.audit({ limit, before }), ({ entries, next_before: next }) =>
    [
      entries.length === 0
        ? "No entries."
        : table(
            entries.map(({ at, operator, act, subject, reason }) => [
              dayAndTime(at),
              operator,
              act,
              subject,
              dim(reason),
            ]),
          ),
      ...(next === null ? [] : [`Earlier entries:\n  denkeeper admin audit --before ${next}`]),
    ].join("\n"),
  );
}
