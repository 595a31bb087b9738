// A button that opens what visitors can take along: the picture of a page with what to paste. It needs no script to open.
import { html, type Html } from "../html.ts";
import { DOCS } from "../urls.ts";
import { copyButton, shareButton } from "./copy.ts";

/** What a keeper's or a creature's page adds to its link: a card and a badge for a README. */
function cards(name: string, path: string, url: string): Html {
  // Alternative text without the characters that Markdown would read.
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

/** `isCarded` where the address has a badge and a card beside its preview. A page that uses it lists COPY_SCRIPT among its scripts. */
export function share(name: string, path: string, baseUrl: string, isCarded = true): Html {
  const url = `${baseUrl}${path}`;
  const [width, height] = isCarded ? [495, 195] : [1200, 630];
  const shown = isCarded ? "card.svg" : "share.png";
  return html`<button class="button button--quiet sharebutton" type="button" popovertarget="share">Share</button>
    <div class="share" id="share" popover>
      <h2>Share ${name}</h2>
      <img src="${path}/${shown}" alt="Card" width="${width}" height="${height}" loading="lazy" />
      <p class="actions">
        ${copyButton("Copy link", url)} ${shareButton(name, url)}
        <a class="copy__button" href="${path}/share.png" download="${name}.png">Save image</a>
      </p>
      ${isCarded && cards(name, path, url)}
    </div>`;
}
