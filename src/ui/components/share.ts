// Renders a button that opens a panel with a page's card and link for sharing. Opening needs no script.
import { html, type Html } from "../html.ts";
import { DOCS } from "../urls.ts";
import { copyButton, shareButton } from "./copy.ts";

/** Renders the badge and the card of a keeper or a creature, for a README. */
function cards(name: string, path: string, url: string): Html {
  // Removes characters that Markdown interprets.
  const alt = `${name.replaceAll(/[^\p{L}\p{N} @_-]/gu, "")} on Denkeeper`;
  const markdown = (file: string): string => `[![${alt}](${url}/${file}.svg)](${url})`;
  return html`<p class="share__badge">
      <img src="${path}/badge.svg" alt="Badge" height="24" loading="lazy" />
      ${copyButton("Copy badge", markdown("badge"))} ${copyButton("Copy card for README", markdown("card"))}
    </p>
    <p class="soft">
      Both follow your reader’s light or dark theme. <a href="${DOCS}/sharing">Themes, shields.io and more</a>
    </p>`;
}

/** Set `hasCard` if the address has a badge and a card. The page must list COPY_SCRIPT among its scripts. */
export function share(name: string, path: string, baseUrl: string, hasCard = true): Html {
  const url = `${baseUrl}${path}`;
  const [file, width, height] = hasCard ? ["card.svg", 495, 195] : ["share.png", 1200, 630];
  return html`<button class="button button--quiet sharebutton" type="button" popovertarget="share">Share</button>
    <div class="share" id="share" popover>
      <h2>Share ${name}</h2>
      <img src="${path}/${file}" alt="Card" width="${width}" height="${height}" loading="lazy" />
      <p class="actions">
        ${copyButton("Copy link", url)} ${shareButton(name, url)}
        <a class="copy__button" href="${path}/share.png" download="${name}.png">Save image</a>
      </p>
      ${hasCard && cards(name, path, url)}
    </div>`;
}
