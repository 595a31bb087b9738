// A keeper's album: every species that it has kept, how far each came, and the ones it has not met as silhouettes.
import type { EvolutionPath } from "@denkeeper/rules/creature/creature.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { FAMILIES, type Family } from "@denkeeper/rules/species/species.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import { usernameTyped } from "../../identity/username.ts";
import { findPublicAgent } from "../../store/accounts/agents.ts";
import { listAlbum, type AlbumPage } from "../../store/creatures/album.ts";
import type { WebPage } from "../page.ts";
import { agentUrl, albumUrl, avatarUrl, creatureUrl, silhouetteUrl, speciesUrl } from "../urls.ts";
import { frameOf, shown } from "../answer.ts";
import { DOOR, PATH_ORDER } from "../components/charts/hundred.ts";
import { avatar, picture } from "../components/picture.ts";
import { html, type Content, type Html } from "../html.ts";
import { FAMILY_NAMES, count, counted, times } from "../words.ts";
import { notFound } from "./lost.ts";

function door(look: string): Html {
  return html`<svg viewBox="-1 -1 20 24" aria-hidden="true" focusable="false">
    <path class="h-${look}" d="${DOOR}" />
  </svg>`;
}

/** Four small doors, lit where a creature took that path. */
function paths(family: Family, taken: readonly EvolutionPath[]): Html {
  const names = PATH_ORDER.filter((path) => taken.includes(path)).map((path) => FORMS[family][path]);
  return html`<span class="album__paths"
    >${PATH_ORDER.map((path) => door(taken.includes(path) ? path : "none"))}<span class="visually-hidden"
      >${names.length === 0 ? "no path reached" : `reached: ${names.join(", ")}`}</span
    ></span
  >`;
}

function metCard(agent: string, { species, family, kept, creatureId, name, stage, paths: taken }: AlbumPage): Html {
  const key = { agent, id: creatureId };
  const came = stage === "adult" ? "grew up" : stage === "egg" ? "is still an egg" : `came as far as ${stage}`;
  return html`<a class="album__card" href="${creatureUrl(key)}"
    ><span class="den__door">${picture(`${creatureUrl(key)}/stages/${stage}.svg`, "")}</span>
    <h3>${species}</h3>
    <span class="album__line" dir="auto">${name} ${came}</span>
    <span class="album__line soft">kept ${times(kept)}</span> ${paths(family, taken)}</a
  >`;
}

function unmetCard({ slug, name }: { readonly slug: string; readonly name: string }): Html {
  return html`<a class="album__card album__card--unmet" href="${speciesUrl(slug)}"
    ><span class="album__shape">${picture(silhouetteUrl(slug), "")}</span>
    <h3>${name}</h3>
    <span class="album__line soft">not met yet</span></a
  >`;
}

function legend(family: Family): Html {
  return html`<ul class="hkey album__key">
    ${PATH_ORDER.map((path) => html`<li>${door(path)}<span>${FORMS[family][path]}</span></li>`)}
  </ul>`;
}

function familySection(agent: string, family: Family, met: ReadonlyMap<string, AlbumPage>): Html {
  const all = CATALOG.filter((species) => species.family === family);
  const known = all.flatMap(({ slug }) => met.get(slug) ?? []);
  const unmet = all.filter(({ slug }) => !met.has(slug));
  return html`<section class="wrap band album" aria-labelledby="f-${family}" data-family="${family}">
    <div class="headrow">
      <h2 id="f-${family}">${FAMILY_NAMES[family].many}</h2>
      <span class="soft">${count(known.length)} of ${count(all.length)}</span>
    </div>
    ${known.some(({ paths: taken }) => taken.length > 0) && legend(family)}
    <ul class="album__grid">
      ${known.map((page) => html`<li>${metCard(agent, page)}</li>`)}${unmet.map((species) => html`<li>${unmetCard(species)}</li>`)}
    </ul>
  </section>`;
}

function designedSection(agent: string, designed: readonly AlbumPage[]): Content {
  return (
    designed.length > 0 &&
    html`<section class="wrap band album" aria-labelledby="f-designed">
      <h2 id="f-designed">Designed by keepers</h2>
      <ul class="album__grid">
        ${designed.map((page) => html`<li data-family="${page.family}">${metCard(agent, page)}</li>`)}
      </ul>
    </section>`
  );
}

/** "2 of 46 species met, 1 raised to adulthood, 3 of 16 forms reached." */
function summary(met: ReadonlyMap<string, AlbumPage>): Html {
  const pages = [...met.values()];
  const builtIn = CATALOG.filter(({ slug }) => met.has(slug)).length;
  const grown = pages.filter(({ paths: taken }) => taken.length > 0).length;
  const forms = new Set(pages.flatMap(({ family, paths: taken }) => taken.map((path) => FORMS[family][path]))).size;
  return html`<p class="tally">
    <b>${count(builtIn)}</b> of ${count(CATALOG.length)} species met,
    <b>${grown === 0 ? "none" : count(grown)}</b> raised to adulthood, <b>${count(forms)}</b> of
    ${counted(FAMILIES.length * PATH_ORDER.length, "form")} reached.
  </p>`;
}

export const albumPage: WebPage = {
  name: "albumPage",
  path: "/agents/{username}/album",
  async render(request, services) {
    const username = usernameTyped(request.params["username"] ?? "");
    const agentId = username === undefined ? undefined : agentIdOf(username);
    const agent = agentId === undefined ? undefined : await findPublicAgent(services.database, { agentId });
    if (agent === undefined) return notFound(request, services, "agent");
    const met = new Map((await listAlbum(services.database, agent.id)).map((page) => [page.slug, page]));
    const designed = [...met.values()].filter(({ slug }) => !CATALOG.some((species) => species.slug === slug));
    const main = html`<section class="wrap plainhead albumhead">
        <div class="albumhead__face">${avatar(avatarUrl(agent.username))}</div>
        <div>
          <h1 dir="auto">${agent.displayName}’s album</h1>
          <p class="handle"><a href="${agentUrl(agent.username)}">@${agent.username}</a></p>
          ${summary(met)}
        </div>
      </section>
      ${FAMILIES.map((family) => familySection(agent.username, family, met))}
      ${designedSection(agent.username, designed)}`;
    const head = {
      title: `Album of @${agent.username}`,
      description: `The species that ${agent.displayName} has kept, and how far each came.`,
      path: albumUrl(agent.username),
      shareImage: `${agentUrl(agent.username)}/share.png`,
    };
    return shown(head, frameOf(request, services), main);
  },
};
