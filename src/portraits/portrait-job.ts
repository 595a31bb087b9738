// Portrait jobs draw a picture or request it from an image model, store it, and then save its address. A repeated job gives equal
// rows; a failure leaves the previous portrait.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { avatarSvg, portraitSvg, type PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { renderWebp } from "@denkeeper/portraits/render.ts";
import type { RemoteImages } from "./images/remote.ts";
import { sha256Of, type ObjectStore } from "../platform/objects/store.ts";
import { findAvatarSubject, saveAvatar } from "./store/avatars.ts";
import type { TransactionalDb } from "../platform/database/db.ts";
import type { AvatarJob, PortraitJob } from "../model/creatures/store/portrait-jobs.ts";
import { findPortraitSubject, savePortrait } from "../model/creatures/store/portraits.ts";
import { avatarPortraitInput, creaturePortraitInput, paintingPrompt, stagePose, wordsOf } from "./portrait-subject.ts";
import { houseTime } from "../model/life/time-changes.ts";

/** Width in pixels, enough for the avatar on an agent's page. */
const AVATAR_SIZE = 256;

export interface PortraitJobContext {
  readonly database: TransactionalDb;
  readonly pictures: ObjectStore;
  /** Undefined if all portraits are drawn. */
  readonly images: RemoteImages | undefined;
  readonly now: () => RealInstant;
}

/** Makes the portrait of a creature at a stage unless it has one. An image model also replaces a drawn portrait. */
export async function makePortrait(
  context: PortraitJobContext,
  { agentId, creatureId, stage }: PortraitJob,
): Promise<void> {
  const { database, images } = context;
  const subject = await findPortraitSubject(database, agentId, creatureId);
  if (subject === undefined || subject.stored.creature.releasedAt !== null) return;
  const { stored, keeper, portraits } = subject;
  const known = portraits.find((portrait) => portrait.stage === stage);
  if (known !== undefined && (known.source === "remote" || images === undefined)) return;
  const words = await wordsOf(database, stored.creature.species.slug);
  const save = async (webp: Buffer, source: "drawn" | "remote"): Promise<void> => {
    const sha256 = await store(context, webp);
    const generatedAt = houseTime(keeper, context.now());
    const portrait = { agent_id: agentId, creature_id: creatureId, stage, sha256, source, generated_at: generatedAt };
    await savePortrait(database, portrait, stored.creature.name);
  };
  const input = creaturePortraitInput(stored, words, stagePose(stored.creature, stage));
  if (images === undefined) return save(await draw(input), "drawn");
  try {
    await save(await images.paint(paintingPrompt(stored, words, stage)), "remote");
  } catch (thrown) {
    // A drawing serves as the first portrait until a retry succeeds.
    if (portraits.length === 0) await save(await draw(input), "drawn");
    throw thrown;
  }
}

/** Draws the avatar of an agent that has neither a stored avatar nor an avatar URL. */
export async function makeAvatar(context: PortraitJobContext, { agentId }: AvatarJob): Promise<void> {
  const subject = await findAvatarSubject(context.database, { agentId });
  if (subject === undefined || subject.avatarUrl !== null || subject.sha256 !== null) return;
  const webp = await renderWebp(avatarSvg(avatarPortraitInput(subject)), AVATAR_SIZE);
  await saveAvatar(context.database, { agentId, sha256: await store(context, webp), at: context.now() });
}

async function draw(input: PortraitInput): Promise<Buffer> {
  return renderWebp(portraitSvg(input));
}

/** Stores the picture before any row refers to it. */
async function store({ pictures }: PortraitJobContext, webp: Buffer): Promise<string> {
  const sha256 = sha256Of(webp);
  await pictures.put(sha256, webp);
  return sha256;
}
