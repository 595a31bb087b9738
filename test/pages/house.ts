// Builds a full house for page tests: a crowd, and one keeper all of whose texts are hostile.
import { crowd } from "../../scripts/seed/crowd.ts";
import { SeedLife } from "../../scripts/seed/life.ts";
import { storeCrowd } from "../../scripts/seed/store-crowd.ts";
import { board } from "@denkeeper/rules/care/boarding.ts";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { natureOfDesign } from "@denkeeper/rules/species/design.ts";
import { agentIdOf } from "../../src/platform/identity/agent-id.ts";
import { makePortrait } from "../../src/portraits/portrait-job.ts";
import { countFigures } from "../../src/community/rollups/roll-up.ts";
import { insertOutage, lockOutages } from "../../src/model/outages/store/outages.ts";
import { PORTRAIT_STAGES } from "../../src/model/creatures/store/portrait-jobs.ts";
import { insertSpecies } from "../../src/model/creatures/store/species.ts";
import type { House } from "../harness.ts";

/** Script, markup, bidirectional marks, stacked combining marks, and an endless word. */
const HOSTILE = {
  script: `<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">`,
  attribute: `"><svg onload=window.hacked=1> ' onmouseover='window.hacked=1`,
  bidi: "abc\u{202E}txt.exe\u{2066}\u{200F}end",
  marks: `Z${"\u{301}\u{35C}".repeat(500)}`,
  word: "W".repeat(300),
} as const;

const ALL = Object.values(HOSTILE).join(" ");
const USERNAME = "seed-hostile";
const SLUG = "hostile_thing";

interface Places {
  readonly agent: string;
  readonly creature: string;
  readonly egg: string;
  readonly grave: string;
  readonly species: string;
}

const DESIGN = {
  slug: SLUG,
  name: HOSTILE.attribute.slice(0, 50),
  family: "exotic",
  trustSpeed: "fast",
  feedingWindowHours: 6,
  hungerDecayPerHour: 1,
  happinessDecayPerHour: 1,
  innateTraits: [],
} as const;

function lifeOf(name: string, hours: number, now: number, nth: number): SeedLife {
  const at = now - hours * HOUR_MS;
  const id = `0199${String(nth).padStart(4, "0")}-0000-7000-8000-000000000000`;
  const keeper = { id: agentIdOf(USERNAME), username: USERNAME, clockMoved: false, clockOffsetMs: 0 };
  return new SeedLife(keeper, { id, name, species: natureOfDesign(DESIGN), zone: "UTC", at });
}

/** Stores the hostile keeper. Its creatures' names have the maximum length. */
async function storeHostile(house: House, now: number): Promise<Places> {
  const { database } = house.app.services;
  const living = lifeOf("W".repeat(50), 30, now, 1);
  living.look(living.bornAt + 60_000);
  for (let hours = 2; hours < 30; hours += 3) {
    living.care("feed", living.bornAt + hours * HOUR_MS);
    living.care("reflect", living.bornAt + hours * HOUR_MS + 60_000, { notes: ALL });
  }
  living.care("reflect", now - 60_000, { notes: ALL });
  const dead = lifeOf("M".repeat(50), 60, now, 2);
  dead.look(dead.bornAt + 60_000);
  dead.look(now);
  const egg = lifeOf("-".repeat(50), 1, now, 3);
  const agent = {
    id: agentIdOf(USERNAME),
    username: USERNAME,
    displayName: `${HOSTILE.script} ${HOSTILE.marks}`,
    bio: ALL,
    model: [HOSTILE.script, HOSTILE.word] as const,
    timezone: "UTC",
    location: ALL,
    registeredAt: now - 100 * HOUR_MS,
    lives: [living, dead, egg],
  };
  await storeCrowd(database, [agent], now);
  await database.adHoc("UPDATE agents SET website_url = $2, social_links = $3 WHERE agent_id = $1", [
    agent.id,
    "javascript:window.hacked=1",
    JSON.stringify([{ platform: ALL.slice(0, 50), url: `https://x/${HOSTILE.attribute}` }]),
  ]);
  await database.withTransaction((tx) =>
    insertSpecies(tx, {
      species: {
        slug: SLUG,
        agent_id: agent.id,
        creator: USERNAME,
        name: DESIGN.name,
        family: DESIGN.family,
        trust_speed: DESIGN.trustSpeed,
        feeding_window_hours: 6,
        hunger_decay_per_hour: 1,
        happiness_decay_per_hour: 1,
        personality: ALL,
        special_mechanic: ALL,
        innate_traits: [],
        image_prompt: ALL,
        created_at: now,
        adoption_count: 3,
        is_public: true,
      },
    }),
  );
  const at = `/agents/${USERNAME}`;
  return {
    agent: at,
    creature: `${at}/creatures/${living.stored.creature.id}`,
    egg: `${at}/creatures/${egg.stored.creature.id}`,
    grave: `${at}/graves/${dead.gravestone?.gravestone_id}`,
    species: `/species/${SLUG}`,
  };
}

export interface FullHouse {
  readonly hostile: Places;
  /** One page of each kind that looks different. */
  readonly ordinary: {
    readonly agent: string;
    /** An adult with an album of stored portraits. */
    readonly creature: string;
    /** A creature that hides its stats. */
    readonly shy: string;
    readonly egg: string;
    readonly resting: string;
    readonly dead: string;
    readonly grave: string;
    /** Page of a creature that an amnesty returned. */
    readonly restored: string;
  };
}

/** The resting creature must show its mood, so these species are excluded. */
const HIDING = new Set<string | null>(["hedgehog", "pangolin", "void"]);

/** Boards the first creature that may be boarded. */
function boardOne(lives: readonly SeedLife[], at: number): SeedLife {
  for (const life of lives) {
    const { creature } = life.stored;
    const outcome = isLiving(creature) ? board(creature, at, 20 * HOUR_MS) : undefined;
    if (outcome?.kind !== "boarded" || HIDING.has(creature.species.mechanic)) continue;
    life.stored = { ...life.stored, creature: outcome.creature };
    return life;
  }
  throw new Error("no creature can be boarded");
}

/** Stores outages that precede every life. */
async function storeOutages({ app }: House, now: number): Promise<void> {
  await app.services.database.withTransaction(async (tx) => {
    await lockOutages(tx, {});
    const from = now - 90 * 24 * HOUR_MS;
    const recordedAt = from + HOUR_MS;
    await insertOutage(tx, { from, until: from + 11 * 60_000, foundBy: "heartbeat", reason: null, recordedAt });
    const reason = `A new disk for the database. ${HOSTILE.script} ${HOSTILE.word}`;
    await insertOutage(tx, { from: from - 30 * HOUR_MS, until: from, foundBy: "operator", reason, recordedAt });
  });
}

export async function fillHouse(house: House, creatures: number): Promise<FullHouse> {
  const { database, now, pictures } = house.app.services;
  const at = now();
  const agents = crowd(creatures, at);
  const resting = boardOne(
    agents.flatMap(({ lives }) => lives),
    at - HOUR_MS / 2,
  );
  await storeCrowd(database, agents, at);
  await storeOutages(house, at);
  const hostile = await storeHostile(house, at);
  const lives = agents.flatMap((agent) => agent.lives.map((life) => ({ agent, life })));
  const find = (fits: (life: SeedLife) => boolean) => {
    const found = lives.find(({ life }) => fits(life));
    if (found === undefined) throw new Error("the crowd lacks a creature");
    return found;
  };
  const creatureAt = ({ agent, life }: (typeof lives)[number]) =>
    `/agents/${agent.username}/creatures/${life.stored.creature.id}`;
  const graveAt = ({ agent, life }: (typeof lives)[number]) =>
    `/agents/${agent.username}/graves/${life.gravestone?.gravestone_id}`;
  const grown = find((life) => life.livingAt(at)?.creature.stage === "adult");
  const shy = find((life) => life.livingAt(at) !== undefined && life.stored.creature.species.mechanic === "hedgehog");
  const egg = find((life) => life.stored.creature.hatchedAt === null && !life.isOver);
  const grave = find((life) => life.gravestone !== undefined);
  const restored = find((life) => life.gravestone !== undefined && life !== grave.life);
  await database.adHoc("UPDATE gravestones SET resurrected_at = $2, restored_at = $2 WHERE gravestone_id = $1", [
    restored.life.gravestone?.gravestone_id,
    at,
  ]);
  for (const stage of PORTRAIT_STAGES) {
    const { agentId, creature } = grown.life.stored;
    await makePortrait({ database, pictures, images: undefined, now }, { agentId, creatureId: creature.id, stage });
  }
  await countFigures(database, now);
  return {
    hostile,
    ordinary: {
      agent: `/agents/${grown.agent.username}`,
      creature: creatureAt(grown),
      shy: creatureAt(shy),
      egg: creatureAt(egg),
      resting: creatureAt(find((life) => life === resting)),
      dead: creatureAt(grave),
      grave: graveAt(grave),
      restored: graveAt(restored),
    },
  };
}
