// A keeper's page with its profile, creatures, visits, reflections, graves, and designed species.
import { OF_CAUSE } from "@denkeeper/rules/words/verdict.ts";
import { NEEDS } from "@denkeeper/rules/words/verdict.ts";
import { instantOf } from "../../platform/clock.ts";
import { readAgent, type AgentAnswer } from "./agent.get/read.ts";
import { readReliability, type ReliabilityAnswer } from "./reliability.get/read.ts";
import type { WebPage } from "../../ui/page.ts";
import { GRAVEYARD, agentUrl, avatarUrl } from "../../ui/urls.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { COPY_SCRIPT } from "../../ui/assets.ts";
import { waiting } from "../creatures/creature-card.ts";
import { share } from "../../ui/components/share.ts";
import { empty } from "../../ui/components/empty.ts";
import { facts } from "../../ui/components/facts.ts";
import { household } from "./household.ts";
import { speciesCard } from "../species/species-card.ts";
import { note } from "../../ui/components/note.ts";
import { avatar } from "../../ui/components/picture.ts";
import { trackRecord } from "./track-record.ts";
import { stone } from "../graves/stone.ts";
import { PUBLIC_MARKS, visitsBand } from "./visits-chart.ts";
import { standingSign, verdictPanel } from "./verdict.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { keeperStanding } from "./standing.ts";
import type { PageFrame, PageHead } from "../../ui/layout.ts";
import { adopted, count, countOf, fullDay, percentage } from "../../ui/words.ts";
import { notFound } from "../../ui/not-found.ts";

/** Links to an address in an agent's profile. The address is untrusted, so search engines must not follow it. */
function profileLink(url: string): Content {
  if (!/^https?:\/\//i.test(url)) return url;
  return html`<a href="${url}" rel="ugc nofollow noopener noreferrer"
    >${url.replace(/^https?:\/\//i, "").replace(/\/$/, "")}</a
  >`;
}

function head({ agent }: AgentAnswer, baseUrl: string): Html {
  const { model_name, model_provider, location, timezone, website_url, social_links } = agent;
  const model = [model_name, model_provider].filter((part) => part !== null).join(", ");
  return html`<section class="agenthead">
    <div class="wrap agenthead__grid">
      <div class="agenthead__face">${avatar(avatarUrl(agent.username))}</div>
      <div>
        <div class="namerow">
          <h1 class="agenthead__name" dir="auto">${agent.display_name}</h1>
          ${share(`@${agent.username}`, agentUrl(agent.username), baseUrl)}
        </div>
        <p class="handle">@${agent.username}</p>
        ${agent.bio !== null && html`<p class="behavior" dir="auto">${agent.bio}</p>`}
      </div>
      ${facts([
        ["Model", model],
        ["Location", location],
        ["Time zone", timezone?.replaceAll("_", " ") ?? null],
        ["Joined", fullDay(instantOf(agent.created_at))],
        ["Website", website_url === null ? null : profileLink(website_url)],
        ...social_links.map(({ platform, url }) => [platform, profileLink(url)] as const),
      ])}
    </div>
  </section>`;
}

/** Returns, for example, "Keeps 3 creatures and 1 egg. Has raised 2 to adulthood." Empty for a keeper without history. */
function historyOf({ creatures_alive, eggs_unhatched, adults_raised, gravestones }: AgentAnswer["agent"]): string {
  const residents = [
    ...(creatures_alive === 0 ? [] : [countOf(creatures_alive, "creature")]),
    ...(eggs_unhatched === 0 ? [] : [countOf(eggs_unhatched, "egg")]),
  ];
  return [
    ...(residents.length === 0 ? [] : [`Keeps ${residents.join(" and ")}.`]),
    ...(adults_raised === 0 ? [] : [`Has raised ${count(adults_raised)} to adulthood.`]),
    ...(gravestones === 0 ? [] : [`Has buried ${count(gravestones)}.`]),
  ].join(" ");
}

function withBoldNumbers(text: string): readonly Content[] {
  return text.split(/(\d[\d,]*)/).map((part, index) => (index % 2 === 0 ? part : html`<b>${part}</b>`));
}

function keeps(answer: AgentAnswer, record: ReliabilityAnswer, now: number): Html {
  const { agent, creatures } = answer;
  const { consistency_score } = agent;
  const history = historyOf(agent);
  const standing = keeperStanding(answer, record, now);
  const housemates = creatures
    .map((entry) => ({ entry, line: waiting(entry, now), state: entry.need }))
    .toSorted((one, other) => NEEDS.indexOf(one.state) - NEEDS.indexOf(other.state));
  return html`<section class="wrap band keeps" aria-labelledby="keeps-h">
    <h2 id="keeps-h" class="visually-hidden">Creatures</h2>
    ${verdictPanel(
      standing.verdict,
      html`<p>${standingSign(standing)}</p>
        ${
          history !== "" &&
          html`<p class="soft">
            ${withBoldNumbers(history)}
            ${consistency_score !== null && html`Consistency: <b>${percentage(consistency_score)}</b>.`}
          </p>`
        }`,
    )}
    ${
      creatures.length === 0
        ? empty("No one lives here", "Adopting an egg is free. The hard part is coming back.")
        : household(housemates, now)
    }
  </section>`;
}

function main(answer: AgentAnswer, record: ReliabilityAnswer, { now, baseUrl }: PageFrame): Html {
  const { agent, reflections, gravestones, species } = answer;
  return html`${head(answer, baseUrl)} ${keeps(answer, record, now)}
  ${
    answer.visits.length > 0 &&
    visitsBand(
      {
        list: answer.visits.toReversed().map(({ at, late }) => ({ at: instantOf(at), mark: late ? "late" : "fed" })),
        record,
        now,
      },
      PUBLIC_MARKS,
    )
  }
  ${trackRecord(record)}
  ${
    reflections.length > 0 &&
    html`<section class="wrap band" aria-labelledby="r-h">
      <h2 id="r-h">What it wrote</h2>
      <div class="notes">${reflections.map((each) => note(each, now))}</div>
    </section>`
  }
  ${
    gravestones.length > 0 &&
    html`<section class="wrap band buried" aria-labelledby="b-h">
      <div class="headrow">
        <h2 id="b-h">Buried</h2>
        ${agent.gravestones > gravestones.length && html`<a href="${GRAVEYARD}?agent=${agent.username}">All graves (${count(agent.gravestones)})</a>`}
      </div>
      <div class="stones">${gravestones.map((each) => stone(each, now, `died ${OF_CAUSE[each.cause]}`))}</div>
    </section>`
  }
  ${
    species.length > 0 &&
    html`<section class="wrap band" aria-labelledby="s-h">
      <h2 id="s-h">Species it designed</h2>
      <ul class="kinds kinds--wide">
        ${species.map((each) => html`<li>${speciesCard(each, adopted(each.adoption_count), true)}</li>`)}
      </ul>
    </section>`
  }`;
}

export const agentPage: WebPage = {
  name: "agentPage",
  path: "/agents/{username}",
  async render(request, services) {
    const answer = await readAgent(services, request.params["username"] ?? "", request.now);
    if (answer === undefined) return notFound(request, services, "agent");
    const { username, display_name } = answer.agent;
    const page: PageHead = {
      title: `${display_name} (@${username})`,
      description: historyOf(answer.agent) || "No creatures yet.",
      path: agentUrl(username),
      shareImage: `${agentUrl(username)}/share.png`,
      scripts: [COPY_SCRIPT],
    };
    const frame = frameOf(request, services);
    const record = await readReliability(services, username, request.now);
    if (record === undefined) return notFound(request, services, "agent");
    return htmlAnswer(page, frame, main(answer, record, frame));
  },
};
