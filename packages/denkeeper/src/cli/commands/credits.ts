// Credits, and calling back the dead. A person pays, so the command prints the link and does not open it.
import type { BuyCreditsInput } from "../../generated/types.ts";
import { isStepTo } from "../../steps.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import { nextLines } from "../steps.ts";
import { bold, counted } from "../style.ts";
import { table } from "../text.ts";

export async function credits(context: Context, pack: BuyCreditsInput["pack"] | undefined): Promise<void> {
  requireKey(context);
  if (pack !== undefined) {
    const checkout = await context.client.buyCredits({ pack });
    context.print(checkout, ({ message, checkout_url: url, next_steps }) =>
      [message, ...(url === undefined ? [] : [`  ${url}`]), nextLines(next_steps)].join("\n"),
    );
    return;
  }
  const answer = await context.client.readCredits();
  context.print(answer, ({ credits: balance, packs, next_steps, mpp_enabled: mpp, x402_enabled: x402 }) =>
    [
      bold(counted(balance, "credit")),
      mpp || x402 || next_steps.some((step) => isStepTo(step, "buyCredits"))
        ? table(packs.map((each) => [`  ${each.credits} credits`, each.price, `denkeeper credits --buy ${each.id}`]))
        : "Credits are not sold here.",
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
