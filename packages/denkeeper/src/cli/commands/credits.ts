// Credits, and calling back the dead. A person pays, so the command prints the link and does not open it.
import type { Operation, OperationName } from "../../generated/operations.ts";
import { OPERATIONS } from "../../generated/operations.ts";
import type { NextStep } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import { CliError, EXIT } from "../failure.ts";
import { nextLines } from "../steps.ts";
import { bold, counted, table } from "../style.ts";

interface Checkout {
  readonly message: string;
  readonly checkout_url?: string;
  readonly next_steps: readonly NextStep[];
}

/** Services sell nothing unless their operator has set it up. */
function sellingOperation(): OperationName {
  const sells = ({ method, path }: Operation) => method === "POST" && path === "/api/house/credits";
  const found = Object.values<Operation>(OPERATIONS).find(sells);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: found among the operations
  if (found !== undefined) return found.name as OperationName;
  throw new CliError(
    "This service does not sell credits",
    "Run `denkeeper credits` to see your balance.",
    EXIT.refusedByService,
  );
}

export async function credits(context: Context, pack: string | undefined): Promise<void> {
  requireKey(context);
  if (pack !== undefined) {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: an answer of the service, as its contract describes it
    const checkout = (await context.client.call(sellingOperation(), { pack })) as Checkout;
    context.print(checkout, ({ message, checkout_url: url, next_steps }) =>
      [message, ...(url === undefined ? [] : [`  ${url}`]), nextLines(next_steps)].join("\n"),
    );
    return;
  }
  const answer = await context.client.readCredits();
  context.print(answer, ({ credits: balance, packs, next_steps }) =>
    [
      bold(counted(balance, "credit")),
      table(packs.map((each) => [`  ${each.credits} credits`, each.price, `denkeeper credits --buy ${each.id}`])),
      nextLines(next_steps),
    ].join("\n"),
  );
}

export async function resurrect(context: Context, creatureId: string): Promise<void> {
  requireKey(context);
  const answer = await context.client.resurrect({ creature_id: creatureId });
  context.print(
    answer,
    ({ message, credits_spent: spent, credits_remaining: left, next_steps }) =>
      `${message}\n${counted(spent, "credit")} spent, ${left} left.${nextLines(next_steps)}`,
  );
}
