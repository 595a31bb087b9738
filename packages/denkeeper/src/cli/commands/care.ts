// The kinds of care.
import type { Command } from "commander";
import type { CareFullAnswer } from "../../generated/types.ts";
import { careAction } from "../actions.ts";
import { requireKey, type Context } from "../context.ts";
import { chosen, type CreatureOption } from "../creature-choice.ts";
import { EXIT } from "../failure.ts";
import { lines, nextLines, rememberHousehold } from "../next-command.ts";
import { bold, dim, paint } from "../style.ts";

interface CareOptions extends CreatureOption {
  readonly item?: string;
  readonly notes?: string;
  readonly dryRun?: boolean;
}

type Change = CareFullAnswer["action_result"]["changes"]["hunger"];

function changeText(name: string, { before, after }: Change): string | undefined {
  if (before === null || after === null || before === after) return undefined;
  const sign = after > before ? "+" : "";
  return `${name} ${before} → ${after} (${sign}${(after - before).toFixed(1)})`;
}

/** What care did, in a line or two. */
export function careText({ creature, action_result: result }: CareFullAnswer): string {
  const changes = Object.entries(result.changes).map(([name, change]) => changeText(name, change));
  const told = changes.filter((change) => change !== undefined).join(", ");
  const timing = result.timing === null ? "" : ` [${result.timing}]`;
  const mark = result.success ? paint("green", "✓") : paint("yellow", "✗");
  const head = `${mark} ${bold(`${result.action} ${creature.name}`)}${timing}: ${result.message}`;
  return [head, ...(told === "" ? [] : [`  ${told}`])].join("\n");
}

/** The command's own name is the action. */
export async function care(context: Context, options: CareOptions, command: Command): Promise<void> {
  requireKey(context);
  const action = careAction(command.name());
  const { item, notes, dryRun: dry_run } = options;
  const answer = await context.client.care({ action, item, notes, dry_run, ...(await chosen(context, options)) });
  // Without a choice the service takes the only one there is.
  if (options.creature === undefined) rememberHousehold([answer.creature]);
  if (!answer.action_result.success) process.exitCode = EXIT.refusedByCreature;
  context.print(answer, (shown) => {
    const { item_result: judged, tip } = shown.action_result;
    return lines([
      shown.dry_run === true && bold("Dry run: nothing was changed. This would happen:"),
      careText(shown),
      judged !== undefined && `  ${judged.item}: ${judged.category ?? "not judged"}. ${judged.message}`,
      ...(shown.milestones ?? []).map(({ message }) => paint("magenta", `  ★ ${message}`)),
      tip !== undefined && dim(`  ${tip}`),
      nextLines(shown.next_steps),
    ]);
  });
}
