// Status: hatches, checks, buries whoever died unnoticed, and tells how the creature is. Reading changes nothing else.
import { creatureAt } from "../../../domain/life.ts";
import type { CreatureNow, LivingNow } from "../../../domain/life.ts";
import { isSocial } from "../../../domain/creature.ts";
import { RESURRECTION_WINDOW_MS, resurrectionOffer } from "../../../domain/resurrection.ts";
import { stageMessage } from "../../../domain/words/milestone.ts";
import { speakerOf } from "../../../domain/words/speaker.ts";
import { iso } from "../../../clock.ts";
import { gravestoneOf } from "../../../house/bury.ts";
import type { Look } from "../../../house/notice.ts";
import { houseTime, visiting } from "../../../house/notice.ts";
import type { Call } from "../../../http/call.ts";
import { endpoint } from "../../../http/call.ts";
import type { Failure } from "../../../http/errors.ts";
import type { Parts } from "../../../http/parts.ts";
import type { Agent } from "../../../store/agents.ts";
import type { Caller } from "../../../store/callers.ts";
import type { StoredCreature } from "../../../store/creature-row.ts";
import { findCreature, listDeadSince, saveCreature } from "../../../store/creatures.ts";
import { findGravestone } from "../../../store/gravestones.ts";
import { gravestoneView } from "../graveyard.get/view.ts";
import { adoptStep, graveyardStep, historyStep, livingSteps, statusStep } from "../steps.ts";
import {
  activityView,
  ageHoursOf,
  checkInView,
  compactView,
  livingView,
  soulPromptOf,
  yourCreatureView,
} from "../views.ts";
import { status } from "./contract.ts";

type StatusCall = Call<typeof status>;

const MAX_ATTEMPTS = 20;

export const statusEndpoint = endpoint(status, async (call, parts) => {
  const wanted = call.query.creature_id ?? call.query.id;
  let { caller } = call;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { agent, creatures } = caller;
    const lives = wanted === undefined || creatures.some(({ creature }) => creature.id === wanted);
    const elsewhere = lives ? undefined : await findCreature(parts.database, agent.id, wanted);
    const dead = elsewhere?.creature.death === null ? undefined : elsewhere;
    const visited = await visit(call, parts, caller, { wanted, checks: lives || dead !== undefined });
    if (visited !== undefined) return answer(call, parts, agent, { visited, wanted, dead });
    caller = await call.reload();
  }
  throw new Error("the house changed faster than it could be looked at");
});

interface Visited {
  readonly stored: StoredCreature;
  readonly view: CreatureNow;
  /** Whether its keeper is told of the stage for the first time. */
  readonly justGrown: boolean;
}

/** Looks at every creature and saves what the look changed; undefined when somebody else changed one meanwhile. */
async function visit(
  call: StatusCall,
  { database }: Parts,
  { agent, creatures }: Caller,
  { wanted, checks }: { readonly wanted: string | undefined; readonly checks: boolean },
): Promise<readonly Visited[] | undefined> {
  const now = houseTime(agent, call.now);
  const found = creatures.map((stored) => ({ stored, view: creatureAt(stored.creature, now) }));
  const target = wanted ?? found.find(({ view }) => view.kind !== "dead")?.stored.creature.id;
  const visited = await Promise.all(
    found.map(async ({ stored, view }): Promise<Visited | undefined> => {
      const look = { isTarget: stored.creature.id === target, checks };
      const change = isUnmoved(stored, view, look) ? undefined : visiting(stored, agent, call.now, look);
      if (change === undefined) return { stored, view, justGrown: false };
      // A process whose clock is wrong tells of a death and leaves the burial to another.
      if (change.gravestone !== undefined && !call.clockTrusted) {
        const { creature } = change.to;
        return { stored: { ...change.to, version: stored.version }, view: creatureAt(creature, now), justGrown: false };
      }
      const saved = await saveCreature(database, change);
      if (saved === undefined) return undefined;
      const { creature, seenStage } = saved;
      return { stored: saved, view: creatureAt(creature, now), justGrown: seenStage !== stored.seenStage };
    }),
  );
  return visited.every((each) => each !== undefined) ? visited : undefined;
}

/** Whether the view alone shows that the look changes nothing: most reads then follow each life once and not twice. */
function isUnmoved({ creature, seenStage }: StoredCreature, view: CreatureNow, { isTarget, checks }: Look): boolean {
  if (view.kind !== "living" || (checks && isSocial(creature.species))) return false;
  return !isTarget || (view.creature.stage === seenStage && creature.stage === seenStage);
}

interface Found {
  readonly visited: readonly Visited[];
  readonly wanted: string | undefined;
  /** The wanted creature, when it was dead before. */
  readonly dead: StoredCreature | undefined;
}

async function answer(call: StatusCall, parts: Parts, agent: Agent, { visited, wanted, dead }: Found) {
  const now = houseTime(agent, call.now);
  const living = visited.flatMap(({ stored, view, justGrown }) =>
    view.kind === "living" ? [{ stored, view, justGrown }] : [],
  );
  const [newest] = living;
  const target = wanted === undefined ? newest : living.find(({ stored }) => stored.creature.id === wanted);
  if (target === undefined) {
    const found = dead ?? visited.find(({ stored }) => stored.creature.id === wanted)?.stored;
    if (found === undefined) throw await nobody(call, parts, agent, living, wanted);
    return tellOfDeath(parts, agent, found, now);
  }
  const others = living.filter((each) => each !== target);
  const { creature } = target.view;
  return {
    creature: livingView(target.view, target.stored.imageUrl),
    ...(target.justGrown && creature.stage !== "egg"
      ? {
          milestone: {
            stage: creature.stage,
            message: stageMessage(speakerOf(creature), creature.stage, creature.path, creature.asOf),
          },
        }
      : {}),
    ...(others.length === 0 ? {} : { other_creatures: others.map(({ view }) => compactView(view)) }),
    recommended_checkin: checkInView(target.view),
    soul_prompt: soulPromptOf(target.view),
    house_activity: await activityView(parts.rollups),
    next_steps: livingSteps(target.view),
  };
}

async function tellOfDeath({ database, rollups }: Parts, agent: Agent, stored: StoredCreature, now: number) {
  const { creature } = stored;
  const { death } = creature;
  const offer = resurrectionOffer(creature, now);
  if (death === null || offer === null) throw new Error("it is not dead");
  // Not buried yet only where this process may not write deaths.
  const stone =
    (await findGravestone(database, agent.id, creature.id)) ?? gravestoneOf(agent, creature, creature, death);
  const { possible, cost, closesAt } = offer;
  return {
    creature: {
      id: creature.id,
      name: creature.name,
      species: creature.species.name,
      species_key: creature.species.slug,
      stage: creature.stage,
      age_hours: ageHoursOf({ kind: "dead", creature, now }),
      alive: false as const,
    },
    gravestone: gravestoneView(stone),
    resurrection: { possible, cost, closes_at: iso(closesAt) },
    message: possible
      ? `${creature.name} is dead. For ${cost} credits it can be called back until ${iso(closesAt)}.`
      : `${creature.name} is dead, and the seven days in which it could be called back are over.`,
    house_activity: await activityView(rollups),
    next_steps: [graveyardStep(), historyStep(creature.id), adoptStep("Adopt another egg.")],
  };
}

/** Why there is nobody to tell of, and what can be done. */
async function nobody(
  call: StatusCall,
  { database }: Parts,
  agent: Agent,
  living: readonly { readonly stored: StoredCreature; readonly view: LivingNow }[],
  wanted: string | undefined,
): Promise<Failure> {
  const yours = living.map(({ stored }) => yourCreatureView(stored));
  if (yours.length > 0) {
    return call.fail("empty_house", {
      suggestion: `No creature of yours has the id ${wanted}. Choose one of your_creatures.`,
      fields: { your_creatures: yours },
      nextSteps: living
        .slice(0, 3)
        .map(({ stored: { creature } }) => statusStep(creature.id, `Look at ${creature.name}.`)),
    });
  }
  const dead = await listDeadSince(database, agent.id, houseTime(agent, call.now) - RESURRECTION_WINDOW_MS);
  const canReturn = dead.map(({ creature }) =>
    statusStep(creature.id, `See what it takes to call ${creature.name} back.`),
  );
  return call.fail("empty_house", {
    suggestion: canReturn.length === 0 ? "Adopt an egg." : "Adopt an egg, or call one of your dead back.",
    fields: { your_creatures: [] },
    nextSteps: [adoptStep(), ...canReturn],
  });
}
