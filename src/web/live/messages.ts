// The messages of live streams: small, made once for all pages that get them, and only from what everyone may see.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { News } from "../../app/live/live-hub.ts";
import type { Look } from "../../app/live/look.ts";
import { livingEntryView } from "../../endpoints/house/living.get/view.ts";
import type { Tiding } from "../../store/rollups/live.ts";
import { waitWords } from "../components/den.ts";
import { chips } from "../components/mood.ts";
import { html } from "../html.ts";
import { creatureUrl, faceUrl } from "../urls.ts";
import type { CreatureMessage, HouseMessage, LiveDen, LiveTiding } from "./shapes.ts";

const GONE = { dead: "Has died", released: "Was released", unknown: "No longer here", living: "", egg: "" } as const;

function denOf({ id, fate, entry, act }: Look, now: number): LiveDen {
  if (entry === undefined) return { id, wait: GONE[fate], asleep: false, waiting: false, act };
  const view = livingEntryView(entry, now);
  return {
    id,
    mood: String(chips(view, now)),
    wait: String(html`${waitWords(view, now)}`),
    left: String(html`${waitWords(view, now, true)}`),
    src: faceUrl(view),
    asleep: view.mood === "sleeping" || view.resting_until !== null,
    waiting: typeof view.without_care_since === "string",
    act,
  };
}

const CARE_WORDS: Readonly<Record<CareAction, string>> = {
  feed: "was fed",
  play: "played with its keeper",
  clean: "was cleaned",
  medicine: "got medicine",
  discipline: "was taught",
  sleep: "was put to bed",
  reflect: "was thought of",
};

const KIND_WORDS = {
  adopt: "was adopted as an egg",
  hatch: "hatched",
  death: "died",
  resurrect: "was called back",
} as const;

function tidingOf({ kind, action, agent, creatureId, name, at }: Tiding): LiveTiding {
  const words = kind !== "care" ? KIND_WORDS[kind] : action === null ? "was cared for" : CARE_WORDS[action];
  return { text: `${name} ${words}`, href: creatureUrl({ agent, id: creatureId }), at, kind };
}

/** Pages that show the same get the same text. */
const made = new WeakMap<Look, string>();

function denText(look: Look, now: number): string {
  const text = made.get(look) ?? JSON.stringify(denOf(look, now));
  made.set(look, text);
  return text;
}

export function houseMessage({ now, looks, tidings, lists }: News): string {
  const message: HouseMessage = {
    now,
    ...(tidings.length === 0 ? {} : { tidings: tidings.map(tidingOf) }),
    ...(lists === undefined ? {} : { state: lists }),
  };
  const text = JSON.stringify(message);
  if (looks.length === 0) return text;
  return `${text.slice(0, -1)},"dens":[${looks.map((look) => denText(look, now)).join(",")}]}`;
}

export function creatureMessage({ now, looks: [look], isFirst }: News): string {
  const message: CreatureMessage = {
    now,
    ...(look === undefined ? {} : { state: look.state, act: look.act }),
    ...(isFirst ? {} : { changed: true }),
  };
  return JSON.stringify(message);
}
