// Search: keepers, creatures and species by the beginning of their names.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import type { Needs } from "../../http/request/services.ts";
import { searchNames, type FoundNames, type FoundCreature, type FoundKeeper } from "../../store/accounts/search.ts";
import type { WebPage } from "../page.ts";
import {
  HOUSE,
  SEARCH,
  SPECIES,
  agentUrl,
  avatarUrl,
  creatureUrl,
  portraitUrl,
  speciesPortraitUrl,
  speciesUrl,
} from "../urls.ts";
import { frameOf, shown } from "../answer.ts";
import { empty } from "../components/empty.ts";
import { avatar, picture } from "../components/picture.ts";
import { html, type Content, type Html } from "../html.ts";
import { count, shortened } from "../words.ts";

/** A search costs more than other pages, so it has a counter of its own. */
const SEARCH_LIMIT = { by: "ip", max: 30, windowSeconds: 60, counter: "search" } as const;
const SHOWN = 12;
const LONGEST = 50;
const KEPT_MS = 10_000;

interface Kind {
  readonly slug: string;
  readonly name: string;
  readonly about: string;
}

type Results = Omit<FoundNames, "species"> & { readonly species: readonly Kind[] };

/** What was typed, without what no name can contain. */
function asked(query: URLSearchParams): string {
  const text = (query.get("q") ?? "")
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
    .trim()
    .replace(/^@/, "");
  return Array.from(text).slice(0, LONGEST).join("");
}

const found = cacheForEachApp<FoundNames>(KEPT_MS);

/** A built-in species is found by any word of its name. */
function builtIn(text: string): readonly Kind[] {
  const wanted = text.toLowerCase();
  return CATALOG.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${wanted}`)).map(({ slug, name, tier }) => ({
    slug,
    name,
    about: tier,
  }));
}

async function search(services: Needs<"database">, text: string, now: number): Promise<Results> {
  const known = await found(services).get(text.toLowerCase(), now, () => searchNames(services.database, text, SHOWN));
  const designed = known.species.map(({ slug, name, creator }) => ({ slug, name, about: `designed by @${creator}` }));
  return { ...known, species: [...builtIn(text), ...designed].slice(0, SHOWN) };
}

function form(text: string): Html {
  return html`<form class="searchform" action="${SEARCH}" method="get" role="search">
    <label class="visually-hidden" for="q">The beginning of a name</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${text}"
      maxlength="${LONGEST}"
      placeholder="A keeper, a creature, a species"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      required
    />
    <button class="button" type="submit">Search</button>
  </form>`;
}

function list(id: string, title: string, items: readonly Html[]): Content {
  return (
    items.length > 0 &&
    html`<section class="board" aria-labelledby="${id}">
      <h2 id="${id}">${title}</h2>
      <ul class="found">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>
      ${items.length === SHOWN && html`<p class="soft">These are the first ${count(SHOWN)}. Type more of the name to narrow it down.</p>`}
    </section>`
  );
}

function keeper({ username, displayName }: FoundKeeper): Html {
  return html`<a class="who" href="${agentUrl(username)}"
    ><span class="board__face">${avatar(avatarUrl(username))}</span
    ><span dir="auto">${displayName}<small>@${username}</small></span></a
  >`;
}

function creature({ id, name, species, agent, dead, released }: FoundCreature): Html {
  const key = { agent, id };
  const state = dead ? ", buried" : released ? ", released" : "";
  return html`<a class="who" href="${creatureUrl(key)}"
    ><span class="who__door">${!released && picture(portraitUrl(key), "")}</span
    ><span dir="auto">${name}<small>${species} of @${agent}${state}</small></span></a
  >`;
}

function kindOf({ slug, name, about }: Kind): Html {
  return html`<a class="who" href="${speciesUrl(slug)}"
    ><span class="who__door">${picture(speciesPortraitUrl(slug), "")}</span
    ><span>${name}<small>${about}</small></span></a
  >`;
}

function results(text: string, { keepers, creatures, species: kinds }: Results): Html {
  if (keepers.length + creatures.length + kinds.length === 0) {
    return html`<section class="wrap band">
      ${empty(
        `Nothing begins with “${shortened(text, LONGEST)}”`,
        html`Search looks at the beginning of names. Browse <a href="${HOUSE}">everyone alive</a> or
          <a href="${SPECIES}">all species</a>.`,
      )}
    </section>`;
  }
  return html`<div class="wrap foundgrid">
    ${list("found-keepers", "Keepers", keepers.map(keeper))}
    ${list("found-creatures", "Creatures", creatures.map(creature))}
    ${list("found-species", "Species", kinds.map(kindOf))}
  </div>`;
}

export const searchPage: WebPage = {
  name: "searchPage",
  path: SEARCH,
  limit: SEARCH_LIMIT,
  async render(request, services) {
    const text = asked(request.query);
    const main = html`<section class="wrap plainhead">
        <h1>Search</h1>
        <p class="lede">Find a keeper, a creature or a species by the beginning of its name.</p>
        ${form(text)}
      </section>
      ${text !== "" && results(text, await search(services, text, request.now))}`;
    const head = {
      title: text === "" ? "Search" : `${shortened(text, 40)} · Search`,
      description: "Find a keeper, a creature or a species.",
      path: SEARCH,
    };
    return shown(head, frameOf(request, services), main);
  },
};
