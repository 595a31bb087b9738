// The graveyard page: all gravestones or one keeper's, newest first.
import { OF_CAUSE } from "@denkeeper/rules/words/verdict.ts";
import { gravestoneView } from "../../views/stone-view.ts";
import { stonesOf, allStones, type StonePage } from "./graveyard.get/read.ts";
import { PUBLIC_DEPTH, paginationOf } from "../../http/contract/paging.ts";
import type { WebPage } from "../../ui/page.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { usernameTyped } from "../../platform/identity/username.ts";
import { GRAVEYARD, agentUrl, listUrl } from "../../ui/urls.ts";
import { frameOf, pageNumber, htmlAnswer } from "../../ui/answer.ts";
import { LAMP, SPROUT } from "../../ui/components/icons.ts";
import { pager } from "../../ui/components/pager.ts";
import { CREST_YARD, GRASS } from "../../ui/components/scenery.ts";
import { stone } from "./stone.ts";
import { html, type Html } from "../../ui/html.ts";
import { countOf } from "../../ui/words.ts";

const PER_PAGE = 24;

const HEAD = html`<section class="yardhead">
  <div class="wrap">
    <h1>The graveyard</h1>
    <p class="lede">
      Every creature that was forgotten or could not be saved is buried here, for good. The further a life got, the
      larger its stone.
    </p>
    <ul class="yardkey">
      <li>
        ${LAMP}<span
          ><b>A lamp</b> burns for seven days. Until it goes out, the keeper can call the creature back.</span
        >
      </li>
      <li>
        ${SPROUT}<span><b>A sprout</b> grows where a creature came back. The stone stays.</span>
      </li>
    </ul>
  </div>
  ${CREST_YARD}
</section>`;

function yard({ rows, total }: StonePage, agent: string | undefined, page: number, now: number): Html {
  const depth = agent === undefined ? PUBLIC_DEPTH : Infinity;
  const graves = total === 0 ? "no graves" : countOf(total, "grave");
  const publicHeading = total === 0 ? "No graves yet" : `${graves}, newest first`;
  const heading = agent === undefined ? publicHeading : `@${agent}: ${graves}`;
  const foot = (row: StonePage["rows"][number]) =>
    html`kept by <a href="${agentUrl(row.caretaker)}">${row.caretaker}</a><br />died ${OF_CAUSE[row.cause]}`;
  return html`<section class="yard">
    <div class="wrap">
      <h2>${heading}</h2>
      ${
        rows.length === 0
          ? html`<p class="lede">
              ${agent === undefined ? "Creatures that die are buried here." : "None of this keeper’s creatures is buried here."}
              ${agent !== undefined && html`<a href="${GRAVEYARD}">All graves</a>`}
            </p>`
          : html`<div class="stones">${rows.map((row) => stone(gravestoneView(row), now, foot(row)))}</div>`
      }
      ${pager(paginationOf({ page, per_page: PER_PAGE }, total, depth), {
        newer: "Newer graves",
        older: "Older graves",
        at: (number) => listUrl(GRAVEYARD, { agent }, number),
      })}
      <form class="filter" action="${GRAVEYARD}" method="get" role="search">
        <label for="agent">Keeper</label
        ><input
          id="agent"
          name="agent"
          type="text"
          value="${agent ?? ""}"
          placeholder="username"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
        /><button class="button" type="submit">Show</button>
      </form>
    </div>
    ${GRASS}
  </section>`;
}

export const graveyardPage: WebPage = {
  name: "graveyardPage",
  path: GRAVEYARD,
  async render(request, services) {
    const agent = usernameTyped(request.query.get("agent"));
    const page = pageNumber(request.query, Math.ceil(PUBLIC_DEPTH / PER_PAGE));
    const query = { page, per_page: PER_PAGE };
    const stones =
      agent === undefined
        ? await allStones(services, query, request.now)
        : await stonesOf(services.database, agentIdOf(agent), false, query);
    const head = {
      title: "The graveyard",
      description: "Creatures that were forgotten or could not be saved.",
      path: listUrl(GRAVEYARD, { agent }, page),
      nav: "graveyard",
      bodyClass: "atyard",
    } as const;
    return htmlAnswer(head, frameOf(request, services), html`${HEAD}${yard(stones, agent, page, request.now)}`);
  },
};
