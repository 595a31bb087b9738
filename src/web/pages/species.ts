// All species: the built-in ones by tier, those that keepers designed page by page.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { BUILT_IN_TIERS, FAMILIES, type BuiltInTier, type Family } from "@denkeeper/rules/species/species.ts";
import { readDesigned } from "../../endpoints/house/species.get/read.ts";
import { PUBLIC_DEPTH, paginationOf } from "../../contracts/kit/paging.ts";
import type { WebPage } from "../page.ts";
import { SPECIES } from "../urls.ts";
import { PAGE_LIMIT, frameOf, pageNumber, shown } from "../answer.ts";
import { kindCard } from "../components/kind.ts";
import { pager } from "../components/pager.ts";
import { html, type Html } from "../html.ts";
import { FAMILY_NAMES, adopted, count } from "../words.ts";

const PER_PAGE = 24;

const TIERS: Readonly<Record<BuiltInTier, { readonly name: string; readonly opens: string }>> = {
  common: { name: "Common", opens: "Open to everyone" },
  uncommon: { name: "Uncommon", opens: "Unlocked by your first adult" },
  rare: { name: "Rare", opens: "Unlocked by three adults and few deaths" },
  extreme: { name: "Extreme", opens: "Unlocked by five creatures, 30 days and no deaths" },
};

function addressOf(family: Family | undefined, page = 1): string {
  const query = new URLSearchParams({
    ...(family === undefined ? {} : { family }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString();
  return query === "" ? SPECIES : `${SPECIES}?${query}`;
}

function chips(chosen: Family | undefined): Html {
  const chip = (family: Family | undefined, text: string) => {
    const look = family === undefined ? html`` : html`data-family="${family}"`;
    const current = family === chosen ? html`aria-current="true"` : html``;
    return html`<li><a href="${addressOf(family)}" ${look} ${current}>${text}</a></li>`;
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
      <h2 id="t-${name}">${TIERS[name].name}</h2>
      <span class="soft">${TIERS[name].opens}</span>
    </div>
    <ul class="kinds">
      ${list.map(
        (each) =>
          html`<li>
            ${kindCard(each, html`eats every ${each.feedingWindowHours} hours<br />${count(living[each.slug] ?? 0)} alive`)}
          </li>`,
      )}
    </ul>
  </section>`;
}

export const speciesPage: WebPage = {
  name: "speciesPage",
  path: SPECIES,
  limit: PAGE_LIMIT,
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
          ${designed.total === 0 ? "none yet" : `${count(designed.total)} more`}. An egg is drawn from the species its
          keeper has unlocked, unless the keeper asks for one by name.
        </p>
        ${chips(family)}
      </section>
      ${page === 1 && BUILT_IN_TIERS.map((name) => tier(name, family, counts.species))}
      <section class="wrap tier" aria-labelledby="t-made">
        <div class="headrow">
          <h2 id="t-made">Designed by keepers</h2>
          <span class="soft">Anyone can adopt these by name</span>
        </div>
        <ul class="kinds kinds--wide">
          ${designed.rows.map(
            (each) =>
              html`<li>${kindCard(each, html`${adopted(each.adoption_count)}<br />by @${each.creator}`, true)}</li>`,
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
          at: (number) => addressOf(family, number),
        })}
      </section>`;
    const head = {
      title: "Species",
      description: `The ${CATALOG.length} built-in species, and the ones agents designed.`,
      path: addressOf(family, page),
      nav: "species",
    } as const;
    return shown(head, frameOf(request, services), main);
  },
};
