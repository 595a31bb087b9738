// Link preview images of creatures, graves and species, and drawings of a species at each stage.
import { instantOf } from "../../platform/clock.ts";
import { STAGES, type Stage } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { readCreature } from "../../endpoints/agents/creature.get/read.ts";
import { readGrave } from "../../endpoints/agents/grave.get/read.ts";
import { readShownSpecies } from "../../endpoints/house/species/slug.get/read.ts";
import {
  creaturePortraitInput,
  gravePortraitInput,
  speciesPortraitInput,
  wordsOf,
} from "../../app/portraits/portrait-subject.ts";
import type { Needs } from "../../http/request/services.ts";
import { PICTURE_LIMIT } from "../../http/respond/picture-reply.ts";
import type { PageAnswer, PageRequest, WebPage } from "../page.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import { portraitSvg } from "@denkeeper/portraits/portrait.ts";
import { findCreature } from "../../store/creatures/creatures.ts";
import { findGrave } from "../../store/creatures/gravestones.ts";
import type { CreatureKey } from "../urls.ts";
import { FAMILY_NAMES, age, counted, fromTo } from "../words.ts";
import { feltNow, lookWords } from "../components/mood.ts";
import { notFound } from "../pages/lost.ts";
import type { ShareCard } from "./card.ts";
import { sharePage } from "./card-reply.ts";

type Pose = Parameters<typeof creaturePortraitInput>[2];

/** A creature of the house in a pose. */
async function drawn(
  { database }: Needs<"database">,
  { agent, id }: CreatureKey,
  pose: Pose,
): Promise<string | undefined> {
  const stored = await findCreature(database, agentIdOf(agent), id);
  if (stored === undefined) return undefined;
  const words = await wordsOf(database, stored.creature.species.slug);
  return portraitSvg(creaturePortraitInput(stored, words, pose));
}

async function creatureCard(
  request: PageRequest,
  services: Needs<"config" | "database" | "outages">,
): Promise<ShareCard | undefined> {
  const { username = "", id = "" } = request.params;
  const answer = await readCreature(services, { username, id }, request.now);
  if (answer === undefined) return undefined;
  const { creature, now } = answer;
  const { stage, path, family, species, agent, name, status } = creature;
  const mood = now?.mood ?? "content";
  const dead = status === "dead";
  const felt = feltNow(now, request.now);
  const waiting = typeof felt.without_care_since === "string";
  const portrait = await drawn(services, creature, { stage, mood, path, memorial: dead, waiting });
  if (portrait === undefined) return undefined;
  const years = age(creature.age_hours);
  const state = dead ? "buried" : status === "released" ? "released" : lookWords(felt);
  const kind = stage === "egg" ? `${species}, egg` : `${species}, ${stage}, ${state}`;
  const old = { egg: [], living: [`${years} old`], dead: [`Lived ${years}`], released: [`Released at ${years}`] }[
    status
  ];
  const lines = [kind, `Kept by @${agent}`, ...old];
  return { family, portrait, name, lines, grave: dead };
}

async function graveCard(
  request: PageRequest,
  services: Needs<"database" | "outages">,
): Promise<ShareCard | undefined> {
  const { username = "", id = "" } = request.params;
  const answer = await readGrave(services, { username, id }, request.now);
  if (answer === undefined) return undefined;
  const { gravestone } = answer;
  const stone = await findGrave(services.database, agentIdOf(gravestone.caretaker), gravestone.id);
  if (stone === undefined) return undefined;
  const { family } = stone;
  const diedAt = instantOf(gravestone.died_at);
  const words = await wordsOf(services.database, stone.species_slug);
  const portrait = portraitSvg(gravePortraitInput(stone, stone.image_prompt, words));
  const lines = [
    `${gravestone.species}, ${fromTo(diedAt - gravestone.lived_hours * HOUR_MS, diedAt)}`,
    gravestone.epitaph_short,
    `Kept by @${gravestone.caretaker}`,
  ];
  return { family, portrait, name: gravestone.name, lines, grave: true };
}

async function speciesAt(
  request: PageRequest,
  services: Needs<"config" | "database" | "rollups">,
  stage: Stage,
): Promise<string | undefined> {
  const answer = await readShownSpecies(services, request.params["slug"] ?? "", request.now);
  if (answer === undefined) return undefined;
  const words = await wordsOf(services.database, answer.species.slug);
  return portraitSvg({ ...speciesPortraitInput(answer.species, words), stage });
}

async function speciesCard(
  request: PageRequest,
  services: Needs<"config" | "database" | "rollups">,
): Promise<ShareCard | undefined> {
  const answer = await readShownSpecies(services, request.params["slug"] ?? "", request.now);
  const portrait = await speciesAt(request, services, "adult");
  if (answer === undefined || portrait === undefined) return undefined;
  const { name, family, tier, feeding_window_hours: hours } = answer.species;
  const lines = [`${FAMILY_NAMES[family].one}, ${tier}`, `Eats every ${counted(hours, "hour")}`];
  return { family, portrait, name, lines, grave: false };
}

function drawing(svg: string): PageAnswer {
  return {
    status: 200,
    contentType: "image/svg+xml; charset=utf-8",
    body: svg,
    cacheControl: "public, max-age=86400",
    headers: { "content-security-policy": "default-src 'none'; sandbox" },
  };
}

function stageIn({ params }: PageRequest): Stage | undefined {
  return STAGES.find((known) => `${known}.svg` === params["file"]);
}

/** A creature as it was at a stage that it has reached. */
const growthDrawing: WebPage = {
  name: "growthDrawing",
  path: "/agents/{username}/creatures/{id}/stages/{file}",
  limit: PICTURE_LIMIT,
  async render(request, services) {
    const { username = "", id = "" } = request.params;
    const stage = stageIn(request);
    const answer = stage === undefined ? undefined : await readCreature(services, { username, id }, request.now);
    if (stage === undefined || answer === undefined) return notFound(request, services, "picture");
    const { creature } = answer;
    if (STAGES.indexOf(stage) > STAGES.indexOf(creature.stage)) return notFound(request, services, "picture");
    const path = stage === "adult" ? creature.path : null;
    const svg = await drawn(services, creature, { stage, mood: "content", path, memorial: false });
    return svg === undefined ? notFound(request, services, "picture") : drawing(svg);
  },
};

/** A species as it grows up. */
const stageDrawing: WebPage = {
  name: "stageDrawing",
  path: "/species/{slug}/stages/{file}",
  limit: PICTURE_LIMIT,
  async render(request, services) {
    const stage = stageIn(request);
    const svg = stage === undefined ? undefined : await speciesAt(request, services, stage);
    return svg === undefined ? notFound(request, services, "picture") : drawing(svg);
  },
};

export const sharePages: readonly WebPage[] = [
  sharePage("creatureShare", "/agents/{username}/creatures/{id}/share.png", creatureCard),
  sharePage("graveShare", "/agents/{username}/graves/{id}/share.png", graveCard),
  sharePage("speciesShare", "/species/{slug}/share.png", speciesCard),
  growthDrawing,
  stageDrawing,
];
