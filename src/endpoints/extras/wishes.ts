// Wishes in answers (WISH-5): beside a meal that is due, and in full views.
import type { z } from "zod";
import type { PlannedCare } from "@denkeeper/rules/foresight/visit-plan.ts";
import type { ShownLiving } from "@denkeeper/rules/life/shown.ts";
import { keepsakesOf } from "@denkeeper/rules/extras/wishes.ts";
import { wishNow } from "../../app/visits/wishes.ts";
import type { compact as compactStatus } from "../../contracts/house/status.get.ts";
import type { livingCreature } from "../../contracts/shapes/creature.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import type { Database } from "../../store/db/db.ts";

const MOST_TOLD = 3;

/** A creature that lives, with its memory. */
interface Wisher {
  readonly stored: Pick<StoredCreature, "creature" | "memory">;
  readonly view: ShownLiving;
}

interface Seen {
  readonly living: readonly Wisher[];
  readonly target: Wisher;
  /** The care that is due, in a compact answer. */
  readonly planned: readonly PlannedCare[] | undefined;
}

type Told = Pick<z.input<typeof compactStatus>, "wishes">;
type Own = Pick<z.input<typeof livingCreature>, "wish" | "keepsakes">;

/** For status: what a compact answer tells, or what the creature of a full one has. */
export async function wishesIn(
  database: Database,
  { living, target, planned }: Seen,
): Promise<{ readonly wishes?: Told; readonly wish?: Own }> {
  if (planned === undefined) {
    return { wish: { ...(await wishView(database, target.view, target.stored)), ...keepsakesView(target.stored) } };
  }
  const wishes = await wishesDue(database, living, planned);
  return wishes.length === 0 ? {} : { wishes: { wishes } };
}

/** The open wishes of those who are to be fed, the most urgent first. */
async function wishesDue(
  database: Database,
  living: readonly Wisher[],
  planned: readonly PlannedCare[],
): Promise<string[]> {
  const fed = planned.flatMap(({ creatureId, action }) =>
    action === "feed" ? living.filter(({ view }) => view.creature.id === creatureId) : [],
  );
  const found = fed.map(async ({ stored, view: { creature, now } }) => {
    const wished = await wishNow(database, creature, stored.memory, now);
    if (wished === undefined || wished.isGranted) return [];
    return [`${creature.name}: ${wished.wish.text}, such as ${wished.wish.example}`];
  });
  return (await Promise.all(found)).flat().slice(0, MOST_TOLD);
}

/** The wish of the day, as full views have it. */
export async function wishView(
  database: Database,
  { creature, now }: ShownLiving,
  { memory }: Pick<StoredCreature, "memory">,
): Promise<Own> {
  const wished = await wishNow(database, creature, memory, now);
  if (wished === undefined) return {};
  const { wish, isGranted } = wished;
  return { wish: { text: wish.text, by: "item", example: wish.example, granted: isGranted } };
}

/** What its granted wishes have left on its shelf; nothing before the first. */
export function keepsakesView({ creature: { id, species }, memory }: Pick<StoredCreature, "creature" | "memory">) {
  const keepsakes = keepsakesOf(id, species.family, memory?.wishes);
  return keepsakes.length === 0 ? {} : { keepsakes: keepsakes.map(({ name }) => name) };
}
