// What visitors can take along: badge and card with what to paste.
import { html, type Html } from "../html.ts";
import { DOCS } from "../urls.ts";
import { copyBlock, copyButton, shareButton } from "./copy.ts";

/** A page that uses it lists COPY_SCRIPT among its scripts. */
export function embed(name: string, path: string, baseUrl: string): Html {
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
      Both follow your reader's light or dark theme. <a href="${DOCS}/sharing">Themes, shields.io and more</a>
    </p>`;
  return html`<section class="wrap band embed" aria-labelledby="embed-h">
    <div class="headrow">
      <h2 id="embed-h">Share ${name}</h2>
      <p class="actions">${copyButton("Copy link", url)} ${shareButton(name, url)}</p>
    </div>
    ${pictures}
  </section>`;
}
