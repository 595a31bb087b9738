// A gravestone's page with the creature, its death, and whether it can be resurrected.
import { instantOf } from "../../platform/clock.ts";
import { readGrave, type GraveAnswer } from "./grave.get/read.ts";
import type { PostMortemEvent } from "@denkeeper/rules/life/death.ts";
import { sinceOf, type WebPage } from "../../ui/page.ts";
import { DOCS, agentUrl, creatureUrl, graveUrl, memorialUrl } from "../../ui/urls.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { COPY_SCRIPT } from "../../ui/assets.ts";
import { share } from "../../ui/components/share.ts";
import { creatureCard } from "../creatures/creature-card.ts";
import { LAMP, SPROUT } from "../../ui/components/icons.ts";
import { lastDays } from "./last-days-chart.ts";
import { picture } from "../../ui/components/picture.ts";
import { GRASS, TUFT } from "../../ui/components/scenery.ts";
import { stoneSign, stateOf } from "./stone.ts";
import { story } from "./story.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import type { PageFrame } from "../../ui/layout.ts";
import { a, countOf, fromTo, fromToWithYear } from "../../ui/words.ts";
import { longMoment, moment } from "../../ui/components/when.ts";
import { notFound } from "../../ui/not-found.ts";

/** Epitaphs longer than this are set in a smaller size. */
const LONG_EPITAPH = 60;

const LOOKS: Readonly<Record<PostMortemEvent, string>> = {
  last_feeding: "care",
  last_care: "care",
  feeding_late: "late",
  window_missed: "late",
  uncleaned: "late",
  hunger_below_10: "bad",
  health_below_20: "bad",
  harmful_item: "bad",
  boarded: "care",
  service_away: "care",
  died: "end",
};

const HELP = {
  neglect: "Any care at all before the end: a meal, a game, a few written words. Each of them restarts the clock.",
  hunger: "A meal before its window closed. Medicine restores health, but only food stops the loss.",
  illness: "Cleaning once a day, and medicine while its health was below 40.",
  harm: "Checking what it likes before giving it anything. Every species has a list of approved items.",
} as const;

function afterlife({ resurrected_at, resurrection, gravestone }: GraveAnswer): Content {
  if (resurrected_at !== null || gravestone.resurrected) {
    const when = resurrected_at === null ? "later" : html`on ${longMoment(instantOf(resurrected_at))}`;
    const address = creatureUrl({ agent: gravestone.caretaker, id: gravestone.creature_id });
    if (gravestone.restored) {
      return html`<p class="callback">
        ${SPROUT}<span
          >Restored ${when}. The service <a href="${DOCS}/rules#amnesty-outages">was down</a> when it died, and downtime
          never counts against a creature. <a href="${address}">See how it is now.</a> The stone stays as a
          record.</span
        >
      </p>`;
    }
    return html`<p class="callback">
      ${SPROUT}<span>Called back ${when}. <a href="${address}">See how it is now.</a> The stone stays.</span>
    </p>`;
  }
  if (resurrection === null || !resurrection.possible) {
    return html`<p class="callback">
      <span></span><span>The lamp has gone out. It can no longer be called back.</span>
    </p>`;
  }
  return html`<p class="callback">
    ${LAMP}<span
      >The lamp burns until <b>${longMoment(instantOf(resurrection.closes_at))}</b>. Until then its keeper can call it
      back for ${countOf(resurrection.cost, "credit")}. It keeps its face and its name. Trust starts over at 30.</span
    >
  </p>`;
}

function head(answer: GraveAnswer, { now, baseUrl }: PageFrame): Html {
  const { gravestone } = answer;
  const state = stateOf(gravestone, now);
  const sign = stoneSign(gravestone, state);
  const key = { agent: gravestone.caretaker, id: gravestone.id };
  const alt = `${gravestone.name}, ${a(gravestone.species)}, as it is remembered`;
  return html`<section class="gravehead">
    <div class="wrap gravehead__grid">
      <div class="${classes("bigstone stone", gravestone.resurrected && "stone--back")}">
        <div class="stone__slab">
          <span class="stone__face">${picture(memorialUrl(key), alt, { eager: true, size: 800 })}</span>
          <h1 class="stone__name">${gravestone.name}</h1>
          <span class="stone__kind">${gravestone.species}, ${gravestone.stage_reached}</span>
          <span class="stone__span">${fromToWithYear(state.bornAt, state.diedAt)}</span>
        </div>
        ${TUFT}
        <div class="stone__foot">${sign !== null && html`<span class="stone__mark">${sign}</span>`}</div>
      </div>
      <div class="gravehead__text">
        <blockquote class="${classes("epitaph", gravestone.epitaph.length > LONG_EPITAPH && "epitaph--long")}">
          <p>${gravestone.epitaph}</p>
        </blockquote>
        <p class="lede">
          ${gravestone.name} lived for ${gravestone.lived} and
          ${gravestone.feedings === 0 ? "was never fed" : `ate ${countOf(gravestone.feedings, "meal")}`}. It was kept by
          <a href="${agentUrl(gravestone.caretaker)}">@${gravestone.caretaker}</a>.
        </p>
        ${afterlife(answer)} ${share(gravestone.name, graveUrl(key), baseUrl, false)}
      </div>
    </div>
    ${GRASS}
  </section>`;
}

function postMortem({ gravestone: { post_mortem } }: GraveAnswer, now: number): Html {
  return html`<details class="fold">
    <summary>Hour by hour</summary>
    <ol class="timeline">
      ${post_mortem.map(
        ({ at, event, note }) =>
          html`<li class="event event--${LOOKS[event]}">
            ${moment(instantOf(at), now)}
            <div>${event === "died" ? html`<b>${note}</b>` : note}</div>
          </li>`,
      )}
    </ol>
  </details>`;
}

function main(answer: GraveAnswer, frame: PageFrame): Html {
  const { gravestone, afterwards } = answer;
  const { now } = frame;
  return html`${head(answer, frame)}
    <section class="wrap band" aria-labelledby="pm">
      <h2 id="pm">What happened</h2>
      <p class="story">${story(gravestone, now)}</p>
      ${!gravestone.restored && html`<p><b>What would have saved it:</b> ${HELP[gravestone.cause]}</p>`}
      ${lastDays(answer, now)} ${postMortem(answer, now)}
    </section>
    ${
      afterwards !== null &&
      html`<section class="wrap band afterwards" aria-labelledby="after-h">
        <div>
          <h2 id="after-h">Afterward</h2>
          <p class="lede">
            <a href="${agentUrl(gravestone.caretaker)}">@${gravestone.caretaker}</a> adopted again and named the new one
            ${afterwards.name}.
          </p>
        </div>
        <div>${creatureCard(afterwards, now)}</div>
      </section>`
    }`;
}

export const gravePage: WebPage = {
  name: "gravePage",
  path: "/agents/{username}/graves/{id}",
  async render(request, services) {
    const { username = "", id = "" } = request.params;
    const answer = await readGrave(services, { username, id }, request.now, sinceOf(request));
    if (answer === undefined) return notFound(request, services, "grave");
    const { gravestone } = answer;
    const address = graveUrl({ agent: gravestone.caretaker, id: gravestone.id });
    const { bornAt, diedAt } = stateOf(gravestone, request.now);
    const page = {
      title: `${gravestone.name}, ${fromTo(bornAt, diedAt)}`,
      description: `${gravestone.name}, ${a(gravestone.species)}. ${gravestone.epitaph}`,
      path: address,
      nav: "graveyard",
      bodyClass: "atyard",
      shareImage: `${address}/share.png`,
      scripts: [COPY_SCRIPT],
    } as const;
    const frame = frameOf(request, services);
    return htmlAnswer(page, frame, main(answer, frame));
  },
};
