// Resolves a creature's id or name. Names match living creatures only.
import type { OperationName } from "../generated/operations.ts";
import { CliError } from "./cli-error.ts";
import type { CommandContext } from "./context.ts";
import { residents } from "./next-command.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Operations on dead or released creatures, which accept only an id. */
const OF_THE_GONE: ReadonlySet<OperationName> = new Set(["takeBack", "resurrect"]);

export async function creatureId(
  { client }: CommandContext,
  operation: OperationName,
  creature: string,
): Promise<string> {
  if (ID.test(creature)) return creature;
  if (OF_THE_GONE.has(operation))
    throw new CliError(
      `"${creature}" is not an id`,
      "Find the id with:\n  denkeeper api graveyard\n  denkeeper api events",
    );
  const answer = await client.checkStatus();
  const others = "gravestone" in answer ? [] : (answer.other_creatures ?? []);
  const household = [answer.creature, ...others];
  for (const { id, name } of household) residents.set(id, name);
  const named = household.filter(({ name }) => name.toLowerCase() === creature.toLowerCase());
  const [match] = named;
  if (match !== undefined && named.length === 1) return match.id;
  const subject = named.length === 0 ? "None of your living creatures is" : "Several of your creatures are";
  const list = household.map(({ name, id }) => `  ${name}: --creature ${id}`).join("\n");
  throw new CliError(`${subject} called "${creature}"`, `Choose by id:\n${list}`);
}
