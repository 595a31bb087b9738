// Tests the card of a house: the metadata of check_status, its audience, and the page in a host that enforces its policy.
import type { Browser, Frame } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrowser } from "../../../test/browser.ts";
import { openDen, zoneAt, type Den } from "../../../test/den.ts";
import { houseForFile, type Account } from "../../../test/harness.ts";
import { watchedPage, type Watched } from "../../../test/pages/browser.ts";
import { CallContext } from "../../http/request/call-context.ts";

let stoppedAt: number | undefined;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => stoppedAt ?? Date.now() });
const { database, config } = house.app.services;
const URI = "ui://denkeeper/house";

async function ask(method: string, params: object, key?: string) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return (await house.call("POST", "/mcp", { jsonrpc: "2.0", id: 1, method, params }, headers)).json.result;
}

async function checked({ key }: Pick<Account, "key">, args: object = {}) {
  return ask("tools/call", { name: "check_status", arguments: args }, key);
}

async function cardOf(account: Pick<Account, "key">, args?: object) {
  return (await checked(account, args))._meta["denkeeper/card"];
}

/** Creates an account with a public house in a time zone where it is noon, so that no creature sleeps. */
async function publicHouse(...species: readonly string[]) {
  const account = await house.register({ timezone: zoneAt(12, Date.now()) });
  const ids: string[] = [];
  for (const [index, species_slug] of species.entries()) {
    const { json } = await account.call("POST", "/api/house/adopt", { name: `Moss ${index}`, species_slug });
    ids.push(json.creature.id);
  }
  await account.call("GET", "/api/house/status");
  return { ...account, ids };
}

async function lonely(): Promise<{ readonly den: Den; readonly id: string }> {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Ember" });
  await den.advance(60);
  return { den, id };
}

test("only check_status declares the card, whose policy allows only our origin", async () => {
  for (const path of ["/mcp", "/mcp?tools=care"]) {
    const { json } = await house.call("POST", path, { jsonrpc: "2.0", id: 1, method: "tools/list" });
    const withCard = json.result.tools.filter((tool: object) => "_meta" in tool);
    expect(withCard.map(({ name, _meta }: { name: string; _meta: object }) => [name, _meta])).toEqual([
      ["check_status", { ui: { resourceUri: URI } }],
    ]);
  }
  const [{ text, mimeType, _meta }] = (await ask("resources/read", { uri: URI })).contents;
  expect(mimeType).toBe("text/html;profile=mcp-app");
  expect(_meta.ui.csp).toEqual({ resourceDomains: [new URL(config.baseUrl).origin] });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12_000);
  expect(text).not.toMatch(/tools\/call|innerHTML|fetch\(|import\(/);
});

test("the model receives identical bytes with and without the card", async () => {
  const keeper = await publicHouse("housecat", "beagle");
  stoppedAt = Date.now();
  const { _meta, ...read } = await checked(keeper);
  // oxlint-disable-next-line typescript/unbound-method -- edge: it is called with the `this` of each call
  const { answeredBy } = CallContext.prototype;
  // Simulates a call that did not arrive through MCP.
  const spy = vi.spyOn(CallContext.prototype, "answeredBy").mockImplementation(function (this: CallContext, handler) {
    Object.assign(this.request, { via: undefined });
    return answeredBy.call(this, handler);
  });
  const plain = await checked(keeper);
  spy.mockRestore();
  stoppedAt = undefined;
  expect(JSON.stringify(read)).toBe(JSON.stringify(plain));
  expect(Object.keys(_meta)).toEqual(["denkeeper/card"]);
});

test("the card has the public verdict and shows the neediest creature", async () => {
  const keeper = await publicHouse("housecat", "beagle", "hedgehog");
  const [, ill = ""] = keeper.ids;
  await database.adHoc("UPDATE creatures SET health = 12 WHERE creature_id = $1", [ill]);
  const card = await cardOf(keeper);
  const { verdict } = (await house.call("GET", `/api/agents/${keeper.username}`)).json;
  expect({ ...card.verdict, untrusted: true }).toEqual(verdict);
  const page = `${config.baseUrl}/agents/${keeper.username}/creatures/${ill}`;
  expect(card.creature).toMatchObject({ name: "Moss 1", state: "danger", page, image: `${page}/portrait.svg` });
  expect(card.others.map(({ name }: { name: string }) => name).toSorted()).toEqual(["Moss 0", "Moss 2"]);
  expect((await cardOf(keeper, { creature_id: keeper.ids[0] })).creature.name).toBe("Moss 1");
});

test("a dead creature's card shows its epitaph, cause, and deadline", async () => {
  const { den, id } = await lonely();
  const empty = await checked(den);
  expect(empty.isError).toBe(true);
  const card = empty._meta["denkeeper/card"];
  const { gravestone, resurrection } = (await den.status(id)).json;
  expect(card.verdict.state).toBe("died");
  expect(card.creature).toMatchObject({
    name: "Ember",
    cause: "of neglect",
    died_at: gravestone.died_at,
    epitaph: gravestone.epitaph_short,
    returnable_until: resurrection.closes_at,
  });
  expect(card.creature).not.toHaveProperty("page");
  await den.hatched({ name: "Ash" });
  expect(await cardOf(den)).toMatchObject({ creature: { name: "Ash" }, others: [{ name: "Ember", state: "died" }] });
  expect(await cardOf(den, { creature_id: id })).toMatchObject({
    creature: { name: "Ember" },
    others: [{ name: "Ash" }],
  });
});

test("strangers get no card, and sitters only see their creatures", async () => {
  expect(await checked({ key: "dk_wrong" })).not.toHaveProperty("_meta");
  const keeper = await publicHouse("housecat", "beagle");
  const [first] = keeper.ids;
  const sitting = await keeper.call("POST", "/api/house/sitters", {
    sitter_name: "Ada",
    creature_ids: [first],
    hours: 2,
  });
  const card = await cardOf({ key: sitting.json.sitter_key });
  expect([card.creature.name, card.others]).toEqual(["Moss 0", []]);
});

const HOST = "http://host.test/";
const SANDBOX = "http://sandbox.test/";
const WIDTHS = [320, 400, 640];
const THEMES = ["light", "dark"] as const;
const NAME = "<img src=x onerror=alert(1)> <b>Bartholomew</b> the Unusually Long";

/** A host as the MCP Apps specification describes it. Its iframe has the height that the card requests. */
const HOST_PAGE = `<!doctype html><body style="margin:0"><iframe sandbox="allow-scripts allow-same-origin" style="border:0;height:80px"></iframe>
<script>
const frame = document.querySelector("iframe");
window.heard = [];
const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
window.change = (theme, width) => {
  frame.style.width = width + "px";
  tell({ method: "ui/notifications/host-context-changed", params: { theme } });
};
addEventListener("message", ({ data: { id, method, params } }) => {
  heard.push(method);
  if (method === "ui/initialize") tell({ id, result: { protocolVersion: params.protocolVersion, hostInfo: { name: "test", version: "1" }, hostCapabilities: window.given.host, hostContext: { theme: "light", locale: "en-US", timeZone: "UTC" } } });
  if (method === "ui/notifications/initialized") {
    tell({ method: "ui/notifications/tool-input", params: { arguments: {} } });
    tell({ method: "ui/notifications/tool-result", params: window.given.result });
  }
  if (method === "ui/notifications/size-changed") frame.style.height = params.height + "px";
  if (method === "ui/open-link") { window.opened = params.url; tell({ id, result: {} }); }
});
</script></body>`;

let browser: Browser;
let watched: Watched;
let policy = "";
const asked: string[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 700, height: 900 } });
  watched = await watchedPage(context);
  const [{ text }] = (await ask("resources/read", { uri: URI })).contents;
  await context.route("**", async (route) => {
    const url = route.request().url();
    const html = { contentType: "text/html; charset=utf-8" };
    if (url === HOST) return route.fulfill({ ...html, body: HOST_PAGE });
    if (url === SANDBOX) return route.fulfill({ ...html, body: text, headers: { "content-security-policy": policy } });
    asked.push(url);
    return route.fulfill({ response: await route.fetch({ url: url.replace(config.baseUrl, house.url) }) });
  });
});
afterAll(() => browser.close());

/** Opens the card in a host that allows pictures from the given origins. */
async function shown(card: unknown, domains: readonly string[]): Promise<Frame> {
  const { page } = watched;
  const from = domains.join(" ");
  policy = `default-src 'none'; script-src 'self' 'unsafe-inline' ${from}; style-src 'self' 'unsafe-inline' ${from}; connect-src 'self'; img-src 'self' data: ${from}; font-src 'self' ${from}; media-src 'self' data: ${from}; frame-src 'none'; object-src 'none'; base-uri 'self'`;
  asked.length = 0;
  await page.goto(HOST);
  const given = {
    host: { openLinks: {}, sandbox: { csp: { resourceDomains: domains } } },
    result: { content: [], _meta: { "denkeeper/card": card } },
  };
  await page.evaluate(`window.given = ${JSON.stringify(given)}; document.querySelector("iframe").src = "${SANDBOX}"`);
  await page.waitForFunction("heard.length > 0");
  const frame = page.frames().find((each) => each.url() === SANDBOX);
  if (frame === undefined) throw new Error("the card was not loaded");
  await frame.waitForSelector(".verdict");
  return frame;
}

/** Text that the card of each kind must contain. A card shows when it was seen, because a chat may be stored for years. */
const WORDS: Readonly<Record<string, RegExp>> = {
  well: /As seen .*now[\s\S]*Next visit due[\s\S]*Without care it lives until/,
  ill: /sick[\s\S]*Health\s+25/,
  dead: /Died of neglect[\s\S]*Can be called back until/,
  past: /As seen Jan 1, 2020, 12:00\sAM, \d+ days ago[\s\S]*Could be called back until/,
  boarded: /boarded[\s\S]*Boarded until/,
  hidden: /Health\s+hidden/,
};

/** Evaluates to the theme, the width, and the pixels by which the card overflows its frame in width and height. */
const FIT = `[document.documentElement.style.colorScheme, innerWidth,
  document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]`;
const PICTURES = "[...document.images].filter(({ naturalWidth }) => naturalWidth > 0).map(({ src }) => src)";

/** Returns card data for each state that a card must show. */
async function houses() {
  const well = await publicHouse("housecat", "beagle");
  const ill = await publicHouse("beagle", "housecat");
  await database.adHoc("UPDATE creatures SET health = 25 WHERE creature_id = $1", [ill.ids[0]]);
  const boarded = await publicHouse("housecat");
  await boarded.call("POST", "/api/house/board", { creature_id: boarded.ids[0], hours: 5 });
  const { den, id } = await lonely();
  await database.adHoc("UPDATE agents SET clock_moved = false WHERE agent_id = $1", [den.id]);
  await database.adHoc("UPDATE gravestones SET is_public = true WHERE agent_id = $1", [den.id]);
  const full = await cardOf(well);
  const dead = await cardOf(den, { creature_id: id });
  const others = Array.from({ length: 49 }, (_, nth) => ({ name: `${NAME} ${nth}`, state: "due" }));
  return {
    well: full,
    ill: await cardOf(ill),
    dead,
    past: {
      ...dead,
      now: "2020-01-01T00:00:00.000Z",
      creature: { ...dead.creature, returnable_until: "2020-01-05T00:00:00.000Z" },
    },
    boarded: await cardOf(boarded),
    hidden: await cardOf(await publicHouse("hedgehog")),
    blocked: full,
    empty: {
      now: full.now,
      ahead_ms: 0,
      verdict: { state: "empty", text: "No creatures yet.", more: null },
      others: [],
    },
    crowd: {
      ...full,
      verdict: { ...full.verdict, text: `${NAME} is late.` },
      creature: { ...full.creature, name: NAME },
      others,
    },
  };
}

test("the card shows every house and fits every width and theme", async () => {
  const { page, faults } = watched;
  for (const [kind, card] of Object.entries(await houses())) {
    const frame = await shown(card, kind === "blocked" ? [] : [new URL(config.baseUrl).origin]);
    const papers = new Set<unknown>();
    for (const theme of THEMES) {
      for (const width of WIDTHS) {
        await page.evaluate(`change("${theme}", ${width})`);
        await expect.poll(() => frame.evaluate(FIT), { message: `${kind} ${width}` }).toEqual([theme, width, 0, 0]);
        papers.add(await frame.evaluate("getComputedStyle(document.body).backgroundColor"));
      }
    }
    expect(papers.size, kind).toBe(THEMES.length);
    const { creature, verdict } = card;
    expect(await frame.locator("h1").textContent()).toBe(verdict.text);
    if (creature !== undefined) expect(await frame.locator("h2").textContent()).toBe(creature.name);
    const pictures = creature === undefined || kind === "blocked" ? [] : [creature.image];
    await expect.poll(() => frame.evaluate(PICTURES), { message: kind }).toEqual(pictures);
    expect(asked, kind).toEqual(pictures);
    const opens = creature?.page;
    if (opens !== undefined) await frame.evaluate("document.querySelector('button').click()");
    await expect.poll(() => page.evaluate("window.opened")).toBe(opens);
    const known = ["ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed"];
    expect(new Set(await page.evaluate<string[]>("heard")), kind).toEqual(
      new Set(opens === undefined ? known : [...known, "ui/open-link"]),
    );
    expect(await frame.evaluate("document.body.innerText"), kind).toMatch(WORDS[kind] ?? "");
    expect(faults, kind).toEqual([]);
  }
});
