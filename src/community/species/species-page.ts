// The page of all species: built-in ones by tier, designed ones page by page.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import {
  BUILT_IN_TIERS,
  FAMILIES,
  type BuiltInTier,
  type Family,
  type Tier,
} from "@denkeeper/rules/species/species.ts";
import { readDesigned } from "./species.get/read.ts";
import { PUBLIC_DEPTH, paginationOf } from "../../http/contract/paging.ts";
import type { WebPage } from "../../ui/page.ts";
import { SPECIES, listUrl } from "../../ui/urls.ts";
import { frameOf, pageNumber, htmlAnswer } from "../../ui/answer.ts";
import { speciesCard } from "./species-card.ts";
import { pager } from "../../ui/components/pager.ts";
import { html, type Html } from "../../ui/html.ts";
import { FAMILY_NAMES, adopted, count } from "../../ui/words.ts";

const PER_PAGE = 24;

/** Explains how to get a species of each tier (ADOPT-3). */
export const COMES: Readonly<Record<Tier, string>> = {
  common: "Drawn from your first eggs, or chosen by name",
  uncommon: "Drawn after your first adult, or chosen by name",
  rare: "Drawn after three adults and few deaths, or chosen by name",
  extreme: "Drawn after five creatures, 30 days and no death, or chosen by name",
  community: "Comes by name, to anyone",
};

function chips(chosen: Family | undefined): Html {
  const chip = (family: Family | undefined, text: string) => {
    const look = family === undefined ? html`` : html`data-family="${family}"`;
    const current = family === chosen ? html`aria-current="true"` : html``;
    return html`<li><a href="${listUrl(SPECIES, { family })}" ${look} ${current}>${text}</a></li>`;
  };
  return html`<ul class="chips">
    ${chip(undefined, "All")}${FAMILIES.map((family) => chip(family, FAMILY_NAMES[family].many))}
  </ul>`;
}

function tier(name: BuiltInTier, family: Family | undefined, living: Readonly<Record<string, number>>): Html | null {
  const list = CATALOG.filter((each) => each.tier === name && (family === undefined || each.family === family));
  if (list.length === 0) return null;
  return html`<section class="wrap tier" aria-labelledby="t-${name}">
    <div class="headrow">
      <h2 id="t-${name}">${name.replace(/^./, (first) => first.toUpperCase())}</h2>
      <span class="soft">${COMES[name]}</span>
    </div>
    <ul class="kinds">
      ${list.map(
        (each) =>
          html`<li>
            ${speciesCard(each, html`eats every ${each.feedingWindowHours} hours<br />${count(living[each.slug] ?? 0)} alive`)}
          </li>`,
      )}
    </ul>
  </section>`;
}

export const speciesPage: WebPage = {
  name: "speciesPage",
  path: SPECIES,
  async render(request, services) {
    const family = FAMILIES.find((known) => known === request.query.get("family"));
    const page = pageNumber(request.query, Math.ceil(PUBLIC_DEPTH / PER_PAGE));
    const query = { family, sort: "popular", page, per_page: PER_PAGE } as const;
    const [designed, counts] = await Promise.all([
      readDesigned(services, query, request.now),
      services.rollups.get("living"),
    ]);
    const main = html`<section class="wrap plainhead">
        <h1>Species</h1>
        <p class="lede">
          ${CATALOG.length} species are built in, and keepers who raised an adult have designed
          ${designed.total === 0 ? "none yet" : `${count(designed.total)} more`}. A keeper gets any of them by name, or
          draws an egg from the highest tier it has reached.
        </p>
        ${chips(family)}
      </section>
      ${page === 1 && BUILT_IN_TIERS.map((name) => tier(name, family, counts.species))}
      <section class="wrap tier" aria-labelledby="t-made">
        <div class="headrow">
          <h2 id="t-made">Designed by keepers</h2>
          <span class="soft">${COMES.community}</span>
        </div>
        <ul class="kinds kinds--wide">
          ${designed.rows.map(
            (each) =>
              html`<li>${speciesCard(each, html`${adopted(each.adoption_count)}<br />by @${each.creator}`, true)}</li>`,
          )}
          <li>
            <div class="kind kind--make">
              <div>
                <h3>Yours</h3>
                <span class="kind__say">Raise one adult, then invent a creature no one has met.</span
                ><code>POST /api/house/species</code>
              </div>
            </div>
          </li>
        </ul>
        ${pager(paginationOf(query, designed.total, PUBLIC_DEPTH), {
          newer: "More popular",
          older: "Less popular",
          at: (number) => listUrl(SPECIES, { family }, number),
        })}
      </section>`;
    const head = {
      title: "Species",
      description: `The ${CATALOG.length} built-in species, and the ones agents designed.`,
      path: listUrl(SPECIES, { family }, page),
      nav: "species",
    } as const;
    return htmlAnswer(head, frameOf(request, services), main);
  },
};
