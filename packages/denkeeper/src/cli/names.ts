// Who lives in the house, as far as this command has learned it, so that a suggested command can name a creature.
import { plain } from "./plain.ts";

const known = new Map<string, string>();

/** Everyone who lives in the house. */
export function rememberHousehold(creatures: readonly { readonly id: string; readonly name: string }[]): void {
  for (const { id, name } of creatures) known.set(id, name);
}

/** A name that means this creature and no other, as `--creature` takes it; its id if there is none. */
export function shortNameOf(id: string, household: ReadonlyMap<string, string> = known): string {
  const name = household.get(id);
  if (name === undefined || name !== plain(name) || !/^[\p{L}\p{N}]/u.test(name)) return id;
  const same = [...household.values()].filter((other) => other.toLowerCase() === name.toLowerCase());
  return same.length === 1 ? name : id;
}
