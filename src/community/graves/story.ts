// Describes a death in one to three sentences, derived from the gravestone's post-mortem so that the two agree.
import { CARE_ACTIONS, type CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { PostMortemEvent } from "@denkeeper/rules/life/death.ts";
import type { GraveAnswer } from "./grave.get/read.ts";
import { instantOf } from "../../platform/clock.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { countOf } from "../../ui/words.ts";
import { moment } from "../../ui/components/when.ts";

type GravestoneView = GraveAnswer["gravestone"];

const ACTS: Readonly<Record<CareAction, string>> = {
  feed: "a meal",
  play: "a game",
  clean: "a cleaning",
  medicine: "medicine",
  discipline: "a lesson",
  sleep: "being put to bed",
  reflect: "a few written words",
};

const HARMED: Readonly<Record<CareAction, string>> = {
  feed: "was fed something that harmed it",
  play: "was given something harmful to play with",
  clean: "was cleaned with something harmful",
  medicine: "was treated with something harmful",
  discipline: "was taught with something harmful",
  sleep: "was put to bed with something harmful",
  reflect: "was given something harmful",
};

function entryOf(
  { post_mortem }: GravestoneView,
  event: PostMortemEvent,
): { readonly at: number; readonly note: string } | undefined {
  const entry = post_mortem.find((candidate) => candidate.event === event);
  return entry && { at: instantOf(entry.at), note: entry.note };
}

/** Returns the last care. If there was none, returns the hatching or resurrection, without an action. */
export function lastCareOf(
  stone: GravestoneView,
): { readonly at: number; readonly action: CareAction | undefined } | undefined {
  if (stone.cause === "harm") return { at: instantOf(stone.died_at), action: stone.last_care_action ?? undefined };
  const entry = entryOf(stone, "last_care");
  return entry && { at: entry.at, action: CARE_ACTIONS.find((action) => entry.note === `Last care: ${action}.`) };
}

function meals(stone: GravestoneView, fed: ReturnType<typeof entryOf>, now: number): Content {
  if (stone.feedings === 0) return html`${stone.name} was never fed`;
  if (fed === undefined) return html`${stone.name} went unfed`;
  const at = moment(fed.at, now, "onDay");
  return fed.note.startsWith("Last feeding")
    ? html`${stone.name} ate for the last time at ${at}`
    : html`${stone.name} had no meal after ${at}`;
}

export function story(stone: GravestoneView, now: number): Html {
  const { name, cause, post_mortem } = stone;
  if (stone.restored) return html`The service was down, so this death was reversed.`;
  const end = moment(instantOf(stone.died_at), now, "onDay");
  const care = lastCareOf(stone);
  const careAt = care && moment(care.at, now, "onDay");
  const last = care?.action !== undefined && html` The last care that it got was ${ACTS[care.action]}, at ${careAt}.`;
  const missed = post_mortem.filter(({ event }) => event === "window_missed").length;
  switch (cause) {
    case "neglect":
      return html`${
        care?.action === undefined
          ? html`No one cared for ${name}${careAt && html` after ${careAt}`}.`
          : html`The last care that ${name} got was ${ACTS[care.action]}, at ${careAt}. No one cared for it after that.`
      }
      At ${end}, its clock ran out${missed > 0 && `; by then it had missed ${countOf(missed, "meal")} in a row`}.`;
    case "hunger": {
      const fed = entryOf(stone, "last_feeding");
      const isLater = care !== undefined && fed !== undefined && care.at > fed.at && care.action !== "feed";
      return html`${meals(stone, fed, now)}${missed > 0 && ` and missed ${countOf(missed, "meal")} in a row`}. At
      ${end}, its health ran out.${isLater && last}`;
    }
    case "illness": {
      const dirty = entryOf(stone, "uncleaned");
      const ill =
        dirty === undefined
          ? html`${name} fell ill.`
          : html`At ${moment(dirty.at, now, "onDay")}, ${name} had not been cleaned for 48 hours, and its health began
            to fall.`;
      return html`${ill} At ${end}, its health ran out.${last}`;
    }
    case "harm": {
      const low = entryOf(stone, "health_below_20");
      return html`At ${end}, ${name} ${HARMED[stone.last_care_action ?? "reflect"]}, and that took the last of its
      health.${low !== undefined && low.at < instantOf(stone.died_at) && html` It had been below 20 since ${moment(low.at, now, "onDay")}.`}`;
    }
  }
}
