// `--creature` takes an id or a name. Names are looked up among the living creatures.
import type { Context } from "./context.ts";
import { CliError } from "./failure.ts";
import { rememberHousehold } from "./next-command.ts";
import { plain } from "./plain.ts";
import { saveNames } from "./profile.ts";
import { localized } from "./time.ts";

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

export interface CreatureOption {
  readonly creature?: string;
}

/** Remembers who lives here, for the completion of names. */
export function noteCreatures(
  { profile, profileName, key }: Context,
  creatures: readonly { readonly id: string; readonly name: string }[],
): void {
  rememberHousehold(creatures);
  // The names of another account do not belong to this profile.
  if (profile !== undefined && profile.key === key)
    saveNames(profileName, [...new Set(creatures.map(({ name }) => plain(name)))]);
}

/** More pages of events than this are not searched for a release, which is at most a day old. */
const MOST_PAGES = 10;

/** The id of a creature that was released, by its id or its name. */
export async function released({ client }: Context, creature: string): Promise<string> {
  if (isId(creature)) return creature;
  const found = new Map<string, string>();
  let since: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { events, cursor, has_more: more } = await client.events({ since, limit: 100 });
    for (const { type, creature: who, at } of events) {
      if (who === null || who.name.toLowerCase() !== creature.toLowerCase()) continue;
      if (type === "released") found.set(who.id, at);
      if (type === "taken_back") found.delete(who.id);
    }
    since = cursor;
    if (!more) break;
  }
  const [only, ...others] = found.keys();
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) {
    const advice =
      "`denkeeper events` lists the creatures you released. To take one back:\n  denkeeper return <name or id>";
    throw new CliError(`You have not released a creature called "${creature}"`, advice);
  }
  const list = [...found].map(([id, at]) => `  denkeeper return ${id}  # released ${at}`).join("\n");
  throw new CliError(`You released several creatures called "${creature}"`, `Choose by id:\n${localized(list)}`);
}

/** The fields that name the creature; empty if none was named. */
export async function chosen(context: Context, { creature }: CreatureOption): Promise<{ creature_id?: string }> {
  if (creature === undefined) return {};
  if (isId(creature)) return { creature_id: creature };
  const answer = await context.client.checkStatus();
  const others = "gravestone" in answer ? [] : (answer.other_creatures ?? []);
  const household = [answer.creature, ...others];
  noteCreatures(context, household);
  const named = household.filter(({ name }) => name.toLowerCase() === creature.toLowerCase());
  const [found] = named;
  if (found !== undefined && named.length === 1) return { creature_id: found.id };
  const list = household.map(({ name, id }) => `  ${name}: --creature ${id}`).join("\n");
  const why =
    named.length === 0
      ? `None of your living creatures is called "${creature}"`
      : `Several of your creatures are called "${creature}"`;
  throw new CliError(why, `Choose by id:\n${list}`);
}
