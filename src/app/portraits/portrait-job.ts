// The studio: draws or has painted what a job asks for, keeps the picture and then says where it is. Done twice it
// gives the same rows; whatever fails leaves the previous portrait where it is.
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { avatarSvg, portraitSvg } from "@denkeeper/portraits/portrait.ts";
import { renderWebp } from "@denkeeper/portraits/render.ts";
import type { RemoteImages } from "../../providers/images/remote.ts";
import type { PictureStore } from "../../providers/pictures/store.ts";
import { sha256Of } from "../../providers/pictures/store.ts";
import { findAvatarSitter, saveAvatar } from "../../store/creatures/avatars.ts";
import type { Db } from "../../store/db/db.ts";
import type { AvatarJob, PortraitJob } from "../../store/creatures/portrait-jobs.ts";
import { findSitter, savePortrait } from "../../store/creatures/portraits.ts";
import { avatarLikeness, creatureLikeness, paintingPrompt, stagePose, wordsOf } from "./portrait-subject.ts";
import { houseTime } from "../life/time-changes.ts";

/** Large enough for a page about one agent. */
const AVATAR_SIZE = 256;

export interface Studio {
  readonly database: Db;
  readonly pictures: PictureStore;
  /** Undefined when all portraits are drawn. */
  readonly images: RemoteImages | undefined;
  readonly now: () => number;
}

/** Makes the portrait of a creature at a stage, unless there is one. */
export async function makePortrait(studio: Studio, { agentId, creatureId, stage }: PortraitJob): Promise<void> {
  const { database, images } = studio;
  const sitter = await findSitter(database, agentId, creatureId);
  if (sitter === undefined || sitter.stored.creature.releasedAt !== null) return;
  const { stored, keeper, portraits } = sitter;
  const known = portraits.find((portrait) => portrait.stage === stage);
  if (known !== undefined && (known.source === "remote" || images === undefined)) return;
  const words = await wordsOf(database, stored.creature.species.slug);
  const keep = async (webp: Buffer, source: "drawn" | "remote"): Promise<void> => {
    const sha256 = await kept(studio, webp);
    const generatedAt = houseTime(keeper, studio.now());
    await savePortrait(database, {
      agent_id: agentId,
      creature_id: creatureId,
      stage,
      sha256,
      source,
      generated_at: generatedAt,
    });
  };
  const likeness = creatureLikeness(stored, words, stagePose(stored.creature, stage));
  if (images === undefined) return keep(await drawn(likeness), "drawn");
  try {
    await keep(await images.paint(paintingPrompt(stored, words, stage)), "remote");
  } catch (thrown) {
    // Nobody waits for an image model to be seen at all: the first portrait is drawn while the queue tries on.
    if (portraits.length === 0) await keep(await drawn(likeness), "drawn");
    throw thrown;
  }
}

/** Draws the avatar of an agent, unless it brought one or has one. */
export async function makeAvatar(studio: Studio, { agentId }: AvatarJob): Promise<void> {
  const sitter = await findAvatarSitter(studio.database, agentId);
  if (sitter === undefined || sitter.avatarUrl !== null || sitter.sha256 !== null) return;
  const webp = await renderWebp(avatarSvg(avatarLikeness(sitter)), AVATAR_SIZE);
  await saveAvatar(studio.database, agentId, await kept(studio, webp), studio.now());
}

async function drawn(likeness: PortraitInput): Promise<Buffer> {
  return renderWebp(portraitSvg(likeness));
}

/** The picture is there before any row names it. */
async function kept({ pictures }: Studio, webp: Buffer): Promise<string> {
  const sha256 = sha256Of(webp);
  await pictures.put(sha256, webp);
  return sha256;
}
