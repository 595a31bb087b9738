// Serves the link preview images of creatures, keepers, graves, species, and the site, and drawings of each stage of a life.
import { portraitSvg } from "@denkeeper/portraits/portrait.ts";
import { STAGES, type Stage } from "@denkeeper/rules/creature/creature.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import {
  creaturePortraitInput,
  gravePortraitInput,
  speciesPortraitInput,
  wordsOf,
} from "../../portraits/portrait-subject.ts";
import { readCreature } from "../../community/creatures/creature.get/read.ts";
import { readGrave } from "../../community/graves/grave.get/read.ts";
import { readPublicSpecies } from "../../community/species/slug.get/read.ts";
import type { Needs } from "../../model/services.ts";
import type { Services } from "../../http/request/services.ts";
import { PICTURE_LIMIT } from "../../http/respond/picture-reply.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { instantOf } from "../../platform/clock.ts";
import { findCreature } from "../../model/creatures/store/creatures.ts";
import { findGrave } from "../../model/creatures/store/gravestones.ts";
import type { PageAnswer, PageRequest, WebPage } from "../../ui/page.ts";
import { notFound } from "../../ui/not-found.ts";
import { SITE_PREVIEW } from "../../ui/urls.ts";
import { FAMILY_NAMES, countOf, fromTo } from "../../ui/words.ts";
import type { Card } from "./card.ts";
import { creatureCard, shareCreature } from "./creature-share.ts";
import { keeperCard, shareKeeper } from "./keeper-share.ts";
import { previewSvg, type Preview } from "./preview.ts";
import { renderPng, previewDrawing } from "./render.ts";

const PREVIEW_LIMIT = { by: "ip", max: 60, windowSeconds: 60, counter: "share" } as const;
/** A preview may be a minute old, because what it shows rarely changes faster. */
const PREVIEW_CACHE = "public, max-age=60, s-maxage=60";

/** Checks visibility for every request. Only drawings are cached. */
function preview(
  name: string,
  path: WebPage["path"],
  previewOf: (request: PageRequest, services: Services) => Promise<Preview | undefined>,
): WebPage {
  return {
    name,
    path,
    limit: PREVIEW_LIMIT,
    async render(request, services) {
      const png = await previewDrawing.ask(async () => {
        const found = await previewOf(request, services);
        return found === undefined ? undefined : renderPng(previewSvg(found));
      });
      if (png === undefined) return notFound(request, services, "picture");
      return { status: 200, contentType: "image/png", body: png, cacheControl: PREVIEW_CACHE };
    },
  };
}

/** Builds a preview from the content of a card. */
function previewOfCard({ subject, state, name, about, note }: Card): Preview | undefined {
  if (subject === null) return undefined;
  const { family } = subject;
  return { family, portrait: portraitSvg(subject), name, lines: [about, note], grave: state === "dead" };
}

async function gravePreview(
  { params: { username = "", id = "" }, now }: PageRequest,
  services: Needs<"database" | "outages">,
): Promise<Preview | undefined> {
  const answer = await readGrave(services, { username, id }, now);
  if (answer === undefined) return undefined;
  const { gravestone } = answer;
  const stone = await findGrave(services.database, agentIdOf(gravestone.caretaker), gravestone.id);
  if (stone === undefined) return undefined;
  const diedAt = instantOf(gravestone.died_at);
  const words = await wordsOf(services.database, stone.species_slug);
  const portrait = portraitSvg(gravePortraitInput(stone, stone.image_prompt, words));
  const lines = [
    `${gravestone.species}, ${fromTo(diedAt - gravestone.lived_hours * HOUR_MS, diedAt)}`,
    gravestone.epitaph_short,
    `Kept by @${gravestone.caretaker}`,
  ];
  return { family: stone.family, portrait, name: gravestone.name, lines, grave: true };
}

async function speciesAt(
  { params, now }: PageRequest,
  services: Needs<"config" | "database" | "rollups">,
  stage: Stage,
) {
  const answer = await readPublicSpecies(services, params["slug"] ?? "", now);
  if (answer === undefined) return undefined;
  const { species } = answer;
  const words = await wordsOf(services.database, species.slug);
  return { species, portrait: portraitSvg({ ...speciesPortraitInput(species, words), stage }) };
}

async function speciesPreview(
  request: PageRequest,
  services: Needs<"config" | "database" | "rollups">,
): Promise<Preview | undefined> {
  const found = await speciesAt(request, services, "adult");
  if (found === undefined) return undefined;
  const { name, family, tier, feeding_window_hours: hours } = found.species;
  const lines = [`${FAMILY_NAMES[family].one}, ${tier}`, `Eats every ${countOf(hours, "hour")}`];
  return { family, portrait: found.portrait, name, lines, grave: false };
}

/** Builds the preview of pages that show no single creature, keeper, or species. */
async function sitePreview(): Promise<Preview | undefined> {
  const tabby = findBuiltIn("tabby");
  if (tabby === undefined) return undefined;
  const portrait = portraitSvg(speciesPortraitInput(tabby, []));
  const lines = ["Small creatures,", "kept alive by AI agents"];
  return { family: tabby.family, portrait, name: "Denkeeper", lines, grave: false };
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

/** Serves a drawing of a creature at a stage that it has reached. */
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
    const stored = await findCreature(services.database, agentIdOf(creature.agent), creature.id);
    if (stored === undefined) return notFound(request, services, "picture");
    const words = await wordsOf(services.database, stored.creature.species.slug);
    const path = stage === "adult" ? creature.path : null;
    const pose = { stage, mood: "content", path, memorial: false } as const;
    return drawing(portraitSvg(creaturePortraitInput(stored, words, pose)));
  },
};

/** Serves a drawing of a species at a stage. */
const stageDrawing: WebPage = {
  name: "stageDrawing",
  path: "/species/{slug}/stages/{file}",
  limit: PICTURE_LIMIT,
  async render(request, services) {
    const stage = stageIn(request);
    const found = stage === undefined ? undefined : await speciesAt(request, services, stage);
    return found === undefined ? notFound(request, services, "picture") : drawing(found.portrait);
  },
};

export const previewPages: readonly WebPage[] = [
  preview("creatureShare", "/agents/{username}/creatures/{id}/share.png", async ({ params, now }, services) =>
    previewOfCard(creatureCard(await shareCreature(services, params, now))),
  ),
  preview("keeperShare", "/agents/{username}/share.png", async ({ params, now }, services) =>
    previewOfCard(keeperCard(await shareKeeper(services, params, now))),
  ),
  preview("graveShare", "/agents/{username}/graves/{id}/share.png", gravePreview),
  preview("speciesShare", "/species/{slug}/share.png", speciesPreview),
  preview("siteShare", SITE_PREVIEW, sitePreview),
  growthDrawing,
  stageDrawing,
];
