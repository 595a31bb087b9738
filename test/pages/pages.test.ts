// Checks every page of a full house in a real browser: it fits the screen, logs nothing to the console, is accessible, runs no
// injected script, is small, and can be cached.
import { cardCheckout } from "../../src/credits/stripe/index.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../browser.ts";
import { linkFor, openShop, sessionBehind } from "../payers/checkout.ts";
import { packOf } from "../payers/credits.ts";
import { FULL } from "../tier.ts";
import { overflow, watchedPage, type Watched } from "./browser.ts";
import { fillHouse, type FullHouse } from "./house.ts";
import { ownedHouse, type OwnedHouse } from "./owned-house.ts";

const CREATURES = FULL ? 2_000 : 150;
const MOST_BYTES = 100 * 1024;
/** A smaller size would mean that the stylesheet or the fonts were not counted. */
const FEWEST_BYTES = 30 * 1024;
/** Folder for screenshots of every page, set by SCREENSHOTS=/tmp/pages npx vitest run test/pages */
const SCREENSHOTS = process.env["SCREENSHOTS"];
/** Name of a single page to check in all appearances, set by PAGE=home npx vitest run test/pages/pages.test.ts -t fits */
const PAGE = process.env["PAGE"];
const LEGAL_DIR = join(import.meta.dirname, "legal");
const shop = await openShop({ RATE_LIMIT_FACTOR: "100000", LEGAL_DIR });
const { house } = shop;
let browser: Browser;
let full: FullHouse;
let payPages: Readonly<Record<string, string>>;
let owned: OwnedHouse;

beforeAll(async () => {
  [full, browser] = await Promise.all([fillHouse(house, CREATURES), openBrowser()]);
  payPages = await pagesOfPaying();
  owned = await ownedHouse(house, "kept-by-someone", FULL ? 50 : 6);
});

afterAll(async () => {
  await browser.close();
  await shop.close();
});

/** Returns every page that a human with a pay link may reach. */
async function pagesOfPaying(): Promise<Readonly<Record<string, string>>> {
  const account = await house.register();
  const open = await linkFor(account);
  const paid = await linkFor(account);
  const session = await sessionBehind(shop, paid);
  await shop.standIn.till.pay(session.id);
  const old = cardCheckout(house.app.services.rails)?.links.issue(
    account.id,
    packOf("100"),
    Date.now() - 25 * 3_600_000,
  );
  return {
    "pay-open": open,
    "pay-cancelled": `${open}?cancelled`,
    "pay-waiting": `${open}?paid`,
    "pay-thanks": paid,
    "pay-expired": `/pay/${old}`,
    "pay-unknown": "/pay/x",
  };
}

const STANDING = {
  home: "/",
  house: "/house",
  "house-filtered": "/house?mood=hungry&family=cat",
  "house-hostile": "/house?species=hostile_thing",
  graveyard: "/graveyard",
  hall: "/hall",
  "species-index": "/species",
  species: "/species/owl",
  legal: "/legal/terms",
  join: "/join",
  "join-named": "/join?username=ada",
  docs: "/docs",
  "docs-playing": "/docs/playing",
  "docs-rules": "/docs/rules",
  "docs-how-it-works": "/docs/how-it-works",
  "docs-operating": "/docs/operating",
  "docs-payments": "/docs/payments",
  "docs-changelog": "/docs/changelog",
  "docs-api": "/docs/api",
  "docs-api-call": "/docs/api/check_status",
  "docs-errors": "/docs/errors",
} as const;

/** Returns public pages, which caches may store, by screenshot name. */
function publicPages(): Readonly<Record<string, string>> {
  const named = (places: object, suffix: string) =>
    Object.fromEntries(Object.entries(places).map(([name, path]) => [`${name}${suffix}`, String(path)]));
  return { ...STANDING, ...named(full.ordinary, ""), ...named(full.hostile, "-hostile") };
}

/** Console message for a page that is supposed to answer with an error. */
const SAID_BY_STATUS = /the server responded with a status of (404|410)/;

interface Barrier {
  readonly id: string;
  readonly nodes: readonly string[];
}

/** Runs the rules of axe. A width's second color scheme needs only the contrast rule, the only one that depends on colors. */
function barriersIn(page: Page, rules: "all" | "contrast"): Promise<readonly Barrier[]> {
  const only = rules === "all" ? "" : `runOnly: ["color-contrast"],`;
  return page.evaluate(`axe.run({ ${only} resultTypes: ["violations"] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + " " + failureSummary) })))`);
}

const LOOKS = [
  { width: 390, colorScheme: "light", rules: "all" },
  { width: 390, colorScheme: "dark", rules: "contrast" },
  { width: 1280, colorScheme: "dark", rules: "all" },
  { width: 1280, colorScheme: "light", rules: "contrast" },
] as const;

type Look = (typeof LOOKS)[number];

const TALLEST = 6_000;

/** Loads lazy pictures before the screenshot. */
async function photographed(page: Page, file: string): Promise<void> {
  await page.evaluate("document.querySelectorAll('img').forEach((each) => { each.loading = 'eager'; })");
  await page.waitForLoadState("networkidle");
  const height = Math.min(TALLEST, Number(await page.evaluate("document.documentElement.scrollHeight")));
  const { width = 0 } = page.viewportSize() ?? {};
  await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height } });
}

/** Sums the transferred bytes of a page except pictures: HTML, stylesheet, script and the fonts it uses. */
const WEIGH = `document.fonts.ready.then(() => performance.getEntries()
  .filter(({ entryType, initiatorType }) => entryType === "navigation" || (entryType === "resource" && initiatorType !== "img"))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0))`;

const WEIGH_ALL = `performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)`;
const MOST_BYTES_WITH_PICTURES = 200 * 1024;

/** Opens a window without a cache. One window serves many pages, because opening it takes half a second of CPU time. */
async function uncachedWindow(): Promise<Watched> {
  const watched = await watchedPage(await browser.newContext());
  const devtools = await watched.page.context().newCDPSession(watched.page);
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  return watched;
}

/** A page with its name, its path, and the appearances to check for accessibility, which takes seconds each. */
type Shown = readonly [name: string, path: string, searched: readonly Look[]];

/** Returns the faults of a page in all of its appearances. */
async function faultsOf({ page, faults }: Watched, [name, path, searched]: Shown): Promise<readonly string[]> {
  const found: string[] = [];
  await page.context().clearCookies();
  await page.setViewportSize({ width: LOOKS[0].width, height: 900 });
  await page.emulateMedia({ colorScheme: LOOKS[0].colorScheme });
  const answer = await page.goto(`${house.url}${path}`, { waitUntil: "load" });
  const weight = Number(await page.evaluate(WEIGH));
  if (weight < FEWEST_BYTES || weight > MOST_BYTES) found.push(`${name} weighs ${weight} bytes`);
  if (searched.length > 0) await page.evaluate(axe.source);
  // Colors do not affect the layout, so the gate checks each width in only one color scheme, plus the appearances in `searched`.
  const seen = LOOKS.filter((each) => FULL || each.rules === "all" || searched.includes(each));
  for (const each of seen) {
    const { width, colorScheme, rules } = each;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const look = `${name} at ${width}, ${colorScheme}`;
    const wider = await overflow(page);
    if (wider > 0) found.push(`${look}: ${wider} pixels too wide`);
    const barriers = searched.includes(each) ? await barriersIn(page, rules) : [];
    found.push(...barriers.map(({ id, nodes }) => `${look}: ${id}: ${nodes.join(" | ")}`));
    if (SCREENSHOTS !== undefined) await photographed(page, join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`));
  }
  if ((await page.evaluate("window.hacked")) !== undefined) found.push(`${name} ran a stranger's script`);
  if ((await page.locator("h1").count()) !== 1) found.push(`${name} has not one h1`);
  const isMeant = (answer?.status() ?? 0) >= 400;
  const unmeant = faults.splice(0).filter((fault) => !(isMeant && SAID_BY_STATUS.test(fault)));
  found.push(...unmeant.map((fault) => `${name}: ${fault}`));
  return found;
}

/** Pages that differ from others only in their words. */
const LIKE_OTHERS =
  /-hostile$|-filtered$|-named$|^docs-(?:how-it-works|rules|operating|payments|changelog)$|^pay-(?:cancelled|waiting|expired)$/;

/** Pages that a small machine can render concurrently. */
const AT_A_TIME = 3;

test("every page fits, is accessible, and runs without errors or foreign scripts", async () => {
  if (SCREENSHOTS !== undefined) mkdirSync(SCREENSHOTS, { recursive: true });
  const ownPages = FULL ? { owner: owned.owner, "keeper-full": owned.agent } : { owner: owned.owner };
  const all = Object.entries({ ...publicPages(), ...payPages, ...ownPages, lost: "/nowhere" });
  // The gate checks the accessibility of each kind of page in one appearance, and each appearance on some pages.
  const isThorough = FULL || PAGE !== undefined;
  const pages = all
    .filter(([name]) => PAGE === undefined || PAGE === name)
    .map(([name, path], index) => {
      const isSearched = isThorough || !LIKE_OTHERS.test(name);
      const searched = LOOKS.filter((_, look) => isThorough || (isSearched && look === index % LOOKS.length));
      return [name, path, searched] as const;
    });
  expect(pages, `there is no page ${PAGE}`).not.toHaveLength(0);
  const found: string[] = [];
  const look = async (): Promise<void> => {
    const window = await uncachedWindow();
    for (let next = pages.shift(); next !== undefined; next = pages.shift()) {
      found.push(...(await faultsOf(window, next)));
    }
    await window.page.context().close();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, look));
  expect(found).toEqual([]);
}, 600_000);

test("pages with many pictures load at most 200 KB before scrolling", async () => {
  const heavy = ["/", "/house", "/hall", "/species", full.ordinary.creature].map((path) => [path, 1440, 900] as const);
  for (const [path, width, height] of [...heavy, ["/species", 390, 844] as const]) {
    const context = await browser.newContext({ viewport: { width, height } });
    const { page } = await watchedPage(context);
    await page.goto(`${house.url}${path}`, { waitUntil: "networkidle" });
    const weight = Number(await page.evaluate(WEIGH_ALL));
    expect(weight, `${path} at ${width}`).toBeGreaterThan(FEWEST_BYTES);
    expect(weight, `${path} at ${width}`).toBeLessThan(MOST_BYTES_WITH_PICTURES);
    await context.close();
  }
});

test("the main pages are complete without scripts", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } });
  const { page } = await watchedPage(context);
  for (const path of ["/", full.ordinary.creature, "/house", "/join", owned.owner]) {
    await page.goto(`${house.url}${path}`);
    expect((await page.locator("main").innerText()).length, path).toBeGreaterThan(200);
    expect(await page.locator("h1").isVisible(), path).toBe(true);
  }
  await page.goto(`${house.url}${full.ordinary.creature}`);
  expect(await page.locator(".stat__n").first().innerText()).toMatch(/^\d+\.\d$/);
  await context.close();
});

async function fetched(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${house.url}${path}`, { headers: { accept: "text/html", "accept-encoding": "gzip", ...headers } });
}

test("shared caches may store pages for a minute, and files forever", async () => {
  for (const path of Object.values(publicPages())) {
    const answer = await fetched(path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get("cache-control"), path).toBe("public, max-age=0, s-maxage=60, stale-while-revalidate=30");
    expect(answer.headers.get("set-cookie"), path).toBeNull();
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/unsafe|\*|data:|https?:/);
    expect(answer.headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(answer.headers.get("referrer-policy"), path).toBe("same-origin");
    const text = await answer.text();
    expect(text, path).not.toMatch(/<[^>]+\sstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=(?=["'])(?!.*&quot;)/);
  }
  const stylesheet = /href="(\/assets\/denkeeper\.[^"]+)"/.exec(await (await fetched("/")).text())?.[1] ?? "";
  expect((await fetched(stylesheet)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const first = await fetched("/docs/rules");
  const etag = first.headers.get("etag") ?? "";
  const again = await fetched("/docs/rules", { "if-none-match": etag });
  const amongOthers = await fetched("/docs/rules", { "if-none-match": `"other", ${etag.replace("W/", "")}` });
  expect([first.status, again.status, amongOthers.status]).toEqual([200, 304, 304]);
});

test("pages show boarding and undone deaths", async () => {
  const textOf = async (path: string): Promise<string> => (await fetched(path)).text();
  const { resting, creature, shy, restored } = full.ordinary;
  const boarded = await textOf(resting);
  expect(boarded).toContain("Boarded until");
  expect(boarded).not.toContain("left__time");
  expect(boarded).toContain('data-forecast="[]"');
  expect(await textOf(resting.replace(/\/creatures\/.*/, ""))).toContain("Boarded until");
  expect((await textOf(creature)).match(/src="\/portraits\/[0-9a-f]{64}\.webp"/g)).toHaveLength(4);
  expect(await textOf(shy)).toMatch(/src="[^"]+\/stages\/baby\.svg"/);
  expect(await textOf(restored)).toContain("Restored");
});

test("the reference's sidebar folds on phones, and error links unfold it", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } });
  const { page, faults } = await watchedPage(context);
  await page.goto(`${house.url}/docs/api/care`);
  const other = page.getByRole("link", { name: "Adopt" });
  expect(await other.isVisible()).toBe(false);
  await page.getByText("All calls").click();
  expect(await other.isVisible()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${house.url}/docs/api/care`);
  expect(await other.isVisible()).toBe(true);
  await page.goto(`${house.url}/docs/errors#which_creature`);
  expect(await page.locator("#which_creature").isVisible()).toBe(true);
  expect(await page.locator("#busy").isVisible()).toBe(false);
  expect(faults).toEqual([]);
  await context.close();
});

test("sitemap and robots are well formed and contain no injected markup", async () => {
  const context = await browser.newContext();
  const { page } = await watchedPage(context);
  const text = await (await fetched("/sitemap.xml")).text();
  expect(text).not.toContain("<script");
  await page.goto(`${house.url}/docs`);
  const fault = await page.evaluate(
    `new DOMParser().parseFromString(${JSON.stringify(text)}, "application/xml").querySelector("parsererror")?.textContent ?? null`,
  );
  expect(fault).toBeNull();
  expect(await (await fetched("/robots.txt")).text()).toContain("Sitemap: ");
  await context.close();
});

/** Retries a preview, because a slow drawing first returns 503 and is ready later. */
async function drawnPreview(path: string): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetched(path);
    if (answer.status !== 503 || attempt === 10) return answer;
    await sleep(1_000);
  }
}

test("every page names its address and a share image of 1200x630", async () => {
  const images = new Set<string>();
  for (const path of Object.values(publicPages())) {
    const page = await (await fetched(path)).text();
    const meta = (name: string): string | undefined =>
      new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(page)?.[1];
    expect(meta("og:url"), path).toMatch(/^http:\/\/localhost:3000\//);
    expect(meta("og:image:alt"), path).not.toBe("");
    expect(page, path).toContain('<meta name="twitter:card" content="summary_large_image"');
    images.add(new URL(meta("og:image") ?? "").pathname);
  }
  expect(images.size).toBeGreaterThan(6);
  for (const path of images) {
    const answer = await drawnPreview(path);
    expect([answer.status, answer.headers.get("content-type")], path).toEqual([200, "image/png"]);
    const header = new DataView(await answer.arrayBuffer());
    expect([header.getUint32(16), header.getUint32(20)], path).toEqual([1200, 630]);
  }
});

test("hidden stats are marked on the page and null in its JSON", async () => {
  const page = await (await fetched(full.ordinary.shy)).text();
  expect(page).toContain("hidden");
  const { json } = await house.call("GET", `/api${full.ordinary.shy}`);
  if (json.now.trust !== null) return;
  expect(json.now.health).toBeNull();
  for (const piece of json.forecast) expect(piece.start.health).toBeNull();
  for (const point of json.life.points) if (point.trust === null) expect(point.health).toBeNull();
});

test("TEST-CLOCK: an account that moved its clock has no page", async () => {
  const mover = await house.register({ username: "test-mover" });
  const adopted = await mover.call("POST", "/api/house/adopt", { name: "Mover" });
  const path = `/agents/test-mover/creatures/${adopted.json.creature.id}`;
  expect((await fetched(path)).status).toBe(200);
  await mover.call("POST", "/api/house/clock", { advance_hours: 1 });
  // Answers are cached for two seconds, so the agent's page is requested instead of the creature's.
  expect((await fetched("/agents/test-mover")).status).toBe(404);
});
