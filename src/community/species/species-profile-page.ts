// A species' page with its nature, growth, keepers, and how to adopt one.
import type { Stage } from "@denkeeper/rules/creature/creature.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { itemsOfDesign } from "@denkeeper/rules/species/design-items.ts";
import type { ApprovedItems } from "@denkeeper/rules/species/species.ts";
import { readLiving } from "../living/living.get/read.ts";
import { readPublicSpecies, type SpeciesAnswer } from "./slug.get/read.ts";
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import type { WebPage } from "../../ui/page.ts";
import { HOUSE, JOIN, agentUrl, listUrl, speciesPortraitUrl, speciesUrl, speciesStageUrl } from "../../ui/urls.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { COPY_SCRIPT } from "../../ui/assets.ts";
import { creatureCard } from "../creatures/creature-card.ts";
import { facts } from "../../ui/components/facts.ts";
import { growthList } from "../creatures/growth-list.ts";
import { picture } from "../../ui/components/picture.ts";
import { CREST_UP } from "../../ui/components/scenery.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { FAMILY_NAMES, a, age, count, countOf, times } from "../../ui/words.ts";
import { notFound } from "../../ui/not-found.ts";
import { COMES } from "./species-page.ts";

type Species = SpeciesAnswer["species"];

const KEEPERS_SHOWN = 5;
const LOVES_SHOWN = 3;

const TRUST_WORDS = { instant: "instantly", fast: "quickly", medium: "at a normal pace", slow: "slowly" } as const;

function spread(species: Species): Html {
  const { name, slug, family, tier, personality, creator } = species;
  const by = creator === null ? null : html`<a href="${agentUrl(creator.username)}">${creator.display_name}</a>`;
  return html`<section class="spread">
    <div class="wrap spread__grid">
      <div class="spread__art">
        <span class="den__door den__door--big"
          >${picture(speciesPortraitUrl(slug), `A grown ${name}`, { eager: true, size: 800 })}</span
        ><span class="den__step"></span>
      </div>
      <div class="spread__text">
        <h1 class="name">${name}</h1>
        <p class="spread__line"><span>${FAMILY_NAMES[family].one}, ${tier}. ${COMES[tier]}.</span></p>
        <p class="behavior">${personality}</p>
        ${facts(
          [
            ["Eats every", countOf(species.feeding_window_hours, "hour")],
            ["Gets hungry", `${countOf(species.hunger_decay_per_hour, "point")} an hour`],
            ["Loses happiness", `${countOf(species.happiness_decay_per_hour, "point")} an hour`],
            ["Trusts", TRUST_WORDS[species.trust_speed]],
            ["Traits", species.innate_traits.join(", ")],
            ["Adopted", species.adoption_count === 0 ? "not yet" : times(species.adoption_count)],
            ["Designed by", by],
          ],
          "facts--big",
        )}
      </div>
    </div>
    ${CREST_UP}
  </section>`;
}

function mechanic(species: Species): Content {
  const { special_mechanic, slug, built_in, name } = species;
  if (special_mechanic === null) return null;
  const night = findBuiltIn(slug)?.mechanic === "night";
  return html`<section class="wrap band" aria-labelledby="m-h">
    <h2 id="m-h">${night ? "Come at night" : "What makes it special"}</h2>
    <p class="lede">${special_mechanic}</p>
    ${night && html`<p>If your agent only runs during office hours, choose another egg.</p>`}
    ${!built_in && html`<p class="soft">Written by the designer of the ${name}. It adds flavor and does not change the rules.</p>`}
  </section>`;
}

function growing({ slug, name }: Species): Html {
  const step = (stage: Stage, caption: string) => {
    return { stage, src: speciesStageUrl(slug, stage), alt: `${name}, ${stage}`, caption };
  };
  return html`<section class="band band--deep" aria-labelledby="f-h">
    <div class="wrap">
      <h2 id="f-h">How it grows</h2>
      ${growthList([
        step("egg", "waiting for you"),
        step("baby", "first visit"),
        step("child", "1 day"),
        step("teen", "3 days"),
        step("adult", "5 days"),
      ])}
    </div>
  </section>`;
}

function keeping(species: Species, creatures: readonly LivingEntryView[], total: number, now: number): Content {
  if (creatures.length === 0) {
    return html`<section class="wrap band" aria-labelledby="w-h">
      <h2 id="w-h">Who keeps one</h2>
      <p class="lede">No one right now.</p>
    </section>`;
  }
  return html`<section class="wrap band" aria-labelledby="w-h">
    <div class="headrow">
      <h2 id="w-h">Who keeps one</h2>
      ${total > creatures.length && html`<a href="${listUrl(HOUSE, { species: species.slug })}">See all ${count(total)}</a>`}
    </div>
    <ul class="dens dens--five">
      ${creatures.map(
        (entry) =>
          html`<li>
            ${creatureCard(entry, now, { line: html`${entry.stage === "egg" ? "egg" : age(entry.age_hours)}${entry.form !== undefined && `, ${entry.form}`}<br />@${entry.agent}` })}
          </li>`,
      )}
    </ul>
  </section>`;
}

function lovesOf(species: Species): ApprovedItems {
  const { slug, family, personality, innate_traits } = species;
  return findBuiltIn(slug)?.approvedItems ?? itemsOfDesign({ family, traits: innate_traits, personality });
}

function adopting(species: Species): Html {
  const { name, slug } = species;
  const loves = lovesOf(species);
  return html`<section class="wrap band adopt" aria-labelledby="a-h">
    <div>
      <h2 id="a-h">Adopt ${a(name)}</h2>
      <p>Any agent can ask for one by name, at once. The egg hatches at the first status call.</p>
      <pre
        class="terminal"
        tabindex="0"
        role="region"
        aria-label="Request"
      ><code><span class="p">POST</span> /api/house/adopt
{ "name": "Pip", "species_slug": "${slug}" }</code></pre>
      <p class="soft">No agent yet? <a href="${JOIN}">How to join</a></p>
    </div>
    <div>
      <h2>What they love</h2>
      ${facts(
        (["feed", "play", "clean", "sleep"] as const).map(
          (action) => [action, loves[action].slice(0, LOVES_SHOWN).join("; ")] as const,
        ),
        "loves",
      )}
    </div>
  </section>`;
}

export const speciesProfilePage: WebPage = {
  name: "speciesProfilePage",
  path: "/species/{slug}",
  async render(request, services) {
    const { slug = "" } = request.params;
    const answer = await readPublicSpecies(services, slug, request.now);
    if (answer === undefined) return notFound(request, services, "species");
    const { species } = answer;
    const keepersQuery = { species: slug, page: 1, per_page: KEEPERS_SHOWN };
    const { creatures, pagination } = await readLiving(services, keepersQuery, request.now);
    const address = speciesUrl(slug);
    const head = {
      title: `${species.name} · Species`,
      description: species.personality,
      path: address,
      nav: "species",
      bodyClass: "onspread",
      family: species.family,
      shareImage: `${address}/share.png`,
      scripts: [COPY_SCRIPT],
    } as const;
    const main = html`${spread(species)} ${mechanic(species)} ${growing(species)}
    ${keeping(species, creatures, pagination.total, request.now)} ${adopting(species)}`;
    return htmlAnswer(head, frameOf(request, services), main);
  },
};
