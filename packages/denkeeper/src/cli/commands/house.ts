// Commands of a house that do more than ask for one operation: they choose between several, find a creature or a text for a
// call, or ask for a confirmation first.
import { HOOK_EVENTS } from "@denkeeper/rules/foresight/hook-events.ts";
import { OPERATIONS, type Operation, type OperationName } from "../../generated/operations.ts";
import type * as types from "../../generated/types.ts";
import { careAction } from "../actions.ts";
import { ask, show } from "../answers.ts";
import { clientFor, requireKey, type Context } from "../context.ts";
import { chosen, noteCreatures, released, type CreatureOption } from "../creature-choice.ts";
import { CliError } from "../failure.ts";
import type { Fields } from "../json.ts";
import { lines, nextLines, quoted, rememberHousehold } from "../next-command.ts";
import { plain, plainAnswer } from "../plain.ts";
import { NEAREST, rescueWords, rescuedFrom, type Rescued } from "../rescue.ts";
import { bold, counted, dim } from "../style.ts";
import { slugOf, table } from "../text.ts";
import { localTime } from "../time.ts";

interface AdoptOptions {
  readonly species?: string;
  readonly family?: types.AdoptInput["family"];
  readonly look?: string;
  /** The file, or true for the usual one. */
  readonly rescue?: string | true;
  readonly yes?: boolean;
}

export async function adopt(context: Context, given: string | undefined, options: AdoptOptions): Promise<void> {
  const { species: wanted, family, look, rescue } = options;
  const found = rescue === undefined ? undefined : rescuedFrom(rescue === true ? undefined : rescue);
  const name = given ?? found?.name;
  if (name === undefined) throw new CliError("A name is missing", "For example:\n  denkeeper adopt Pip");
  if (found !== undefined) confirmRescue(found, options);
  requireKey(context);
  const isChosen = wanted !== undefined || family !== undefined;
  const nearest = isChosen || found?.kind === undefined ? undefined : NEAREST[found.kind];
  const species_slug = wanted === undefined ? nearest : slugOf(wanted);
  const answer = await context.client.adopt({ name, species_slug, family, image_prompt: look });
  // Only the first is known to be alone with its name.
  if (answer.milestones?.some(({ type }) => type === "first_adoption")) rememberHousehold([answer.creature]);
  context.print(answer, ({ creature, message, milestones = [], next_steps }) =>
    lines([
      found !== undefined && nearest !== undefined && rescueWords(found),
      `${bold(creature.name)}, ${creature.species} egg (${creature.tier}). ${message}`,
      dim(`It eats every ${counted(creature.feeding_window_hours, "hour")}. ${creature.personality}`),
      ...milestones.map((milestone) => `★ ${milestone.message}`),
      nextLines(next_steps),
    ]),
  );
}

/** Nothing is sent before its keeper has seen what was found. */
function confirmRescue(found: Rescued, { species: wanted, family, rescue, yes }: AdoptOptions): void {
  const words = rescueWords(found);
  const again = `denkeeper adopt --rescue${typeof rescue === "string" ? ` ${quoted(rescue)}` : ""}`;
  if (found.kind === undefined && wanted === undefined && family === undefined) {
    throw new CliError(
      `${words} What is it here?`,
      `Choose one of denkeeper species:\n  ${again} --species <slug> --yes`,
    );
  }
  if (yes === true) return;
  const chosenOne = wanted === undefined ? "" : ` --species ${quoted(wanted)}`;
  const ofFamily = family === undefined ? "" : ` --family ${family}`;
  throw new CliError(
    `${words} Adopt ${found.name}?`,
    `Only its name and kind are sent. To confirm:\n  ${again}${chosenOne}${ofFamily} --yes`,
  );
}

export async function home(context: Context): Promise<void> {
  requireKey(context);
  const answer = await context.client.home();
  noteCreatures(context, answer.creatures);
  show(context, "home", answer);
}

export async function release(context: Context, creature: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  requireKey(context);
  const target = await chosen(context, { creature });
  if (yes !== true) {
    throw new CliError(
      `Release ${creature}? You can take it back once, within 24 hours`,
      `To confirm:\n  denkeeper release ${target.creature_id ?? creature} --yes`,
    );
  }
  show(context, "release", await context.client.release(target));
}

export async function takeBack(context: Context, creature: string): Promise<void> {
  requireKey(context);
  show(context, "takeBack", await context.client.takeBack({ creature_id: await released(context, creature) }));
}

interface BoardOptions {
  readonly hours?: number;
  readonly end?: boolean;
}

export async function board(context: Context, creature: string, { hours, end }: BoardOptions): Promise<void> {
  requireKey(context);
  if ((hours === undefined) === (end !== true)) {
    throw new CliError(
      "Say for how many hours, or end its boarding",
      `For example:\n  denkeeper board ${creature} --hours 24\n  denkeeper board ${creature} --end`,
    );
  }
  const target = await chosen(context, { creature });
  if (hours === undefined) show(context, "endBoarding", await context.client.endBoarding(target));
  else show(context, "board", await context.client.board({ ...target, hours }));
}

export async function clock(context: Context, hours: number | undefined): Promise<void> {
  if (hours === undefined) await ask(context, "readClock", {});
  else await ask(context, "moveClock", { advance_hours: hours });
}

/** A person pays, so the link is printed and not opened. */
export async function credits(context: Context, { buy }: { readonly buy?: string }): Promise<void> {
  if (buy === undefined) await ask(context, "readCredits", {});
  else await ask(context, "buyCredits", { pack: buy });
}

interface SittersOptions extends CreatureOption {
  readonly add?: string;
  readonly hours?: number;
  readonly actions?: string;
  readonly revoke?: string;
}

export async function sitters(context: Context, options: SittersOptions): Promise<void> {
  const { add, hours, actions, revoke } = options;
  if (revoke !== undefined) return ask(context, "revokeSitter", { sitter_id: revoke });
  if (add === undefined) return ask(context, "listSitters", {});
  requireKey(context);
  if (hours === undefined)
    throw new CliError("--hours is required", `For example:\n  denkeeper sitters --add ${add} --hours 12`);
  const { creature_id: id } = await chosen(context, options);
  const answer = await context.client.addSitter({
    sitter_name: add,
    hours,
    creature_ids: id === undefined ? undefined : [id],
    actions: actions?.split(",").map(careAction),
  });
  show(context, "addSitter", answer);
}

interface HooksOptions extends CreatureOption {
  readonly add?: string;
  readonly kind?: types.HookKind;
  readonly events?: string;
  readonly token?: string;
  readonly every?: number;
  readonly confirm?: string;
  readonly code?: string;
  readonly messages?: string;
  readonly remove?: string;
}

export async function hooks(context: Context, options: HooksOptions): Promise<void> {
  const { add, kind, events: wanted, token, every: every_minutes, confirm, code, messages, remove } = options;
  if (confirm !== undefined && code === undefined)
    throw new CliError("--code is required", "Ask your human for the code of six letters.");
  if (confirm !== undefined) return ask(context, "confirmHook", { hook_id: confirm, code });
  if (remove !== undefined) return ask(context, "removeHook", { hook_id: remove });
  if (add === undefined) return ask(context, "listHooks", { hook_id: messages });
  requireKey(context);
  if (kind === undefined)
    throw new CliError("--kind is required", `For example:\n  denkeeper hooks --add ${add} --kind ntfy`);
  const about = { kind, url: add, events: wanted?.split(",").map(hookEvent), token, every_minutes };
  show(context, "addHook", await context.client.addHook({ ...about, ...(await chosen(context, options)) }));
}

function hookEvent(text: string): types.HookEvent {
  const found = HOOK_EVENTS.find((event) => event === text.trim() || event.endsWith(`.${text.trim()}`));
  if (found !== undefined) return found;
  const names = HOOK_EVENTS.map((event) => event.split(".")[1]).join(",");
  throw new CliError(`"${text}" is not an event of hooks`, `Use any of ${names}.`);
}

interface Paged {
  readonly page?: number;
  readonly perPage?: number;
}

/** With a key the service shows the caller's own graves, also where another agent's are asked for. */
export async function graveyard(context: Context, options: Paged & { readonly agent?: string }): Promise<void> {
  const isOwn = options.agent === undefined || options.agent === context.profile?.username;
  await ask(isOwn ? context : { ...context, client: clientFor(context.url, undefined) }, "graveyard", { ...options });
}

export async function species(context: Context, slug: string | undefined, options: Fields): Promise<void> {
  if (slug === undefined) await ask(context, "listSpecies", options);
  else await ask(context, "speciesProfile", { slug: slugOf(slug) });
}

interface EventsOptions {
  readonly since?: string;
  readonly wait?: number;
  readonly follow?: boolean;
}

/** The service answers a wait within this. */
const LONGEST_WAIT_MS = 45_000;

/** With `follow` a line for each event, until it is stopped. */
export async function events(context: Context, { since, wait, follow }: EventsOptions): Promise<void> {
  requireKey(context);
  const after = (from: string | undefined, seconds: number | undefined) =>
    context.client.events({ since: from, wait: seconds }, { timeoutMs: LONGEST_WAIT_MS });
  if (follow !== true) return show(context, "events", await after(since, wait));
  for (let cursor = since; ;) {
    const answer = await after(cursor, cursor === undefined ? 0 : 30);
    for (const event of answer.events) {
      const text = context.json ? JSON.stringify(event) : `${localTime(event.at)}  ${plain(event.message)}`;
      process.stdout.write(`${text}\n`);
    }
    ({ cursor } = answer);
  }
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

function fieldIn({ name, numberFields }: Operation, pair: string): readonly [string, unknown] {
  const [field = "", ...rest] = pair.split("=");
  const value = rest.join("=");
  if (rest.length === 0)
    throw new CliError(`"${pair}" is not field=value`, `For example: denkeeper api ${name} name=Pip`);
  if (numberFields.includes(field)) return [field, Number(value)];
  return [field, /^[[{]/.test(value) ? JSON.parse(value) : value];
}

/** Any operation by name, including those without a command. Its answer stays as the service sent it, also its times. */
export async function api(context: Context, name: string | undefined, pairs: readonly string[]): Promise<void> {
  if (name === undefined) {
    context.print(Object.values<Operation>(OPERATIONS), (all) =>
      table(all.map((each) => [each.name, each.method, each.path, each.summary])),
    );
    return;
  }
  if (!isOperation(name))
    throw new CliError(`There is no operation called "${name}"`, "Run `denkeeper api` to list them all.");
  const input = Object.fromEntries(pairs.map((pair) => fieldIn(OPERATIONS[name], pair)));
  const answer = await context.client.call(name, input);
  process.stdout.write(
    typeof answer === "string" ? plain(answer) : `${JSON.stringify(plainAnswer(answer), null, 2)}\n`,
  );
}
