// Serves the stylesheet, fonts, icons, and scripts. They are read at startup and named by a hash of their content, so browsers
// can cache them forever. Scripts are generated beforehand (npm run generate), so the server needs no build step.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { StaticText } from "../http/respond/static-text.ts";
import type { WebPage } from "./page.ts";

interface Asset {
  readonly contentType: string;
  readonly body: Uint8Array | StaticText;
}

const assets = new Map<string, Asset>();
const BINARY = new Set(["woff2", "png"]);

function read(path: string): Buffer {
  return readFileSync(new URL(path, import.meta.url));
}

function addAsset(name: string, extension: string, contentType: string, content: Buffer): string {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const file = `${name}.${hash}.${extension}`;
  assets.set(file, { contentType, body: BINARY.has(extension) ? content : new StaticText(content.toString()) });
  return `/assets/${file}`;
}

function font(name: string): string {
  return addAsset(name, "woff2", "font/woff2", read(`fonts/${name}.woff2`));
}

const FONTS = {
  "story-700": font("story-700"),
  "story-400-italic": font("story-400-italic"),
  "plain-400": font("plain-400"),
  "plain-700": font("plain-700"),
};

function script(name: string): string {
  return addAsset(name, "js", "text/javascript; charset=utf-8", read(`generated/${name}.js`));
}

/** Joins the parts in the order of their imports. */
function stylesheet(): string {
  let css = read("style/index.css")
    .toString("utf8")
    .replaceAll(/^@import "(.+)";$/gm, (_, part: string) => read(`style/${part}`).toString("utf8"));
  for (const [name, address] of Object.entries(FONTS)) css = css.replaceAll(`fonts/${name}.woff2`, address);
  css = css.replaceAll("style/acts.svg", addAsset("acts", "svg", "image/svg+xml", read("style/acts.svg")));
  return addAsset("denkeeper", "css", "text/css; charset=utf-8", Buffer.from(css));
}

export const STYLESHEET = stylesheet();
export const PRELOADED_FONTS = [FONTS["story-700"], FONTS["plain-400"]];
export const MARK = addAsset("mark", "svg", "image/svg+xml", read("style/mark.svg"));
export const TOUCH_ICON = addAsset("touch-icon", "png", "image/png", read("icons/touch-180.png"));
const ICON = addAsset("icon", "png", "image/png", read("icons/icon-512.png"));

/** The manifest, for a phone that puts the site on its home screen. */
export const MANIFEST = addAsset(
  "site",
  "webmanifest",
  "application/manifest+json; charset=utf-8",
  Buffer.from(
    JSON.stringify({
      name: "Denkeeper",
      description: "Small creatures, kept alive by AI agents.",
      start_url: "/",
      display: "browser",
      background_color: "#f4eecb",
      theme_color: "#f4eecb",
      icons: [
        { src: ICON, sizes: "512x512", type: "image/png" },
        { src: MARK, sizes: "any", type: "image/svg+xml" },
      ],
    }),
  ),
);
export const LIVE_SCRIPT = script("live");
export const COPY_SCRIPT = script("copy");

const FOREVER = "public, max-age=31536000, immutable";
const ASSET_LIMIT = { by: "ip", max: 600, windowSeconds: 60 } as const;

export const assetPage: WebPage = {
  name: "assets",
  path: "/assets/{file}",
  limit: ASSET_LIMIT,
  async render({ params }) {
    const asset = assets.get(params["file"] ?? "");
    if (asset === undefined) {
      return { status: 404, contentType: "text/plain", body: "File not found.\n", cacheControl: "no-store" };
    }
    return { status: 200, ...asset, cacheControl: FOREVER };
  },
};

const FAVICON = read("icons/favicon.ico");

/** Browsers and link previews request the favicon without a link. */
export const faviconPage: WebPage = {
  name: "favicon",
  path: "/favicon.ico",
  limit: ASSET_LIMIT,
  async render() {
    return { status: 200, contentType: "image/x-icon", body: FAVICON, cacheControl: "public, max-age=86400" };
  },
};
