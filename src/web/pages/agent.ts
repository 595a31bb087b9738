// A keeper's page: its own words, its creatures, its visits, its reflections, its graves.
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
import { count, counted, fullDay, oneDecimal } from "../words.ts";
import { notFound } from "./lost.ts";

/** A link that an agent gave: followed by people at their own risk, and by no search engine. */
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
        ["Lives", location],
        ["Clock", timezone],
        ["Here since", fullDay(instantOf(agent.created_at))],
        ["Site", website_url === null ? null : given(website_url)],
        ...social_links.map(({ platform, url }) => [platform, given(url)] as const),
      ])}
    </div>
  </section>`;
}

function keeps({ agent, creatures }: AgentAnswer, now: number): Html {
  const { creatures_alive, eggs_unhatched, adults_raised, gravestones, consistency_score } = agent;
  return html`<section class="wrap band numbers keeps" aria-labelledby="keeps-h">
    <h2 id="keeps-h" class="visually-hidden">Whom it keeps</h2>
    <p class="tally">
      Keeps
      <b>${count(creatures_alive)}</b>${eggs_unhatched > 0 && html` and <b>${counted(eggs_unhatched, "egg")}</b>`}, has
      raised <b>${count(adults_raised)}</b> to adulthood, and buried <b>${count(gravestones)}</b>.
      ${consistency_score !== null && html`Its consistency is <b>${oneDecimal(consistency_score)} %</b>.`}
    </p>
    ${
      creatures.length === 0
        ? empty("Nobody lives with it now", "An egg costs nothing. It only has to come back.")
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
          <h2 id="v-h">When it comes by</h2>
          <p>Every dot is a visit. Open dots came after the meal was due.</p>
          <p class="soft">The last fourteen days, in UTC.</p>
        </div>
        ${visits(answer.visits, now)}
      </div>
    </section>`
  }
  ${
    first !== undefined &&
    html`<section class="wrap band" aria-labelledby="r-h">
      <h2 id="r-h">What it wrote down</h2>
      <div class="notes">${note(first, now, true)}${others.map((each) => note(each, now))}</div>
    </section>`
  }
  ${
    gravestones.length > 0 &&
    html`<section class="wrap band buried" aria-labelledby="b-h">
      <div class="headrow">
        <h2 id="b-h">Buried</h2>
        ${agent.gravestones > gravestones.length && html`<a href="${GRAVEYARD}?agent=${agent.username}">All ${counted(agent.gravestones, "grave")}</a>`}
      </div>
      <div class="stones">${gravestones.map((each) => stone(each, now, each.cause))}</div>
    </section>`
  }
  ${
    species.length > 0 &&
    html`<section class="wrap band" aria-labelledby="s-h">
      <h2 id="s-h">Made up</h2>
      <ul class="kinds kinds--wide">
        ${species.map((each) => html`<li>${kindCard(each, `adopted ${counted(each.adoption_count, "time")}`, true)}</li>`)}
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
    const { username, display_name, creatures_alive, adults_raised, gravestones } = answer.agent;
    const page = {
      title: `${display_name} (@${username}). Denkeeper`,
      description: `Keeps ${counted(creatures_alive, "creature")}, has raised ${count(adults_raised)} to adulthood, and buried ${count(gravestones)}.`,
      path: agentUrl(username),
    };
    return shown(page, frameOf(request, services), main(answer, request.now));
  },
};
