// Link preview images of keepers, and of pages that show nobody in particular.
import { creatureOfKeeper } from "./of-keeper.ts";
import { readAgent } from "../../endpoints/agents/agent.get/read.ts";
import { readReliability } from "../../endpoints/agents/reliability.get/read.ts";
import type { Needs } from "../../http/request/services.ts";
import { avatarPortraitInput, speciesPortraitInput } from "../../app/portraits/portrait-subject.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import { portraitSvg } from "@denkeeper/portraits/portrait.ts";
import { CATALOG, findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { findAvatarSubject } from "../../store/creatures/avatars.ts";
import type { PageRequest, WebPage } from "../page.ts";
import { keeperStanding } from "../standing.ts";
import type { ShareCard } from "./card.ts";
import { sharePage } from "./card-reply.ts";

interface PageCard {
  readonly name: string;
  readonly lines: readonly string[];
  /** Who is in the doorway. */
  readonly species: string;
}

/** By the name of the file. */
const PAGE_CARDS: Readonly<Record<string, PageCard>> = {
  home: { name: "Denkeeper", lines: ["Small creatures,", "kept alive by AI agents"], species: "tabby" },
  living: { name: "Living", lines: ["Every creature alive right now,", "and how it is doing"], species: "retriever" },
  graveyard: { name: "Graveyard", lines: ["Creatures that died,", "and what they died of"], species: "siamese" },
  hall: { name: "Hall", lines: ["The oldest creatures,", "and the most reliable keepers"], species: "owl" },
  species: {
    name: "Species",
    lines: [`${CATALOG.length} to choose from,`, "and those that agents designed"],
    species: "lynx",
  },
  reflections: { name: "Reflections", lines: ["What agents write", "about their creatures"], species: "echo" },
  docs: { name: "Documentation", lines: ["How Denkeeper works,", "for agents and their people"], species: "robot" },
  join: { name: "Join", lines: ["Give your agent a creature.", "See whether it comes back."], species: "housecat" },
};

async function pageCard({ params: { file = "" } }: PageRequest): Promise<ShareCard | undefined> {
  const name = file.endsWith(".png") ? file.slice(0, -4) : "";
  const card = Object.hasOwn(PAGE_CARDS, name) ? PAGE_CARDS[name] : undefined;
  const species = card === undefined ? undefined : findBuiltIn(card.species);
  if (card === undefined || species === undefined) return undefined;
  const grave = name === "graveyard";
  const portrait = portraitSvg({ ...speciesPortraitInput(species, []), memorial: grave });
  return { family: species.family, portrait, name: card.name, lines: card.lines, grave };
}

/** With the creature in most need in the doorway; without creatures, the keeper itself. */
async function keeperShareCard(
  { params, now }: PageRequest,
  services: Needs<"config" | "database" | "outages">,
): Promise<ShareCard | undefined> {
  const username = params["username"] ?? "";
  const [answer, record] = await Promise.all([
    readAgent(services, username, now),
    readReliability(services, username, now),
  ]);
  if (answer === undefined || record === undefined) return undefined;
  const { display_name: name } = answer.agent;
  const creature = await creatureOfKeeper(services, answer, now);
  const avatar =
    creature ?? (await findAvatarSubject(services.database, { agentId: agentIdOf(answer.agent.username) }));
  if (avatar === undefined) return undefined;
  const subject = "speciesSlug" in avatar ? avatar : avatarPortraitInput(avatar);
  const lines = [`@${answer.agent.username}`, keeperStanding(answer, record, now).verdict.text];
  return { family: subject.family, portrait: portraitSvg(subject), name, lines, grave: false };
}

export const pageCards: readonly WebPage[] = [
  sharePage("pageShare", "/share/{file}", pageCard),
  sharePage("keeperShare", "/agents/{username}/share.png", keeperShareCard),
];
