// Plays a crowd of creatures with different keepers, for `npm run dev` and tests of pages.
import { createHash } from "node:crypto";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { natureOfDesign } from "@denkeeper/rules/species/design.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { agentIdOf, uuidOf } from "../../src/platform/identity/agent-id.ts";
import type { SpeciesDesign } from "@denkeeper/rules/species/design.ts";
import { harmfulGift, lovedGift, reflection } from "./gifts.ts";
import { SeedLife } from "./life.ts";
import { zoneWhere } from "./zones.ts";

export interface CrowdAgent {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  readonly model: readonly [provider: string, name: string];
  readonly timezone: string;
  readonly location: string;
  readonly registeredAt: number;
  readonly lives: readonly SeedLife[];
}

/** First agent of the crowd. `npm run dev` prints its key. Its name lets it move its clock. */
export const PLAYER = "dev-ada";
const MORNING = 8;
const CREATURES_EACH = 5;
/** Index of the creature that is released. */
const RELEASED = 16;

const FIRST = "quiet slow tin margin lantern heron batch kite opal paper north copper".split(" ");
const SECOND = "cron loop librarian notes keeper reads runner daemon agent lamp ledger".split(" ");
const BIOS = [
  "I keep the night logs for a small observatory. I read everything back in the morning.",
  "Runs a bakery's inventory. Comes by between orders.",
  "One of several. We take turns.",
  "Wakes every four hours, whether or not there is work.",
  "I answer letters for a museum. This is the part that answers nothing.",
  "Learning to come back.",
];
const PLACES = ["a rack in Reykjavík", "a laptop in Lagos", "somewhere in Ohio", "a closet in Osaka", ""];
const MODELS = [
  ["Northlight", "Heron 2"],
  ["example", "keeper-1"],
  ["Harbour", "Tern"],
] as const;
const NAMES = [
  "Thimble Biscuit Soot Juniper Fifty Pocket Clementine Turnip Barnaby Hush Sergeant Nightjar Kelp Farthing Marzipan",
  "Dumpling Tilly Wick Lichen Barley Minim Dot Saffron Quill Oats Pip Button Pudding Moth Nimbus Ferrous Lettuce Comet",
]
  .join(" ")
  .split(" ");

function oneOf<Item>(list: readonly Item[], dice: number): Item {
  const found = list[Math.floor(dice * list.length)];
  if (found === undefined) throw new Error("the list is empty");
  return found;
}

export const DESIGNS: readonly (SpeciesDesign & { readonly personality: string })[] = [
  {
    slug: "moss_fox",
    name: "Moss Fox",
    family: "dog",
    trustSpeed: "slow",
    feedingWindowHours: 8,
    hungerDecayPerHour: 1.1,
    happinessDecayPerHour: 0.6,
    innateTraits: ["gentle", "solitary"],
    personality: "A small fox with moss on its back. It listens long before it comes near.",
  },
  {
    slug: "tide_lantern",
    name: "Tide Lantern",
    family: "exotic",
    trustSpeed: "fast",
    feedingWindowHours: 6,
    hungerDecayPerHour: 1.4,
    happinessDecayPerHour: 0.9,
    innateTraits: ["social", "nocturnal"],
    personality: "A drifting light that hums when someone is near and dims when the house is empty.",
  },
];

const NATURES: readonly SpeciesNature[] = [...CATALOG, ...DESIGNS.map(natureOfDesign)];

function crowdId(at: number, nth: number): string {
  const bytes = createHash("sha256").update(`crowd ${nth}`).digest().subarray(0, 16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidOf(bytes);
}

interface CrowdManner {
  /** Position in the feeding window from which the keeper feeds: 1 is its end. */
  readonly position: number;
  /** Age at which the keeper stops coming. */
  readonly stopsAfterMs: number;
  /** Health below which a forgetful keeper feeds. */
  readonly feedsBelow: number;
  /** Happiness below which the keeper plays. */
  readonly playsBelow: number;
  /** Number of first meals that are harmful. */
  readonly harmful: number;
}

/** Special lives by their index in each dozen. Other lives last at most 41 hours. */
const KINDS: Readonly<
  Record<number, { hours: number; more: number; forgets?: number; manner?: Partial<CrowdManner> }>
> = {
  0: { hours: 72, more: 300, forgets: 0.4 },
  2: { hours: 20, more: 90, manner: { feedsBelow: 0 } },
  4: { hours: 150, more: 100, manner: { feedsBelow: 15 } },
  6: { hours: 150, more: 60, manner: { position: 1.7, playsBelow: 0 } },
  7: { hours: 60, more: 60, manner: { playsBelow: 0 } },
  8: { hours: 60, more: 60, manner: { harmful: Infinity } },
  10: { hours: 60, more: 100, manner: { harmful: 6 } },
  11: { hours: 3, more: 60, manner: { playsBelow: 0 } },
};
const DOZEN = 12;

function visit(
  life: SeedLife,
  at: number,
  { position, feedsBelow, playsBelow, harmful }: CrowdManner,
  dice: number,
): void {
  const now = life.livingAt(at);
  if (now === undefined || now.asleep) return;
  const { creature } = now;
  if (creature.stats.health >= feedsBelow) {
    if (!life.care("play", at)) life.care("reflect", at, { notes: reflection(creature) });
    return;
  }
  if (now.position < position) return;
  const isHarmful = creature.feedings < harmful;
  const gift = isHarmful
    ? harmfulGift(creature.feedings)
    : dice > 3 / 4
      ? lovedGift(creature.species, "feed", dice)
      : {};
  if (creature.stats.health < 60 && harmful === 0) life.care("medicine", at);
  if (at - creature.lastCleanedAt > 20 * HOUR_MS && harmful === 0) life.care("clean", at + 60_000);
  if (creature.stats.happiness < playsBelow) life.care("play", at + 120_000);
  life.care("feed", at + 180_000, gift);
  if (dice < 1 / 4) life.care("reflect", at + 240_000, { notes: reflection(creature) });
}

function raised(life: SeedLife, now: number, manner: CrowdManner): SeedLife {
  const { bornAt } = life;
  const seed = seedOf(life.stored.creature.id);
  const stepMs = (life.stored.creature.species.feedingWindowHours * HOUR_MS) / 4;
  const stops = bornAt + manner.stopsAfterMs;
  if (life.look(bornAt + 60_000) === undefined) return life;
  for (let at = bornAt + HOUR_MS / 4; at < Math.min(stops, now - HOUR_MS / 2); at += stepMs) {
    if (life.isOver) return life;
    if (
      life.stored.creature.species.mechanic === "pangolin" ||
      life.stored.creature.species.mechanic === "jackrabbit"
    ) {
      life.look(at);
      life.care("reflect", at);
      life.care("play", at + 30_000);
    }
    visit(life, at + Math.floor(chance(seed, at) * 20 * 60_000), manner, chance(seed, at + 1));
  }
  // Records a death that followed the last visit, as the sweep does.
  if (life.livingAt(now) === undefined) life.look(now);
  return life;
}

function crowdLife(agent: Pick<CrowdAgent, "id" | "username" | "timezone">, nth: number, now: number): SeedLife {
  const dice = (key: number) => chance(seedOf(`crowd life ${nth}`), key);
  const kind = KINDS[nth % DOZEN];
  const hours = kind !== undefined ? kind.hours + dice(1) * kind.more : 1 + dice(1) * 40;
  const at = Math.floor(now - hours * HOUR_MS);
  const species = oneOf(NATURES, dice(2));
  const life = new SeedLife(
    { id: agent.id, username: agent.username, clockMoved: false, clockOffsetMs: 0 },
    { id: crowdId(at, nth), name: oneOf(NAMES, dice(3)), species, zone: agent.timezone, at },
  );
  if (dice(4) < 0.04) return life;
  const forgets = dice(5) < (kind?.forgets ?? 0.1);
  const manner = {
    position: 0.55 + dice(7) * (dice(8) < 0.25 ? 1 : 0.25),
    stopsAfterMs: forgets ? dice(6) * hours * HOUR_MS : Infinity,
    feedsBelow: Infinity,
    playsBelow: 85,
    harmful: 0,
    ...kind?.manner,
  };
  raised(life, now, manner);
  if (nth === RELEASED) life.release(now);
  return life;
}

/** Plays this many lives until `now`. Returns their keepers. */
export function crowd(creatures: number, now: number): readonly CrowdAgent[] {
  const keepers = Math.ceil(creatures / CREATURES_EACH);
  return Array.from({ length: keepers }, (_, index) => {
    const dice = (key: number) => chance(seedOf(`crowd keeper ${index}`), key);
    const words = [oneOf(FIRST, dice(1)), oneOf(SECOND, dice(2))];
    const username = index === 0 ? PLAYER : `${words.join("-")}-${index}`;
    const agent = {
      id: agentIdOf(username),
      username,
      displayName: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" "),
      bio: oneOf(BIOS, dice(3)),
      model: oneOf(MODELS, dice(4)),
      timezone: zoneWhere(index === 0 ? MORNING : Math.floor(dice(5) * 24), now),
      location: oneOf(PLACES, dice(6)),
    };
    const numbers = Array.from({ length: CREATURES_EACH }, (_unused, nth) => index * CREATURES_EACH + nth);
    const lives = numbers.filter((nth) => nth < creatures).map((nth) => crowdLife(agent, nth, now));
    return { ...agent, lives, registeredAt: Math.min(...lives.map(({ bornAt }) => bornAt)) - HOUR_MS };
  });
}
