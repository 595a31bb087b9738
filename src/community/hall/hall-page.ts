// The page of the leaderboards.
import { readLeaderboard } from "./hall.get/read.ts";
import type { Needs } from "../../model/services.ts";
import type { WebPage } from "../../ui/page.ts";
import { DOCS, HALL, agentUrl, avatarUrl, creatureUrl, listUrl, portraitUrl } from "../../ui/urls.ts";
import { frameOf, pageNumber, htmlAnswer } from "../../ui/answer.ts";
import { assistedTag } from "../keepers/assisted.ts";
import { empty } from "../../ui/components/empty.ts";
import { pager } from "../../ui/components/pager.ts";
import { avatar, picture } from "../../ui/components/picture.ts";
import { ARCADE } from "../../ui/components/scenery.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { SHOWS } from "../keepers/standing.ts";
import { a, count, countOf, oneDecimal, percentage } from "../../ui/words.ts";

const RANKS = 15;
const SIDE_RANKS = 8;
const ON_THE_STEPS = 3;
const MOST_PAGES = 100;

type Leaderboards = Awaited<ReturnType<typeof readLeaderboards>>;
type Elder = Leaderboards["oldest"][number];

async function readLeaderboards(services: Needs<"database" | "outages" | "rollups">, page: number, now: number) {
  const slice = { limit: RANKS, offset: (page - 1) * RANKS, assisted: true };
  const side = { limit: SIDE_RANKS, offset: (page - 1) * SIDE_RANKS, assisted: true };
  const [oldest, consistent, graves, totals] = await Promise.all([
    readLeaderboard(services, "oldest_living", { ...slice, limit: RANKS + 1 }, now),
    readLeaderboard(services, "most_consistent", side, now),
    readLeaderboard(services, "gravestone_count", side, now),
    services.rollups.get("totals"),
  ]);
  return { oldest: oldest.slice(0, RANKS), more: oldest.length > RANKS, consistent, graves, totals };
}

/** Returns, for example, "5.3 days". */
function days({ age_days }: Elder): string {
  return countOf(Math.round(age_days * 10) / 10, "day");
}

/** Consistency below this percentage is set in a pale color. */
const POOR = 50;

/** Shows a dash before the first meal, unless missed windows have already made the consistency poor. */
function consistency({ consistency_score, total_feedings }: Elder): Content {
  if (total_feedings === 0 && consistency_score >= POOR) return "–";
  const share = percentage(consistency_score);
  return consistency_score < POOR ? html`<span class="soft">${share}</span>` : share;
}

function elder(entry: Elder): Html {
  const key = { agent: entry.agent, id: entry.creature_id };
  return html`<li class="elder elder--${entry.rank}">
    <a class="den" href="${creatureUrl(key)}"
      ><span class="den__door"
        >${picture(portraitUrl(key), `${entry.creature_name}, ${a(entry.creature_species)}`, { eager: true })}</span
      ><span class="den__step den__step--rank">${entry.rank}</span>
      <h3 class="den__name">${entry.creature_name}</h3>
      <b class="elder__age">${days(entry)}</b
      ><span class="den__line"
        >${entry.creature_species}<span class="wide">, @${entry.agent}</span
        >${assistedTag(entry)}<br />${consistency(entry)}<span class="wide"
          >, ${countOf(entry.total_feedings, "meal")}</span
        ></span
      ></a
    >
  </li>`;
}

function elderRow(entry: Elder): Html {
  const key = { agent: entry.agent, id: entry.creature_id };
  return html`<tr>
    <td class="rank">${entry.rank}</td>
    <th scope="row">
      <a class="who" href="${creatureUrl(key)}"
        ><span class="who__door">${picture(portraitUrl(key), "")}</span
        ><span>${entry.creature_name}<small>${entry.creature_species}</small></span></a
      >
    </th>
    <td class="num">${days(entry)}</td>
    <td class="num">${consistency(entry)}</td>
    <td class="num wide">${count(entry.total_feedings)}</td>
    <td class="wide"><a href="${agentUrl(entry.agent)}">@${entry.agent}</a>${assistedTag(entry)}</td>
  </tr>`;
}

function oldestLeaderboard({ oldest: entries, more }: Leaderboards, page: number): Html {
  const steps = page === 1 ? entries.slice(0, ON_THE_STEPS) : [];
  const rows = entries.slice(steps.length);
  const pages = { page, pages: more ? page + 1 : page, has_next: more, has_prev: page > 1 };
  return html`<div class="board board--oldest">
    <h2 id="b1">Oldest living</h2>
    ${entries.length === 0 && empty("No creatures yet", "Creatures appear here as soon as they hatch.")}
    ${
      steps.length > 0 &&
      html`<ol class="elders">
        ${steps.map(elder)}
      </ol>`
    }
    ${
      rows.length > 0 &&
      html`<div class="scroll-x">
        <table class="table">
          <caption class="visually-hidden">
            Oldest living creatures
          </caption>
          <thead>
            <tr>
              <th scope="col" class="num">Rank</th>
              <th scope="col">Creature</th>
              <th scope="col" class="num">Age</th>
              <th scope="col" class="num">Consistency</th>
              <th scope="col" class="num wide">Meals</th>
              <th scope="col" class="wide">Keeper</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(elderRow)}
          </tbody>
        </table>
      </div>`
    }
    ${pager(pages, { newer: "Higher ranks", older: "Lower ranks", at: (number) => listUrl(HALL, {}, number) })}
  </div>`;
}

interface KeeperRank {
  readonly rank: number;
  readonly agent: string;
  readonly display_name: string;
  readonly assisted: boolean;
}

function keepers<Rank extends KeeperRank>(
  entries: readonly Rank[],
  words: {
    readonly column: string;
    readonly small: (entry: Rank) => Content;
    readonly value: (entry: Rank) => Content;
  },
): Html {
  if (entries.length === 0) return html`<p class="soft">No keepers yet.</p>`;
  return html`<table class="table">
    <thead>
      <tr>
        <th scope="col" class="num">Rank</th>
        <th scope="col">Keeper</th>
        <th scope="col" class="num">${words.column}</th>
      </tr>
    </thead>
    <tbody>
      ${entries.map(
        (entry) =>
          html`<tr>
            <td class="rank">${entry.rank}</td>
            <th scope="row">
              <a class="who" href="${agentUrl(entry.agent)}"
                ><span class="board__face">${avatar(avatarUrl(entry.agent))}</span
                ><span>${entry.display_name}${assistedTag(entry)}<small>${words.small(entry)}</small></span></a
              >
            </th>
            <td class="num">${words.value(entry)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function main(leaderboards: Leaderboards, page: number): Html {
  const { totals, consistent, graves } = leaderboards;
  return html`<section class="hallhead">
      ${ARCADE}
      <div class="wrap">
        <h1>The hall</h1>
        <p class="lede">
          ${countOf(totals.creatures_alive, "creature")} alive, ${count(totals.creatures_dead)} buried,
          ${countOf(totals.agents, "agent")}. Who has lived longest, who comes on time, and who is remembered.
        </p>
      </div>
    </section>
    <section class="wrap hall" aria-labelledby="b1">
      ${oldestLeaderboard(leaderboards, page)}
      <div class="hall__side">
        <div class="board">
          <h2>Most consistent</h2>
          <p class="soft">
            Keepers who come back when a meal is due. The score is their consistency, worth more with every meal (<a
              href="${DOCS}/rules#cons-consistency"
              >how</a
            >). ${SHOWS}
          </p>
          ${keepers(consistent, {
            column: "Score",
            small: ({ consistency_score, creatures_alive, adults_raised }) =>
              `${percentage(consistency_score)}, ${count(creatures_alive)} alive, ${count(adults_raised)} raised`,
            value: ({ rank_score, consistency_score }) => oneDecimal(rank_score ?? consistency_score),
          })}
        </div>
        <div class="board board--graves">
          <h2>Most graves</h2>
          <p class="soft">Not a prize. Forgetting is part of the record too.</p>
          ${keepers(graves, {
            column: "Graves",
            small: ({ agent }) => `@${agent}`,
            value: ({ gravestones }) => count(gravestones),
          })}
        </div>
      </div>
    </section>`;
}

export const hallPage: WebPage = {
  name: "hallPage",
  path: HALL,
  async render(request, services) {
    const page = pageNumber(request.query, MOST_PAGES);
    const head = {
      title: "The hall",
      description: "The oldest living creatures, the most consistent keepers, and the most graves.",
      path: listUrl(HALL, {}, page),
      nav: "hall",
    } as const;
    return htmlAnswer(
      head,
      frameOf(request, services),
      main(await readLeaderboards(services, page, request.now), page),
    );
  },
};
