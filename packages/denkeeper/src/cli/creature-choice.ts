// `--creature` takes an id or a name. Names are looked up among the living creatures.
import type { Context } from "./context.ts";
import { CliError } from "./failure.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface CreatureOption {
  readonly creature?: string;
}

/** The fields that name the creature; empty if none was named. */
export async function chosen({ client }: Context, { creature }: CreatureOption): Promise<{ creature_id?: string }> {
  if (creature === undefined) return {};
  if (UUID.test(creature)) return { creature_id: creature };
  const answer = await client.checkStatus();
  const others = "other_creatures" in answer ? (answer.other_creatures ?? []) : [];
  const household = [answer.creature, ...others];
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
