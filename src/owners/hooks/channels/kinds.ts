// The table of channel kinds. To add one, add a folder here, a line in the table, its name in HOOK_KINDS and in the
// command line's list, and a migration for the CHECK of its column.
import { HOOK_KINDS, type HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import type { HooksConfig } from "../../../platform/config/config.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { discord } from "./discord/discord.ts";
import { email } from "./email/email.ts";
import { ntfy } from "./ntfy/ntfy.ts";
import { slack } from "./slack/slack.ts";
import { telegram } from "./telegram/telegram.ts";
import { webhook } from "./webhook/webhook.ts";

export const KINDS: Readonly<Record<HookKind, ChannelKind>> = { webhook, discord, slack, ntfy, telegram, email };

/** Lists the channel kinds to which this service can send. */
export function availableKinds(hooks: HooksConfig): readonly HookKind[] {
  return HOOK_KINDS.filter((kind) => KINDS[kind].isAvailable?.(hooks) !== false);
}
