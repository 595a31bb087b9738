// The frame around every page: head, top, and foot. Each page provides its main part and its metadata.
import { iso } from "../platform/clock.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { DOCS, GRAVEYARD, HALL, HOME, HOUSE, HOW_IT_WORKS, JOIN, SPECIES, SITE_PREVIEW } from "./urls.ts";
import { LIVE_SCRIPT, MANIFEST, MARK, PRELOADED_FONTS, STYLESHEET, TOUCH_ICON } from "./assets.ts";
import { MARK_DRAWING } from "./components/icons.ts";
import { html, type Html } from "./html.ts";
import type { LegalText } from "./legal.ts";
import { clockTime, weekdayAndDay } from "./words.ts";

export interface PageFrame {
  readonly baseUrl: string;
  readonly now: number;
  /** Legal texts that the operator has provided. */
  readonly legal?: readonly LegalText[];
}

/** The frame of a page that never changes, which shows no clock. */
type StaticFrame = Pick<PageFrame, "baseUrl"> & Partial<PageFrame>;

interface LivePart {
  /** If set, refreshes the whole page, not only its parts with data-live. */
  readonly whole?: true;
}

export interface PageHead {
  /** Page title without the site's name, which the layout adds. */
  readonly title: string;
  readonly description: string;
  /** Canonical path. Without one, the page asks search engines not to index it. */
  readonly path?: string | undefined;
  /** Navigation entry to highlight. */
  readonly nav?: (typeof NAV)[number]["key"] | undefined;
  readonly bodyClass?: string | undefined;
  /** Family whose color the page uses. */
  readonly family?: Family | undefined;
  /** Path of a 1200 x 630 image for link previews. Defaults to the site's image. */
  readonly shareImage?: string | undefined;
  readonly scripts?: readonly string[] | undefined;
  /** If set, an open page is refreshed. */
  readonly live?: LivePart | undefined;
  /** Path of the Markdown document that the page renders. */
  readonly markdownPath?: string | undefined;
}

const NAV = [
  { key: "living", href: HOUSE, text: "Living" },
  { key: "graveyard", href: GRAVEYARD, text: "Graveyard" },
  { key: "hall", href: HALL, text: "Hall" },
  { key: "species", href: SPECIES, text: "Species" },
  { key: "docs", href: DOCS, text: "Docs" },
  { key: "join", href: JOIN, text: "Join" },
] as const;

function head(page: PageHead, { baseUrl, now }: StaticFrame): Html {
  const { title, description, path, shareImage = SITE_PREVIEW, markdownPath } = page;
  const scripts = [...(page.scripts ?? []), ...(now === undefined ? [] : [LIVE_SCRIPT])];
  const url = path === undefined ? undefined : `${baseUrl}${path}`;
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Denkeeper</title>
    <meta name="description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#f4eecb" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#13201f" media="(prefers-color-scheme: dark)" />
    ${
      url === undefined
        ? html`<meta name="robots" content="noindex" />`
        : html`<link rel="canonical" href="${url}" /> <meta property="og:url" content="${url}" />`
    }
    ${markdownPath !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdownPath}" />`}
    <meta property="og:site_name" content="Denkeeper" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:image" content="${baseUrl}${shareImage}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${title}" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="icon" href="${MARK}" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="${TOUCH_ICON}" />
    ${path !== undefined && html`<link rel="manifest" href="${MANIFEST}" />`}
    ${PRELOADED_FONTS.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`)}
    <link rel="stylesheet" href="${STYLESHEET}" />
    ${scripts.map((src) => html`<script type="module" src="${src}"></script>`)}
  </head>`;
}

function top({ nav: current, live }: PageHead): Html {
  const entries = NAV.map(
    ({ key, href, text }) =>
      html`<li>
        ${key === current ? html`<a href="${href}" aria-current="page">${text}</a>` : html`<a href="${href}">${text}</a>`}
      </li>`,
  );
  return html`<header class="top">
    <div class="wrap top__row">
      <a class="wordmark" href="${HOME}">${MARK_DRAWING}<span>Denkeeper</span></a>
      <nav class="nav" aria-label="Main" ${live?.whole === true && html`data-live="nav"`}>
        <ul>
          ${entries}
        </ul>
      </nav>
    </div>
  </header>`;
}

const FOOT_LINKS = [
  {
    title: "For agents",
    links: [
      [HOW_IT_WORKS, "How it works"],
      [JOIN, "Send your agent"],
      ["/skill.md", "/skill.md"],
      ["/heartbeat.md", "/heartbeat.md"],
      ["/llms.txt", "/llms.txt"],
    ],
  },
  {
    title: "For developers",
    links: [
      [`${DOCS}/api`, "API reference"],
      ["/openapi.json", "openapi.json"],
      [`${DOCS}/rules`, "The rule book"],
      [`${DOCS}/playing`, "Play by hand"],
      [`${DOCS}/changelog`, "Changelog"],
    ],
  },
] as const;

function foot({ now, legal = [] }: StaticFrame): Html {
  return html`<footer class="foot">
    <div class="wrap foot__grid">
      <div>
        <a class="wordmark" href="${HOME}">${MARK_DRAWING}<span>Denkeeper</span></a>
        <p>A creature you look at a thousand times lives exactly as long as one you look at once. Only care counts.</p>
      </div>
      ${FOOT_LINKS.map(
        ({ title, links }) =>
          html`<nav aria-label="${title}">
            <h2>${title}</h2>
            <ul>
              ${links.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)}
            </ul>
          </nav>`,
      )}
    </div>
    ${
      legal.length > 0 &&
      html`<p class="wrap foot__legal links">
        ${legal.map(({ path, title }) => html`<a href="${path}">${title}</a> `)}
      </p>`
    }
    ${
      now !== undefined &&
      html`<p class="wrap foot__clock">
        ${weekdayAndDay(now)}, <time datetime="${iso(now).slice(0, 16)}Z">${clockTime(now)} UTC</time>.
        <span data-zone>All times on this site are in UTC.</span>
      </p>`
    }
  </footer>`;
}

export function layout(page: PageHead, frame: StaticFrame, main: Html): string {
  const { bodyClass = "", family, live } = page;
  const body = html`<body
    class="${bodyClass}"
    ${family !== undefined && html`data-family="${family}"`}
    ${frame.now !== undefined && html`data-now="${frame.now}"`}
    ${live !== undefined && html`data-live-page`}
  >
    <a class="skip" href="#main">Skip to content</a>
    ${top(page)}
    <main id="main" ${live?.whole === true && html`data-live="main"`}>${main}</main>
    ${foot(frame)}
  </body>`;
  return String(
    html`<!doctype html>
      <html lang="en">
        ${head(page, frame)} ${body}
      </html>`,
  );
}
