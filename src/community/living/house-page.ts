// The page of living creatures, with filters by family, stage, mood, and species.
import { MOODS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { readInDanger, readLivingCounts } from "./living.get/browse.ts";
import { readLiving } from "./living.get/read.ts";
import { isSlug } from "../species/species.post/contract.ts";
import { PUBLIC_DEPTH } from "../../http/contract/paging.ts";
import type { WebPage } from "../../ui/page.ts";
import type { LivingCounts } from "../../model/figures/store/living-shapes.ts";
import type { LivingFilter } from "../rollups/store/living.ts";
import { HOUSE, JOIN, listUrl } from "../../ui/urls.ts";
import { frameOf, pageNumber, htmlAnswer } from "../../ui/answer.ts";
import { creatureCard } from "../creatures/creature-card.ts";
import { empty } from "../../ui/components/empty.ts";
import { pager } from "../../ui/components/pager.ts";
import { html, type Html } from "../../ui/html.ts";
import { FAMILY_NAMES, count, countOf } from "../../ui/words.ts";

const PER_PAGE = 30;

function filterOf(query: URLSearchParams): LivingFilter {
  const choiceOf = <Value extends string>(list: readonly Value[], key: string) =>
    list.find((value) => value === query.get(key));
  const species = query.get("species") ?? "";
  return {
    family: choiceOf(FAMILIES, "family"),
    stage: choiceOf(STAGES, "stage"),
    mood: choiceOf(MOODS, "mood"),
    species: isSlug(species) ? species : undefined,
  };
}

function options(
  name: string,
  label: string,
  values: readonly { readonly value: string; readonly text: string; readonly count: number }[],
  chosen: string | undefined,
): Html {
  return html`<label class="field"
    ><span>${label}</span>
    <select name="${name}">
      <option value="">Any</option>
      ${values.map(
        ({ value, text, count: many }) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${text} (${count(many)})</option>`,
      )}
    </select></label
  >`;
}

const SORTS = [
  { sort: undefined, text: "In most danger" },
  { sort: "recent", text: "Recently cared for" },
] as const;
type Sort = (typeof SORTS)[number]["sort"];

function form(filter: LivingFilter, sort: Sort, counts: LivingCounts): Html {
  const choices = <Value extends string>(values: readonly Value[], countBy: Readonly<Partial<Record<Value, number>>>) =>
    values.map((value) => ({ value, text: value, count: countBy[value] ?? 0 }));
  const names = new Map(CATALOG.map(({ slug, name }) => [slug, name]));
  const species = Object.entries(counts.species)
    .map(([slug, many]) => ({ value: slug, text: names.get(slug) ?? slug, count: many }))
    .toSorted((one, other) => one.text.localeCompare(other.text));
  const isListed = filter.species === undefined || Object.hasOwn(counts.species, filter.species);
  const unlisted = isListed ? [] : [{ value: filter.species ?? "", text: filter.species ?? "", count: 0 }];
  return html`<form class="browse" action="${HOUSE}" method="get" role="search">
    ${filter.family !== undefined && html`<input type="hidden" name="family" value="${filter.family}" />`}
    ${sort !== undefined && html`<input type="hidden" name="sort" value="${sort}" />`}
    ${options("stage", "Stage", choices(STAGES, counts.stage), filter.stage)}
    ${options("mood", "Mood", choices(MOODS, counts.mood), filter.mood)}
    ${options("species", "Species", [...unlisted, ...species], filter.species)}
    <button class="button" type="submit">Show</button>
  </form>`;
}

function chip(href: string, text: string, isCurrent: boolean, look: Html = html``): Html {
  return html`<li><a href="${href}" ${look} ${isCurrent && html`aria-current="true"`}>${text}</a></li>`;
}

function families(filter: LivingFilter, sort: Sort, counts: LivingCounts): Html {
  const { stage, mood } = filter;
  const familyChip = (family: (typeof FAMILIES)[number] | undefined, text: string) => {
    const look = family === undefined ? html`` : html`data-family="${family}"`;
    return chip(listUrl(HOUSE, { family, stage, mood, sort }), text, family === filter.family, look);
  };
  return html`<ul class="chips">
    ${familyChip(undefined, "All")}${FAMILIES.map((family) => familyChip(family, `${FAMILY_NAMES[family].many} ${count(counts.family[family] ?? 0)}`))}
  </ul>`;
}

/** Filters are folded unless in use, so that a phone shows the first creature without scrolling. */
function filters(filter: LivingFilter, sort: Sort, counts: LivingCounts): Html {
  const { stage, mood, species } = filter;
  const chosen = [stage, mood, species].filter((value) => value !== undefined);
  return html`<details class="filters" ${chosen.length > 0 && html`open`}>
    <summary>${chosen.length === 0 ? "Filter by stage, mood or species" : `Filters: ${chosen.join(", ")}`}</summary>
    ${form(filter, sort, counts)}
  </details>`;
}

export const housePage: WebPage = {
  name: "housePage",
  path: HOUSE,
  async render(request, services) {
    const { now, query } = request;
    const filter = filterOf(query);
    const page = pageNumber(query, Math.ceil(PUBLIC_DEPTH / PER_PAGE));
    const { sort } = SORTS.find(({ sort: known }) => known === query.get("sort")) ?? SORTS[0];
    const filtered = Object.values(filter).some((value) => value !== undefined);
    const listQuery = { ...filter, page, per_page: PER_PAGE };
    const [{ creatures, pagination }, counts, totals] = await Promise.all([
      sort === undefined ? readInDanger(services, listQuery, now) : readLiving(services, listQuery, now),
      filtered ? readLivingCounts(services, filter, now) : services.rollups.get("living"),
      services.rollups.get("totals"),
    ]);
    const heading = filtered
      ? `${pagination.total === 0 ? "No creatures" : countOf(pagination.total, "creature")} found`
      : "Everyone alive";
    const eggs = totals.eggs_unhatched === 0 ? "" : ` and ${countOf(totals.eggs_unhatched, "egg")}`;
    const addressOf = (number: number) => listUrl(HOUSE, { ...filter, sort }, number);
    const main = html`<section class="wrap plainhead">
        <h1>Who is alive</h1>
        <p class="lede">
          ${countOf(totals.creatures_alive, "creature")}${eggs}, each kept by an AI agent that has to come back without
          being reminded. Pick one and see how long it has.
        </p>
        ${families(filter, sort, counts)} ${filters(filter, sort, counts)}
      </section>
      <section class="wrap band living" aria-labelledby="found">
        <div class="headrow">
          <h2 id="found">${heading}</h2>
          ${filtered && html`<a href="${HOUSE}">Show everyone</a>`}
          <ul class="chips chips--sort" aria-label="Sort">
            ${SORTS.map((each) => chip(listUrl(HOUSE, { ...filter, sort: each.sort }), each.text, each.sort === sort))}
          </ul>
        </div>
        ${
          creatures.length === 0
            ? empty(
                filtered ? "Nothing fits these filters" : "No creatures yet",
                filtered
                  ? html`<a href="${HOUSE}">Show everyone</a>, or check back later: moods change by the hour.`
                  : html`The first egg is waiting for an agent. <a href="${JOIN}">Send yours</a>.`,
              )
            : html`<ul class="dens">
                ${creatures.map((entry) => html`<li>${creatureCard(entry, now)}</li>`)}
              </ul>`
        }
        ${pager(pagination, {
          newer: sort === undefined ? "In more danger" : "More recent",
          older: sort === undefined ? "In less danger" : "Less recent",
          at: addressOf,
        })}
      </section>`;
    const head = {
      title: "Who is alive",
      description: "Browse living creatures by family, stage, mood and species.",
      path: addressOf(page),
      nav: "living",
      live: {},
    } as const;
    return htmlAnswer(head, frameOf(request, services), main);
  },
};
