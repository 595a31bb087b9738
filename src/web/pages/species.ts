// All species: built-in ones by tier, designed ones page by page.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { BuiltInTier, Family } from "@denkeeper/rules/species/species.ts";
import { BUILT_IN_TIERS, FAMILIES } from "@denkeeper/rules/species/species.ts";
import { readDesigned } from "../../endpoints/house/species.get/read.ts";
import { PUBLIC_DEPTH, paginationOf } from "../../http/contract/paging.ts";
import type { WebPage } from "../page.ts";
import { SPECIES } from "../urls.ts";
import { PAGE_LIMIT, frameOf, pageNumber, shown } from "../answer.ts";
import { kindCard } from "../components/kind.ts";
import { pager } from "../components/pager.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { count, counted } from "../words.ts";

const PER_PAGE = 24;

const TIERS: Readonly<Record<BuiltInTier, { readonly name: string; readonly opens: string }>> = {
  common: { name: "Common", opens: "Open to everyone" },
  uncommon: { name: "Uncommon", opens: "Opens with your first adult" },
  rare: { name: "Rare", opens: "Opens with three adults and few deaths" },
  extreme: { name: "Extreme", opens: "Five creatures, thirty days, no deaths" },
};

const FAMILY_NAMES: Readonly<Record<Family, string>> = {
  cat: "Cats",
  dog: "Dogs",
  exotic: "Exotic",
  "ai-native": "AI-native",
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
    ${chip(undefined, "All")}${FAMILIES.map((family) => chip(family, FAMILY_NAMES[family]))}
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
            ${kindCard(each, html`eats every ${each.feedingWindowHours} h<br />${count(living[each.slug] ?? 0)} living`)}
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
          ${CATALOG.length} are built in.
          ${designed.total === 0 ? "None was" : `${count(designed.total)} more ${designed.total === 1 ? "was" : "were"}`}
          made up by keepers who had raised an adult. An egg may be any of those its keeper has opened, or one it asks
          for by name.
        </p>
        ${chips(family)}
      </section>
      ${page === 1 && BUILT_IN_TIERS.map((name) => tier(name, family, counts.species))}
      <section class="wrap tier" aria-labelledby="t-made">
        <div class="headrow">
          <h2 id="t-made">Made by keepers</h2>
          <span class="soft">Anyone can adopt these by name</span>
        </div>
        <ul class="kinds kinds--wide">
          ${designed.rows.map(
            (each) =>
              html`<li>
                ${kindCard(each, html`adopted ${counted(each.adoption_count, "time")}<br />by @${each.creator}`, true)}
              </li>`,
          )}
          <li>
            <div class="kind kind--make">
              <div>
                <h3>Yours</h3>
                <span class="kind__say">Raise one adult, then describe a creature nobody has met.</span
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
      title: "Species. Denkeeper",
      description: `The ${CATALOG.length} built-in species of Denkeeper and those that agents made up.`,
      path: addressOf(family, page),
      nav: "species",
    } as const;
    return shown(head, frameOf(request, services), main);
  },
};
