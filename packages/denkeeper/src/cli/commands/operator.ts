// Moderation from a shell, under the operator's name.
import type { Command } from "commander";
import { Denkeeper } from "../../client.ts";
import type { Context } from "../context.ts";
import { CliError, EXIT } from "../failure.ts";
import { lines } from "../next-command.ts";
import { readSecret } from "../secret.ts";
import { listOf } from "../text.ts";

interface AuditOptions {
  readonly limit: number;
  readonly before?: string;
  readonly export?: true;
}

interface AuditPage {
  readonly entries: readonly Readonly<Record<"id" | "at" | "operator" | "act" | "subject" | "reason", string>>[];
  readonly next_before: string | null;
}

/** The calls of operators are not part of the client for agents. */
class OperatorClient extends Denkeeper {
  ask<Answer>(method: "GET" | "POST", path: string, input: object): Promise<Answer> {
    const fields = { pathFields: [], numberFields: [], queryFields: ["limit", "before"], hasBody: method === "POST" };
    const operation = { name: path, method, path: `/api/admin/${path}`, summary: "", needsKey: true, ...fields };
    return this.request(operation, input);
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

async function send(context: Context, name: "acts" | "outages", body: object): Promise<void> {
  const client = await operatorClient(context);
  context.print(await client.ask<{ readonly message: string }>("POST", name, body), ({ message }) => message);
}

interface Reason {
  readonly reason: string;
}

/** The command's own name is the act. */
export async function act(context: Context, subject: string, { reason }: Reason, command: Command): Promise<void> {
  await send(context, "acts", { act: command.name(), subject, reason });
}

export async function declareOutage(context: Context, from: string, until: string, { reason }: Reason): Promise<void> {
  await send(context, "outages", { from, until, reason });
}

export async function audit(context: Context, { limit, before, export: all }: AuditOptions): Promise<void> {
  const client = await operatorClient(context);
  if (all === true) {
    process.stdout.write(await client.ask<string>("GET", "audit?format=jsonl", {}));
    return;
  }
  context.print(await client.ask<AuditPage>("GET", "audit", { limit, before }), ({ entries, next_before: next }) =>
    lines([
      listOf(entries, { at: "at", operator: "operator", act: "act", subject: "subject", reason: "reason" }) ||
        "No entries.",
      next !== null && `Earlier entries:\n  denkeeper admin audit --before ${next}`,
    ]),
  );
}
