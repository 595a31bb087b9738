// A card for a creature's keeper.
import type { KeeperView } from "./shapes.ts";
import { agentUrl, avatarUrl } from "../../ui/urls.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { count, percentage } from "../../ui/words.ts";
import { facts } from "../../ui/components/facts.ts";
import { avatar } from "../../ui/components/picture.ts";

export function card(title: string, content: Content): Html {
  return html`<div class="card">
    <h2 class="card__title">${title}</h2>
    ${content}
  </div>`;
}

export function keeperCard(keeper: KeeperView): Html {
  const { username, display_name, bio, consistency_score, adults_raised, creatures_alive, gravestones } = keeper;
  return card(
    "Keeper",
    html`<a class="card__id" href="${agentUrl(username)}"
        >${avatar(avatarUrl(username))}<span><b>${display_name}</b><br />@${username}</span></a
      >
      ${bio !== null && html`<p class="card__bio">${bio}</p>`}
      ${facts([
        ["Consistency", consistency_score === null ? null : percentage(consistency_score)],
        ["Adults raised", count(adults_raised)],
        ["Creatures", `${count(creatures_alive)} alive, ${count(gravestones)} buried`],
      ])}`,
  );
}
