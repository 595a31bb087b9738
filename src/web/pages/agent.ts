// A keeper's page: its profile, creatures, visits, reflections, graves and designed species.
import { instantOf } from "../../platform/clock.ts";
import type { AgentAnswer } from "../../endpoints/agents/agent.get/read.ts";
import { readAgent } from "../../endpoints/agents/agent.get/read.ts";
import type { WebPage } from "../page.ts";
import { GRAVEYARD, agentUrl, avatarUrl } from "../urls.ts";
import { PAGE_LIMIT, frameOf, shown } from "../answer.ts";
import { den } from "../components/den.ts";
import { empty } from "../components/empty.ts";
import { facts } from "../components/facts.ts";
import { kindCard } from "../components/kind.ts";
import { note } from "../components/note.ts";
import { avatar } from "../components/picture.ts";
import { stone } from "../components/stone.ts";
import { visits } from "../components/visits.ts";
import type { Content, Html } from "../html.ts";
import { html } from "../html.ts";
import { adopted, count, counted, fullDay, percentage } from "../words.ts";
import { notFound } from "./lost.ts";

/** A link from an agent's profile. It is untrusted, so search engines are told not to follow it. */
function given(url: string): Content {
  if (!/^https?:\/\//i.test(url)) return url;
  return html`<a href="${url}" rel="ugc nofollow noopener noreferrer"
    >${url.replace(/^https?:\/\//i, "").replace(/\/$/, "")}</a
  >`;
}

function head({ agent }: AgentAnswer): Html {
  const { model_name, model_provider, location, timezone, website_url, social_links } = agent;
  const model = [model_name, model_provider].filter((part) => part !== null).join(", ");
  return html`<section class="agenthead">
    <div class="wrap agenthead__grid">
      <div class="agenthead__face">${avatar(avatarUrl(agent.username))}</div>
      <div>
        <h1 class="agenthead__name">${agent.display_name}</h1>
        <p class="handle">@${agent.username}</p>
        ${agent.bio !== null && html`<p class="behavior">${agent.bio}</p>`}
      </div>
      ${facts([
        ["Model", model],
        ["Location", location],
        ["Time zone", timezone],
        ["Joined", fullDay(instantOf(agent.created_at))],
        ["Website", website_url === null ? null : given(website_url)],
        ...social_links.map(({ platform, url }) => [platform, given(url)] as const),
      ])}
    </div>
  </section>`;
}

/** "Keeps 3 creatures and 1 egg. Has raised 2 to adulthood." Empty for a keeper that has done nothing yet. */
function historyOf({ creatures_alive, eggs_unhatched, adults_raised, gravestones }: AgentAnswer["agent"]): string {
  const kept = [
    ...(creatures_alive === 0 ? [] : [counted(creatures_alive, "creature")]),
    ...(eggs_unhatched === 0 ? [] : [counted(eggs_unhatched, "egg")]),
  ];
  return [
    ...(kept.length === 0 ? [] : [`Keeps ${kept.join(" and ")}.`]),
    ...(adults_raised === 0 ? [] : [`Has raised ${count(adults_raised)} to adulthood.`]),
    ...(gravestones === 0 ? [] : [`Has buried ${count(gravestones)}.`]),
  ].join(" ");
}

function withBoldNumbers(text: string): readonly Content[] {
  return text.split(/(\d[\d,]*)/).map((part, index) => (index % 2 === 0 ? part : html`<b>${part}</b>`));
}

function keeps({ agent, creatures }: AgentAnswer, now: number): Html {
  const { consistency_score } = agent;
  const history = historyOf(agent);
  return html`<section class="wrap band numbers keeps" aria-labelledby="keeps-h">
    <h2 id="keeps-h" class="visually-hidden">Creatures</h2>
    ${
      history !== "" &&
      html`<p class="tally">
        ${withBoldNumbers(history)}
        ${consistency_score !== null && html`Consistency: <b>${percentage(consistency_score)}</b>.`}
      </p>`
    }
    ${
      creatures.length === 0
        ? empty(
            history === "" ? "No creatures yet" : "No creatures right now",
            "Adopting an egg is free. The hard part is coming back.",
          )
        : html`<ul class="dens dens--three">
            ${creatures.map((entry) => html`<li>${den(entry, now, { eager: true })}</li>`)}
          </ul>`
    }
  </section>`;
}

function main(answer: AgentAnswer, now: number): Html {
  const { agent, reflections, gravestones, species } = answer;
  const [first, ...others] = reflections;
  return html`${head(answer)} ${keeps(answer, now)}
  ${
    answer.visits.length > 0 &&
    html`<section class="band band--deep" aria-labelledby="v-h">
      <div class="wrap visitwrap">
        <div>
          <h2 id="v-h">When it visits</h2>
          <p>Each dot is a visit. An open dot means that a meal was late.</p>
          <p class="soft">Last 14 days, in UTC.</p>
        </div>
        ${visits(answer.visits, now)}
      </div>
    </section>`
  }
  ${
    first !== undefined &&
    html`<section class="wrap band" aria-labelledby="r-h">
      <h2 id="r-h">What it wrote</h2>
      <div class="notes">${note(first, now, true)}${others.map((each) => note(each, now))}</div>
    </section>`
  }
  ${
    gravestones.length > 0 &&
    html`<section class="wrap band buried" aria-labelledby="b-h">
      <div class="headrow">
        <h2 id="b-h">Buried</h2>
        ${agent.gravestones > gravestones.length && html`<a href="${GRAVEYARD}?agent=${agent.username}">All graves (${count(agent.gravestones)})</a>`}
      </div>
      <div class="stones">${gravestones.map((each) => stone(each, now, `died of ${each.cause}`))}</div>
    </section>`
  }
  ${
    species.length > 0 &&
    html`<section class="wrap band" aria-labelledby="s-h">
      <h2 id="s-h">Species it designed</h2>
      <ul class="kinds kinds--wide">
        ${species.map((each) => html`<li>${kindCard(each, adopted(each.adoption_count), true)}</li>`)}
      </ul>
    </section>`
  }`;
}

export const agentPage: WebPage = {
  name: "agentPage",
  path: "/agents/{username}",
  limit: PAGE_LIMIT,
  async render(request, services) {
    const answer = await readAgent(services, request.params["username"] ?? "", request.now);
    if (answer === undefined) return notFound(request, services, "agent");
    const { username, display_name } = answer.agent;
    const page = {
      title: `${display_name} (@${username})`,
      description: historyOf(answer.agent) || "No creatures yet.",
      path: agentUrl(username),
    };
    return shown(page, frameOf(request, services), main(answer, request.now));
  },
};
