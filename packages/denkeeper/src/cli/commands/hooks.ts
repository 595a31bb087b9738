// Hooks: messages about the creatures to the agent's human.
import { HOOK_EVENTS } from "@denkeeper/rules/foresight/hook-events.ts";
import type { Hook, HookEvent, HookKind, HookMessage } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import { chosen } from "../creature-choice.ts";
import { CliError } from "../failure.ts";
import { bold, dim } from "../style.ts";
import { table } from "../text.ts";
import { dayAndTime } from "../time.ts";

export interface HooksOptions {
  readonly add?: string;
  readonly kind?: HookKind;
  readonly events?: string;
  readonly creature?: string;
  readonly token?: string;
  readonly confirm?: string;
  readonly code?: string;
  readonly messages?: string;
  readonly remove?: string;
}

export async function hooks(context: Context, options: HooksOptions): Promise<void> {
  requireKey(context);
  const { client } = context;
  const { add, confirm, code, messages: hookId, remove } = options;
  if (add !== undefined) return addHook(context, add, options);
  if (confirm !== undefined) {
    if (code === undefined) throw new CliError("--code is required", "Ask your human for the code of six letters.");
    return context.print(await client.confirmHook({ hook_id: confirm, code }), ({ message }) => message);
  }
  if (remove !== undefined)
    return context.print(await client.removeHook({ hook_id: remove }), ({ message }) => message);
  context.print(await client.listHooks({ hook_id: hookId }), ({ hooks: all, messages }) =>
    all.length === 0
      ? "You have no hooks. Add one:\n  denkeeper hooks --add <url> --kind ntfy"
      : table(messages === undefined ? all.map(hookCells) : messages.map(messageCells)),
  );
}

function hookEvent(text: string): HookEvent {
  const found = HOOK_EVENTS.find((event) => event === text.trim() || event === `creature.${text.trim()}`);
  if (found !== undefined) return found;
  const names = HOOK_EVENTS.map((event) => event.replace("creature.", "")).join(",");
  throw new CliError(`"${text}" is not an event of hooks`, `Use any of ${names}.`);
}

async function addHook(context: Context, url: string, options: HooksOptions): Promise<void> {
  const { kind, events, creature, token } = options;
  if (kind === undefined)
    throw new CliError("--kind is required", `For example:\n  denkeeper hooks --add ${url} --kind ntfy`);
  const about = creature === undefined ? {} : await chosen(context, { creature });
  const answer = await context.client.addHook({
    kind,
    url,
    events: events?.split(",").map(hookEvent),
    token,
    ...about,
  });
  context.print(answer, ({ hook, secret, message }) =>
    [
      message,
      ...(secret === undefined ? [] : [`Its secret, shown only once: ${bold(secret)}`]),
      `To confirm:\n  denkeeper hooks --confirm ${hook.hook_id} --code <code>`,
    ].join("\n"),
  );
}

function hookCells({ hook_id, kind, url, events, state, off_reason: reason }: Hook): readonly string[] {
  const names = events.map((event) => event.replace("creature.", "")).join(", ");
  return [kind, url, reason === undefined ? state : `${state} (${reason})`, names, dim(hook_id)];
}

function messageCells({ event, at, state, attempts, error }: HookMessage): readonly string[] {
  return [dayAndTime(at), event, state, `attempts: ${attempts}`, error ?? ""];
}
