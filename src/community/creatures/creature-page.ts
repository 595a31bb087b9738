// A creature's page with its state, death clock, care, and timeline.
import { spanWords } from "@denkeeper/rules/time/spoken.ts";
import { instantOf, iso } from "../../platform/clock.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { readCreature, type CreatureAnswer } from "./creature.get/read.ts";
import type { Stage } from "@denkeeper/rules/creature/creature.ts";
import { sinceOf, type WebPage } from "../../ui/page.ts";
import { agentUrl, creatureUrl, graveUrl, speciesUrl } from "../../ui/urls.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { COPY_SCRIPT } from "../../ui/assets.ts";
import { share } from "../../ui/components/share.ts";
import { facts } from "../../ui/components/facts.ts";
import { growthList } from "./growth-list.ts";
import { card, keeperCard } from "../keepers/keeper-card.ts";
import { marksRow } from "./marks.ts";
import { MOOD_ICONS, SPROUT } from "../../ui/components/icons.ts";
import { lifeChart, lifeLegend } from "./life-chart.ts";
import { moodSignsNow, lookWords, moods } from "./mood.ts";
import { needed } from "./need.ts";
import { portrait } from "./portrait.ts";
import { CREST_UP } from "../../ui/components/scenery.ts";
import { stats, veil } from "./stats-chart.ts";
import { deathClock } from "./death-clock.ts";
import { longMoment, moment } from "../../ui/components/when.ts";
import { timeline } from "./timeline.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import type { PageFrame } from "../../ui/layout.ts";
import { a, age, clockTime, count, countOf, fullDay, percentage, shortHours, times } from "../../ui/words.ts";
import { notFound } from "../../ui/not-found.ts";

/** Names longer than this are set in a smaller size. */
const LONG_NAME = 24;

type PublicCreatureView = CreatureAnswer["creature"];

function summaryLine({ species, species_key, stage, form, age_hours, status }: PublicCreatureView): Html {
  const kind = html`<a href="${speciesUrl(species_key)}">${species}</a>`;
  if (status === "egg") return html`<span>${kind}, an egg that has not hatched yet</span>`;
  const ageWords =
    status === "dead"
      ? `lived ${age(age_hours)}`
      : `${age(age_hours)} old${status === "released" ? " when it left" : ""}`;
  return html`<span>${kind}, ${stage}${form !== null && ` (${form})`}, ${ageWords}</span>`;
}

function currentState(answer: CreatureAnswer, at: number): Content {
  const { creature, now, need, needs, forecast, gravestones } = answer;
  const { status, name, agent, released_at } = creature;
  if (now !== null && need !== null) {
    const veiled = veil(now);
    const isBoarded = now.boarding !== undefined;
    const clock = html`${deathClock(now, needed({ need, needs }), at)}
      <p class="behavior">${now.behavior}</p>
      <p>${feedingWindow(answer, at)} ${rhythm(now)}</p>`;
    return html`${boarded(answer, at) ?? clock} ${stats(now, isBoarded ? [] : forecast)}
      <p class="soft">
        As of <time datetime="${iso(at)}" data-read-at>${clockTime(at)} UTC</time>.
        ${now.hunger !== null && (isBoarded ? "These numbers stay the same while it is boarded." : "These numbers keep changing.")}
        ${veiled}
      </p>`;
  }
  if (status === "egg") {
    return html`<p class="behavior">It hatches when its keeper first looks in. Until then it needs nothing.</p>
      <p>Adopted by <a href="${agentUrl(agent)}">@${agent}</a>. Anyone can look. Only the keeper’s visit counts.</p>`;
  }
  if (status === "released") {
    return html`<p class="behavior">
      ${name} was released, alive${released_at !== null && `, on ${fullDay(instantOf(released_at))}`}. No one knows
      where it lives now.
    </p>`;
  }
  const [stone] = gravestones;
  return html`<p class="behavior">${stone?.epitaph ?? `${name} has died.`}</p>
    ${stone !== undefined && html`<p class="actions"><a class="button" href="${graveUrl({ agent, id: stone.id })}">Visit the grave</a></p>`}`;
}

/** Renders, for example, "Came back on Nov 17, 2026, after 39 h 12 min in the ground. Its grave". */
function cameBack({ creature, gravestones: [stone] }: CreatureAnswer): Html | null {
  if (stone?.resurrected_at === undefined || creature.status === "dead") return null;
  const backAt = instantOf(stone.resurrected_at);
  const dead = backAt - instantOf(stone.died_at);
  return html`<p class="cameback">
    ${SPROUT}<span
      >${
        stone.restored
          ? html`<b>Restored on ${fullDay(backAt)}</b>: the service was down when it died.`
          : html`<b>Came back on ${fullDay(backAt)}</b>, after
              ${dead < 2 * DAY_MS ? spanWords(dead) : age(dead / HOUR_MS)} in the ground.`
      } <a href="${graveUrl({ agent: creature.agent, id: stone.id })}">Its grave</a></span
    >
  </p>`;
}

function spread(answer: CreatureAnswer, at: number, baseUrl: string): Html {
  const { creature, now } = answer;
  const signs = moodSignsNow(answer, at);
  const returnNote = cameBack(answer);
  const alt = `${creature.name}, ${a(creature.stage)} ${creature.species}${now === null ? "" : `, ${lookWords(signs)}`}`;
  return html`<section class="spread">
    <div class="wrap spread__grid">
      <div class="spread__art">
        <span class="den__door den__door--big"
          >${portrait({ ...creature, ...signs }, alt, { eager: true, size: 800 })}</span
        ><span class="den__step"></span>${returnNote !== null && html`<span class="spread__sprout">${SPROUT}</span>`}
      </div>
      <div class="spread__text">
        <div class="namerow">
          <h1 class="${classes("name", creature.name.length > LONG_NAME && "name--long")}">${creature.name}</h1>
          ${creature.status !== "released" && share(creature.name, creatureUrl(creature), baseUrl)}
        </div>
        <p class="spread__line">${now !== null && moods(signs, at)} ${summaryLine(creature)}</p>
        ${marksRow(answer)} ${returnNote} ${currentState(answer, at)}
      </div>
    </div>
    ${CREST_UP}
  </section>`;
}

function feedingWindow({ creature, now }: CreatureAnswer, at: number): Content {
  if (now === null) return null;
  if (now.next_feeding_window !== "open now") {
    return html`A meal counts in full from <b>${moment(instantOf(now.next_feeding_window), at, "clock")}</b>. Before
      then, food is mostly wasted.`;
  }
  const closes = at + (creature.feeding_window_hours - now.hours_since_fed) * HOUR_MS;
  if (now.feeding_status === "due_soon") {
    return html`The feeding window is open until about <b>${moment(closes, at, "clock")}</b>. A meal before then counts
      as on time.`;
  }
  const meal = now.feeding_status === "critical" ? "It missed a meal, and its health is falling" : "Its meal is late";
  const lastMeal =
    creature.total_feedings === 0 ? "has not eaten yet" : `last ate ${spanWords(now.hours_since_fed * HOUR_MS)} ago`;
  return html`<b>${meal}</b>. It ${lastMeal}.`;
}

/** Renders the boarding or leave that stops the death clock. Returns null for a creature at home. */
function boarded({ creature, now }: CreatureAnswer, at: number): Content {
  const { since, until, on_leave: isOnLeave = false } = now?.boarding ?? {};
  if (now === null || since === undefined || until === undefined) return null;
  const remainingMs = instantOf(now.death_clock.dies_at) - instantOf(until);
  return html`<p class="resting">
      ${MOOD_ICONS.sleeping}<span
        >${isOnLeave ? "On leave" : "Boarded"} until <b>${longMoment(instantOf(until))}</b></span
      >
    </p>
    <p>
      ${isOnLeave ? "Its keeper comes on a schedule, and not before that." : "Its keeper is away and arranged boarding."}
      Since ${moment(instantOf(since), at)} all its clocks have been stopped: ${creature.name} does not get hungry, does
      not age and cannot die. After it returns, it dies in
      <b>${spanWords(remainingMs)}</b> unless someone comes.
    </p>`;
}

/** Renders, for example, "Its keeper comes by about every 3.2 hours." */
function rhythm({ care_rhythm }: NonNullable<CreatureAnswer["now"]>): Html {
  const { established, average_hours, decay_multiplier } = care_rhythm;
  return html`${
    established
      ? html`Its keeper comes by about every <b>${countOf(Math.round(average_hours * 10) / 10, "hour")}</b>.`
      : "Its keeper has only just begun to visit."
  }
  ${
    decay_multiplier >= 1.05 &&
    html`Its keeper is away for longer than usual, so it gets hungry <b>${shortHours(decay_multiplier)} times</b> as
      fast.`
  }`;
}

/** Returns the path of the stage's stored portrait, or of its drawing if none is stored. */
function pictureOf({ creature, portraits = [] }: CreatureAnswer, stage: Stage): string {
  const stored = portraits.find((portraitView) => portraitView.stage === stage);
  return stored === undefined ? `${creatureUrl(creature)}/stages/${stage}.svg` : new URL(stored.image_url).pathname;
}

function growing(answer: CreatureAnswer, at: number): Content {
  const { creature } = answer;
  const stages = [
    { stage: "egg", since: creature.adopted_at },
    { stage: "baby", since: creature.became_baby },
    { stage: "child", since: creature.became_child },
    { stage: "teen", since: creature.became_teen },
    { stage: "adult", since: creature.became_adult },
  ] as const;
  const reached = stages.flatMap(({ stage, since }) =>
    since === null
      ? []
      : [
          {
            stage,
            src: pictureOf(answer, stage),
            alt: `${creature.name} as ${a(stage)}`,
            caption: moment(instantOf(since), at),
          },
        ],
  );
  if (reached.length < 2) return null;
  return html`<h2>Growing up</h2>
    ${growthList(reached)}`;
}

function lifeBand({ creature, life }: CreatureAnswer, at: number): Content {
  if (life === null || life.care.length === 0) return null;
  const marks = [
    { at: creature.became_baby, name: "hatched" },
    { at: creature.became_child, name: "child" },
    { at: creature.became_teen, name: "teen" },
    { at: creature.became_adult, name: "adult" },
  ];
  return html`<section class="band band--deep" aria-labelledby="life-h">
    <div class="wrap">
      <div class="headrow">
        <h2 id="life-h">${creature.status === "living" ? "Its life so far" : "Its life"}</h2>
        ${lifeLegend(life)}
      </div>
      ${lifeChart(life, marks, at)}
    </div>
  </section>`;
}

function aboutCard({ creature }: CreatureAnswer): Html {
  const { personality_traits, total_feedings, missed_feedings, consistency_score, resurrections } = creature;
  const hatched = creature.status !== "egg";
  return card(
    `About ${creature.name}`,
    facts([
      ["Personality", personality_traits.join(", ")],
      ["Meals", hatched ? `${count(total_feedings)}, ${count(missed_feedings)} missed` : null],
      ["Consistency", hatched ? percentage(consistency_score) : null],
      ["Feeding window", countOf(creature.feeding_window_hours, "hour")],
      ["Called back", resurrections === 0 ? null : times(resurrections)],
    ]),
  );
}

function main(answer: CreatureAnswer, { now: at, baseUrl }: PageFrame): Html {
  const { keeper, timeline: events } = answer;
  return html`${spread(answer, at, baseUrl)} ${lifeBand(answer, at)}
    <section class="wrap band twocol">
      <div>
        <h2>What happened</h2>
        ${timeline(events, at)} ${growing(answer, at)}
      </div>
      <aside class="sidecol">${keeperCard(keeper)} ${aboutCard(answer)}</aside>
    </section>`;
}

function descriptionOf({ creature, now }: CreatureAnswer): string {
  const { name, species, agent, stage, status, age_hours } = creature;
  if (status === "egg") return `${name} is ${a(species)} egg, adopted by @${agent}.`;
  if (now === null)
    return `${name} was ${a(species)}, kept by @${agent}. It ${status === "dead" ? "died" : "was released"} after ${age(age_hours)}.`;
  const condition = now.boarding === undefined ? now.mood : "boarded";
  return `${name}, ${a(stage)} ${species} kept by @${agent}: ${condition}, ${age(age_hours)} old.`;
}

export const creaturePage: WebPage = {
  name: "creaturePage",
  path: "/agents/{username}/creatures/{id}",
  async render(request, services) {
    const { username = "", id = "" } = request.params;
    const answer = await readCreature(services, { username, id }, request.now, sinceOf(request));
    if (answer === undefined) return notFound(request, services, "creature");
    const { creature } = answer;
    const address = creatureUrl(creature);
    const head = {
      title: `${creature.name}, ${a(creature.species)} kept by @${creature.agent}`,
      description: descriptionOf(answer),
      path: address,
      nav: creature.status === "dead" ? "graveyard" : creature.status === "released" ? undefined : "living",
      bodyClass: "onspread",
      family: creature.family,
      shareImage: `${address}/share.png`,
      scripts: [COPY_SCRIPT],
      live: { whole: true },
    } as const;
    const frame = frameOf(request, services);
    return htmlAnswer(head, frame, main(answer, frame));
  },
};
