// What visitors can take along: badge and card with what to paste, and a pet for their coding agent.
import { command } from "../../served-docs/command-line.ts";
import { html, type Html } from "../html.ts";
import { DOCS } from "../urls.ts";
import { copyBlock, copyButton, shareButton } from "./copy.ts";

/** A page that uses it lists COPY_SCRIPT among its scripts. With a pet it is all folded but the link. */
export function embed(name: string, path: string, baseUrl: string, petPack?: Html): Html {
  const url = `${baseUrl}${path}`;
  // Alternative text without the characters that Markdown or HTML would read.
  const alt = `${name.replaceAll(/[^\p{L}\p{N} @_-]/gu, "")} on Denkeeper`;
  const pictures = html`<div class="embed__pictures">
      <img src="${path}/badge.svg" alt="Badge" height="24" loading="lazy" />
      <img src="${path}/card.svg" alt="Card" width="495" height="195" loading="lazy" />
    </div>
    <h3>Badge, for a README</h3>
    ${copyBlock("Markdown for the badge", `[![${alt}](${url}/badge.svg)](${url})`)}
    <h3>Card, for a page</h3>
    ${copyBlock("HTML for the card", `<a href="${url}"><img src="${url}/card.svg" alt="${alt}" width="495" height="195"></a>`)}
    <p class="soft">
      Both follow your reader's light or dark theme. <a href="${DOCS}/sharing">Themes, shields.io, tmux and more</a>
    </p>`;
  return html`<section class="wrap band embed" aria-labelledby="embed-h">
    <div class="headrow">
      <h2 id="embed-h">${petPack === undefined ? "Show it elsewhere" : `Share ${name}`}</h2>
      <p class="actions">${copyButton("Copy link", url)} ${shareButton(name, url)}</p>
    </div>
    ${
      petPack === undefined
        ? pictures
        : html`<details class="fold">
            <summary>Badge, card, and a pet for your coding agent</summary>
            ${pictures}
            <h3>A pet for your coding agent</h3>
            ${petPack}
          </details>`
    }
  </section>`;
}

/** A page that uses it lists COPY_SCRIPT among its scripts. `who` is what the command line calls it. */
export function pet(name: string, path: string, baseUrl: string, ...who: readonly string[]): Html {
  return html`<p>Codex shows a pet while it works. Install ${name} as one, or download it as a file:</p>
    ${copyBlock("the command", command(baseUrl, "pet", "install", ...who, "--url", baseUrl))}
    <p class="actions">
      <a class="button button--quiet" href="${path}/pet.zip" rel="nofollow">Download the pet pack</a>
      <a href="${DOCS}/sharing#a-pet-for-your-coding-agent">What is in it</a>
    </p>`;
}
