// Commands of parts of the service that could be left out, with how their answers look and which values their options take.
// Deleting the folder of one and its line here leaves all other commands whole.
import type { Entry, Layouts } from "./entry.ts";

export * as trials from "./trials/guest.ts";

export interface Guest {
  /** The heading of its commands in help. */
  readonly TITLE: string;
  readonly ENTRIES: readonly Entry[];
  readonly LAYOUTS: Layouts;
  /** Of options and arguments, by their names. */
  readonly VALUES: Readonly<Record<string, () => readonly string[]>>;
}
