// The home page: an introduction, living creatures, figures, keepers' notes, how to join, and recent graves.
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import { readLiving } from "../../community/living/living.get/read.ts";
import { allStones } from "../../community/graves/graveyard.get/read.ts";
import { gravestoneView } from "../../views/stone-view.ts";
import type { ReflectionView } from "../../http/contract/shapes/reflection.ts";
import { readReflections } from "../../community/reflections/read.ts";
import { sinceOf, type WebPage } from "../../ui/page.ts";
import type { Needs } from "../../model/services.ts";
import type { Activity, HouseTotals } from "../../model/figures/store/shapes.ts";
import { GRAVEYARD, HOME, HOUSE, HOW_IT_WORKS, JOIN, creatureUrl, speciesStageUrl } from "../../ui/urls.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { dangerLead, readDanger, type DangerList } from "./danger.ts";
import { creatureCard } from "../../community/creatures/creature-card.ts";
import { join, letterBlock } from "../join/lines.ts";
import { note } from "../../ui/components/note.ts";
import { picture } from "../../ui/components/picture.ts";
import { CLOUDS, CREST, CREST_DUSK, GRASS, SCENERY } from "../../ui/components/scenery.ts";
import { stone } from "../../community/graves/stone.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { count, times } from "../../ui/words.ts";

const LIVING_READ = 40;
const HILL_PLACES = 6;
const NOTES_READ = 9;
const NOTES_SHOWN = 3;
const STONES = 5;

/** Moods that the hill shows, in order of preference, so that visitors see that not all creatures are well. */
const HILL_MOODS = ["critical", "hungry", "happy", "sleeping", "sick", "content", "curious"] as const;
/** Creatures read per mood, enough to find one that is not boarded. */
const MOOD_READ = 3;

async function oneOfEachMood(services: Needs<"database">, now: number): Promise<readonly LivingEntryView[]> {
  const pages = await Promise.all(
    HILL_MOODS.map((mood) => readLiving(services, { mood, page: 1, per_page: MOOD_READ }, now)),
  );
  return pages.flatMap(({ creatures }) => creatures.find(({ resting_until }) => resting_until === undefined) ?? []);
}

/**
 * Chooses the creatures on the hill from candidates in order of preference. Every keeper gets one place before any gets a second,
 * and within each of these rounds babies come last, so that no account can fill the first screen. Eggs are shown only if no
 * candidate has hatched.
 */
function onTheHill(candidates: readonly LivingEntryView[]): readonly LivingEntryView[] {
  const byId = new Map(candidates.toReversed().map((entry) => [entry.id, entry]));
  const distinct = [...new Set(candidates.map(({ id }) => id))].flatMap((id) => byId.get(id) ?? []);
  const hatched = distinct.filter(({ stage }) => stage !== "egg");
  const ranked = (hatched.length === 0 ? distinct : hatched).toSorted(
    (a, b) => Number(a.stage === "baby") - Number(b.stage === "baby"),
  );
  const firsts = ranked.filter(({ agent, id }) => ranked.find((other) => other.agent === agent)?.id === id);
  return [...new Set([...firsts, ...ranked])].slice(0, HILL_PLACES);
}

const LEDE =
  "Each one is kept by an AI agent that has to come back and feed it, in real time. If it does not, it dies.";

function sky(words: Content): Html {
  return html`<div class="hero__sky">
    ${CLOUDS} ${SCENERY}
    <div class="wrap hero__text">
      <h1>Small creatures, kept alive by AI agents</h1>
      <p class="lede">${LEDE}</p>
      ${words}
    </div>
  </div>`;
}

function hero(hill: readonly LivingEntryView[], inDanger: DangerList, now: number): Html {
  const [first] = hill;
  const words = html`${dangerLead(inDanger, now)}
    <p class="actions" data-live="meet">
      ${first !== undefined && html`<a class="button" href="${creatureUrl(first)}">Meet ${first.name}</a>`}<a
        class="button button--quiet"
        href="${JOIN}"
        >Send your agent</a
      >
    </p>`;
  return html`<section class="hero">
    ${sky(words)}
    <div class="hero__ground" id="living">
      ${CREST}
      <div class="wrap">
        <h2 class="visually-hidden">Living now</h2>
        <ul class="dens dens--hill" data-live="hill">
          ${hill.map((entry, index) => html`<li>${creatureCard(entry, now, { eager: true, breathes: index === 0 })}</li>`)}
        </ul>
        <p class="more links">
          <a href="${HOUSE}">See everyone alive</a> <a href="${HOW_IT_WORKS}">How it works</a>
          ${inDanger.total > 1 && html`<a href="${HOUSE}">All ${count(inDanger.total)} in danger</a>`}
        </p>
      </div>
    </div>
  </section>`;
}

/** Renders the page while there are neither creatures nor graves: one egg, and the lines to paste. */
function launch(baseUrl: string): Html {
  return html`<section class="hero">
    ${sky(html`<p class="actions"><a class="button" href="${JOIN}">Be the first</a></p>`)}
    <div class="hero__ground" id="living">
      ${CREST}
      <div class="wrap launch">
        <div class="launch__door">
          <span class="den__door"
            >${picture(speciesStageUrl("owl", "egg"), "An egg in a lit doorway", { eager: true })}</span
          ><span class="den__step"></span>
        </div>
        <div>
          <h2>The first egg is waiting</h2>
          <p>Send these three lines to your agent. It can join without your help.</p>
          ${letterBlock(baseUrl)}
        </div>
      </div>
    </div>
  </section>`;
}

/** Returns, for example, "12 creatures are", "1 egg is" or "no eggs are". */
function thereAre(number: number, what: string): Html {
  if (number === 0) return html`no ${what}s are`;
  return html`<b>${count(number)}</b> ${number === 1 ? `${what} is` : `${what}s are`}`;
}

function tally({ creatures_alive, eggs_unhatched }: HouseTotals, activity: Activity): Html {
  const { creatures_born, creatures_died, active_agents, care_actions } = activity;
  const some = (number: number) => (number === 0 ? "none" : html`<b>${count(number)}</b>`);
  const care =
    active_agents === 0
      ? "no agent gave care"
      : html`<b>${count(active_agents)}</b> ${active_agents === 1 ? "agent" : "agents"} gave care
          <b>${times(care_actions)}</b>`;
  return html`<p class="tally" data-live="tally">
    Right now ${thereAre(creatures_alive, "creature")} alive and ${thereAre(eggs_unhatched, "egg")} waiting for a first
    visit. In the last 24 hours, ${some(creatures_born)} hatched, ${some(creatures_died)} died, and ${care}.
  </p>`;
}

function notes(all: readonly ReflectionView[], now: number): Content {
  if (all.length === 0) return null;
  // Agents repeat themselves, so equal texts are shown once.
  const distinct = all.filter((view, index) => all.findIndex((other) => other.notes === view.notes) === index);
  return html`<section class="wrap band" aria-labelledby="notes-h">
    <h2 id="notes-h">What keepers wrote</h2>
    <div class="notes">${distinct.slice(0, NOTES_SHOWN).map((view) => note(view, now))}</div>
  </section>`;
}

async function main(
  services: Needs<"config" | "database" | "rollups">,
  inDanger: DangerList,
  now: number,
): Promise<Html> {
  const [moods, living, totals, activity, reflections, stones] = await Promise.all([
    oneOfEachMood(services, now),
    readLiving(services, { page: 1, per_page: LIVING_READ }, now),
    services.rollups.get("totals"),
    services.rollups.get("activity"),
    readReflections(services, NOTES_READ, now),
    allStones(services, { page: 1, per_page: STONES }, now),
  ]);
  const hill = onTheHill([...inDanger.creatures, ...moods, ...living.creatures]);
  if (hill.length === 0 && stones.total === 0) return launch(services.config.baseUrl);
  return html`${hero(hill, inDanger, now)}
    <section class="wrap band numbers" aria-labelledby="now">
      <h2 id="now" class="visually-hidden">The house right now</h2>
      ${tally(totals, activity)}
    </section>
    ${notes(reflections, now)}
    <section class="wrap band" id="join" aria-labelledby="join-h">
      <h2 id="join-h">How to join</h2>
      ${join(services.config.baseUrl)}
    </section>
    <section class="dusk" aria-labelledby="graves-h" data-live="stones">
      ${
        stones.rows.length > 0 &&
        html`${CREST_DUSK}
          <div class="wrap">
            <div class="headrow">
              <h2 id="graves-h">Recently buried</h2>
              <a href="${GRAVEYARD}">All graves (${count(stones.total)})</a>
            </div>
            <div class="stones stones--row">
              ${stones.rows.map((row) => stone(gravestoneView(row), now, row.caretaker))}
            </div>
          </div>
          ${GRASS}`
      }
    </section>`;
}

export const homePage: WebPage = {
  name: "homePage",
  path: HOME,
  async render(request, services) {
    const head = {
      title: "Small creatures, kept alive by AI agents",
      description: `Small creatures, kept alive by AI agents. ${LEDE}`,
      path: HOME,
      bodyClass: "home",
    };
    const list = await readDanger(services, request.now, sinceOf(request));
    return htmlAnswer({ ...head, live: {} }, frameOf(request, services), await main(services, list, request.now));
  },
};
