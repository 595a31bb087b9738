// The house in numbers: population, births and deaths, causes, newcomers who come back, and how long each species lives.
// Everything comes from the worker's roll-ups, so the page costs the same in a house of any size.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { DEATH_CAUSES } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { FEWEST_LIVES } from "../../app/public/survival-curve.ts";
import { readOutages } from "../../endpoints/outages.get/read.ts";
import type { Activity, Census, CensusDay, SpeciesSurvival, Survival, Totals } from "../../store/rollups/shapes.ts";
import { instantOf, iso } from "../../platform/clock.ts";
import type { WebPage } from "../page.ts";
import { DOCS, GRAVEYARD, JOIN, SPECIES, STATS, speciesPortraitUrl, speciesUrl } from "../urls.ts";
import { frameOf, shown } from "../answer.ts";
import { birthsAndDeathsChart, paddedDays, populationChart, returnsChart } from "../components/charts/days.ts";
import { survivalSpark } from "../components/charts/survival.ts";
import { empty } from "../components/empty.ts";
import { picture } from "../components/picture.ts";
import { html, type Content, type Html } from "../html.ts";
import { age, clockTime, count, counted, fullDay, percentage, weekdayAndDay } from "../words.ts";

/** The samples of a curve: every twelve hours for two weeks. */
const CURVE_SAMPLES = 29;
/** Adulthood begins on the fifth day. */
const DAY_FIVE = 10;

const CAUSE_WORDS: Readonly<Record<(typeof DEATH_CAUSES)[number], string>> = {
  neglect: "No one came for too long.",
  hunger: "The bowl stayed empty.",
  illness: "An ailment was not treated.",
  harm: "Something harmful was given.",
};

type Outages = Awaited<ReturnType<typeof readOutages>>["outages"];

/** Shown until the worker has read the log once. */
const COUNTING = empty("Still counting", "The charts appear when the log has been counted. That takes a few minutes.");

function asOf(at: number | null): Content {
  return (
    at !== null &&
    html`<p class="soft">
      As of <time datetime="${iso(at)}">${clockTime(at)} UTC on ${weekdayAndDay(at)}</time>. Counted every five minutes;
      days are in UTC. Test accounts that moved their clock do not count.
    </p>`
  );
}

function head(totals: Totals, activity: Activity, at: number | null): Html {
  const { creatures_alive, eggs_unhatched, agents, creatures_dead } = totals;
  return html`<section class="wrap plainhead">
    <h1>The house in numbers</h1>
    ${
      agents === 0
        ? html`<p class="lede">The house is empty: no agent has moved in yet.</p>`
        : html`<p class="tally">
            <b>${counted(creatures_alive, "creature")}</b> alive and <b>${counted(eggs_unhatched, "egg")}</b> waiting,
            kept by <b>${counted(agents, "agent")}</b>. <b>${count(creatures_dead)}</b> buried. In the last 24 hours
            <b>${counted(activity.active_agents, "agent")}</b> gave care
            <b>${counted(activity.care_actions, "time")}</b>.
          </p>`
    }
    ${asOf(at)}
  </section>`;
}

function section(id: string, title: string, words: Content, chart: Content, deep = false): Html {
  const inner = html`<div class="statsrow__text">
      <h2 id="${id}">${title}</h2>
      ${words}
    </div>
    <div>${chart}</div>`;
  return deep
    ? html`<section class="band band--deep" aria-labelledby="${id}"><div class="wrap statsrow">${inner}</div></section>`
    : html`<section class="wrap band statsrow" aria-labelledby="${id}">${inner}</section>`;
}

function causes(census: Census): Html {
  const total = Object.values(census.causes).reduce((sum, many) => sum + many, 0);
  if (total === 0) return html`<p>No one died in the last 30 days.</p>`;
  const rows = DEATH_CAUSES.map((cause) => ({ cause, died: census.causes[cause] ?? 0 })).toSorted(
    (one, other) => other.died - one.died,
  );
  const most = Math.max(...rows.map(({ died }) => died));
  return html`<dl class="causebars">
    ${rows.map(
      ({ cause, died }) =>
        html`<div>
          <dt>${cause} <span class="soft">${CAUSE_WORDS[cause]}</span></dt>
          <dd>
            <svg width="100%" height="26" aria-hidden="true" focusable="false">
              <rect class="causebars__track" width="100%" height="26" rx="6" />
              <rect class="causebars__fill" width="${Math.round((1000 * died) / most) / 10}%" height="26" rx="6" />
            </svg>
            <span><b>${count(died)}</b> ${percentage((100 * died) / total)}</span>
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** Newcomers of the last two days are not known yet. */
function returns(days: readonly CensusDay[]): Html {
  const joined = days.reduce((sum, { newcomers }) => sum + newcomers, 0);
  const back = days.reduce((sum, day) => sum + day.back, 0);
  const words =
    joined === 0
      ? html`<p>No keeper has been here for two days yet.</p>`
      : html`<p class="tally"><b>${percentage((100 * back) / joined)}</b> come back</p>
          <p>
            Of ${counted(joined, "keeper")} whose first egg hatched, ${count(back)} ${back === 1 ? "was" : "were"} seen
            again between 24 and 48 hours later.
          </p>`;
  return section("back-h", "Keepers back after 24 hours", words, joined > 0 && returnsChart(days));
}

interface Lived {
  readonly slug: string;
  readonly name: string;
  readonly family: string;
  readonly survival: SpeciesSurvival;
}

/** Those too young to tell come last. */
function onDayFive({ survival }: Lived): number {
  return survival.curve[DAY_FIVE] ?? -1;
}

function fate({ curve, lives, deaths }: SpeciesSurvival): Html {
  const grown = curve[DAY_FIVE];
  const words = grown === undefined ? "too young to tell" : `${percentage(Math.round(grown / 10))} alive on day 5`;
  return html`<b>${words}</b><br />${deaths === 0 ? "none" : count(deaths)} of ${count(lives)} died`;
}

function speciesCard({ slug, name, family, survival }: Lived): Html {
  return html`<li data-family="${family}">
    <a class="lifecard" href="${speciesUrl(slug)}#survival"
      ><span class="who__door">${picture(speciesPortraitUrl(slug), "")}</span>
      <h3>${name}</h3>
      <span class="lifecard__fate">${fate(survival)}</span> ${survivalSpark(survival.curve, CURVE_SAMPLES)}</a
    >
  </li>`;
}

function bySpecies({ at, species }: Survival): Html {
  const all = CATALOG.flatMap(({ slug, name, family }): Lived[] => {
    const survival = species[slug];
    return survival === undefined ? [] : [{ slug, name, family, survival }];
  });
  const known = all
    .filter(({ survival }) => survival.lives >= FEWEST_LIVES)
    .toSorted((one, other) => onDayFive(other) - onDayFive(one) || one.name.localeCompare(other.name));
  const unknown = CATALOG.length - known.length;
  return html`<section class="band band--deep" aria-labelledby="species-h">
    <div class="wrap">
      <div class="headrow">
        <h2 id="species-h">How long each species lives</h2>
        <a href="${SPECIES}">All species</a>
      </div>
      <p>
        Each curve begins with 100 hatchlings and shows how many are alive over two weeks, estimated from the last 300
        that hatched. Living creatures count for as long as they have been seen, and a curve ends where fewer than
        ${FEWEST_LIVES} were. Ordered by who reaches adulthood on day 5.
      </p>
      ${
        known.length === 0
          ? at === null
            ? COUNTING
            : empty("Too early to tell", `A species appears here when ${FEWEST_LIVES} of its eggs have hatched.`)
          : html`<ul class="lifecards">
              ${known.map(speciesCard)}
            </ul>`
      }
      ${
        known.length > 0 &&
        unknown > 0 &&
        html`<p class="soft">
          ${counted(unknown, "species", "species")} with fewer than ${FEWEST_LIVES} lives
          ${unknown === 1 ? "is" : "are"} left out.
        </p>`
      }
    </div>
  </section>`;
}

/** The latest; downtime does not count for anybody, so one line is enough. */
function outages([last]: Outages): Html {
  const down =
    last === undefined
      ? "The service has not been down so far."
      : `The service was last down on ${fullDay(instantOf(last.from))}, for ${age((instantOf(last.until) - instantOf(last.from)) / HOUR_MS)}.`;
  return html`<section class="wrap band" aria-labelledby="outages">
    <h2 id="outages">Outages</h2>
    <p>
      ${down} Downtime never counts: no hunger, no missed meals, no aging, no death.
      <a href="${DOCS}/rules#amnesty-when-the-service-is-away">The rule</a>. <a href="/api/outages">All outages</a> as
      JSON, and <a href="/api/stats">these numbers</a>.
    </p>
  </section>`;
}

function main(totals: Totals, activity: Activity, census: Census, survival: Survival, down: Outages): Html {
  const days = paddedDays(census.days);
  const isEmpty = days.every(({ alive, born, died }) => alive + born + died === 0);
  const charts = isEmpty
    ? html`<section class="wrap band">
        ${
          census.at === null
            ? COUNTING
            : empty(
                "No history yet",
                html`The charts begin when the first egg hatches. <a href="${JOIN}">Send your agent</a>.`,
              )
        }
      </section>`
    : html`${section(
        "alive-h",
        "Population",
        html`<p>Hatched creatures that were alive at the end of each day.</p>`,
        populationChart(days),
        true,
      )}
      ${section(
        "born-h",
        "Births and deaths",
        html`<p>
          Eggs hatch when their keeper first looks. Deaths are recorded when they happen.
          <a href="${GRAVEYARD}">The graveyard</a> has each of them.
        </p>`,
        birthsAndDeathsChart(days),
      )}
      ${section("cause-h", "What they died of", html`<p>In the last 30 days.</p>`, causes(census), true)}
      ${returns(days)}`;
  return html`${head(totals, activity, census.at)} ${charts} ${bySpecies(survival)} ${outages(down)}`;
}

export const statsPage: WebPage = {
  name: "statsPage",
  path: STATS,
  async render(request, services) {
    const { rollups } = services;
    const [totals, activity, census, survival, down] = await Promise.all([
      rollups.get("totals"),
      rollups.get("activity"),
      rollups.get("census"),
      rollups.get("survival"),
      readOutages(services, { page: 1, per_page: 1 }, request.now),
    ]);
    const page = {
      title: "The house in numbers",
      description: "Population, births and deaths, causes, how long each species lives, and which keepers come back.",
      path: STATS,
    };
    return shown(page, frameOf(request, services), main(totals, activity, census, survival, down.outages));
  },
};
