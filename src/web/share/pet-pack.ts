// Pet packs: a ZIP file with a folder that coding agents with pets read, of a species or of a creature as it is now. A
// worker draws the sheet when it is first asked for; until it is stored, the answer is 202.
import { createHash } from "node:crypto";
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { requestPetSheet, sheetName } from "../../app/portraits/pet-sheet.ts";
import { speciesPortraitInput, wordsOf } from "../../app/portraits/portrait-subject.ts";
import { findPicturedSpecies } from "../../endpoints/pictures/species.ts";
import type { Limit } from "../../contracts/kit/contract.ts";
import { JSON_TYPE, type Reply, type RequestContext } from "../../http/message/request-context.ts";
import type { Services } from "../../http/request/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import { noPicture } from "../../http/respond/picture-reply.ts";
import { knowsTag } from "../../http/respond/tags.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { shown } from "../answer.ts";
import { MARK_DRAWING } from "../components/icons.ts";
import { html } from "../html.ts";
import { replyOf, wantsHtml } from "../page-route.ts";
import { a } from "../words.ts";
import { seenCreature } from "./of-creature.ts";
import { zipOf } from "./zip.ts";

/** Each may cost seconds of a worker and a stored file of 300 KB, so there are far fewer than of other pictures. */
const LIMIT: Limit = { by: "ip", max: 120, windowSeconds: 3600, counter: "pet_packs" };
/** A creature grows, and drawings get better. */
const CACHED = "public, max-age=300";
const DRAWING_SECONDS = 3;
const BUSY_SECONDS = 60;
const LONGEST_ID = 48;

interface Pet {
  /** The name of its folder: small letters, digits and hyphens. */
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly input: PortraitInput;
}

/** Words as a part of an id; empty if nothing of them is left. */
function folderName(words: string): string {
  return words
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, LONGEST_ID - "denkeeper--01234567".length)
    .replace(/-$/, "");
}

async function petOfSpecies({ params }: RouteCall, { database }: Services): Promise<Pet> {
  const species = await findPicturedSpecies(database, params["slug"] ?? "");
  return {
    id: `denkeeper-${folderName(species.slug)}`,
    displayName: species.name,
    description: `${species.name} from Denkeeper, where creatures live in real time.`,
    input: speciesPortraitInput(species, await wordsOf(database, species.slug)),
  };
}

/** Its id stays the same for life, so the pack of an adult replaces that of the child. The dead are drawn as they lived. */
async function petOfCreature({ params, request }: RouteCall, services: Services): Promise<Pet> {
  const seen = await seenCreature(services, params, request.now);
  if (seen === undefined) throw noPicture("This agent has no public creature with that id.");
  const { keeper, subject } = seen;
  const { id, name, species, stage } = seen.now.creature;
  const called = folderName(name) || folderName(species.slug);
  return {
    id: `denkeeper-${called}-${id.slice(-8)}`,
    displayName: name,
    description: `${name}, ${a(species.name)} kept by @${keeper} on Denkeeper. Drawn as ${a(stage)}.`,
    input: { ...subject, mood: "content", memorial: false },
  };
}

/** These fields and no others: some players refuse what they do not know. */
function manifestOf({ id, displayName, description }: Pet, looks: boolean): string {
  const version = looks ? { spriteVersionNumber: 2 } : {};
  return `${JSON.stringify({ id, displayName, description, ...version, spritesheetPath: "spritesheet.webp" }, null, 2)}\n`;
}

const WAIT = { "retry-after": String(DRAWING_SECONDS) };

/** For browsers: a page that asks again on its own, until the answer is the file. */
async function drawingPage({ displayName }: Pet, request: RequestContext, { config }: Services): Promise<Reply> {
  const head = { title: `Drawing ${displayName}`, description: "A pet pack is being drawn." };
  const main = html`<section class="wrap lost">
    <span class="lost__door" aria-hidden="true">${MARK_DRAWING}</span>
    <div>
      <h1>Drawing ${displayName}</h1>
      <p class="lede">No one has asked for this pack before. Your download starts in a few seconds.</p>
    </div>
  </section>`;
  const page = shown(head, { baseUrl: config.baseUrl, now: request.now }, main);
  const headers = { ...WAIT, refresh: String(DRAWING_SECONDS) };
  return replyOf({ ...page, status: 202, cacheControl: "no-store", headers }, request);
}

function stillDrawing(): Reply {
  const message = "The pack is being drawn. Ask again in a few seconds.";
  return {
    status: 202,
    text: JSON.stringify({ status: "drawing", message, retry_after_seconds: DRAWING_SECONDS }),
    headers: { ...WAIT, "content-type": JSON_TYPE, "cache-control": "no-store" },
  };
}

function tooManyWaiting(): Failure {
  return Failure.general("busy", {
    suggestion: "Many pet packs are being drawn. Ask for this one again in a minute.",
    retryAfterSeconds: BUSY_SECONDS,
    headers: { "retry-after": String(BUSY_SECONDS) },
  });
}

function packRoute(
  name: string,
  path: Route["path"],
  petOf: (call: RouteCall, services: Services) => Promise<Pet>,
): Route {
  return {
    name,
    method: "GET",
    path,
    limit: LIMIT,
    crossOrigin: true,
    async answer(call, services) {
      const { request } = call;
      const looks = new URLSearchParams(request.search).get("looks") === "1";
      const pet = await petOf(call, services);
      const job = { input: pet.input, looks };
      const manifest = manifestOf(pet, looks);
      const etag = `"${createHash("sha256")
        .update(`${sheetName(job)} ${manifest}`)
        .digest("base64url")}"`;
      const headers = {
        "cache-control": CACHED,
        "content-disposition": `attachment; filename="${pet.id}.zip"`,
        "content-type": "application/zip",
        etag,
      };
      if (knowsTag(request, etag)) return { status: 304, text: "", headers };
      const sheet = await requestPetSheet(services, job);
      if ("isQueued" in sheet) {
        if (!sheet.isQueued) throw tooManyWaiting();
        return wantsHtml(request) ? drawingPage(pet, request, services) : stillDrawing();
      }
      const zip = zipOf([
        { path: `${pet.id}/pet.json`, bytes: Buffer.from(manifest) },
        { path: `${pet.id}/spritesheet.webp`, bytes: sheet },
      ]);
      return { status: 200, text: new Uint8Array(zip), headers };
    },
  };
}

export const PET_PACK_ROUTES: readonly Route[] = [
  packRoute("speciesPetPack", "/species/{slug}/pet.zip", petOfSpecies),
  packRoute("creaturePetPack", "/agents/{username}/creatures/{id}/pet.zip", petOfCreature),
];
