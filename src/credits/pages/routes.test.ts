// Payment pages: their contents, their policy, and what late visitors see.
import { cardCheckout } from "../stripe/index.ts";
import { randomUUID } from "node:crypto";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test, vi } from "vitest";
import { SeedLife } from "../../../scripts/seed/life.ts";
import { storeCrowd } from "../../../scripts/seed/store-crowd.ts";
import { CHECKOUT_ENV, linkFor, press, sessionBehind, shopForFile } from "../../../test/payers/checkout.ts";
import { packOf } from "../../../test/payers/credits.ts";
import { freshAddress, freshUsername, houseForFile, type Account } from "../../../test/harness.ts";
import { holding } from "../../../test/held-lock.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { a } from "../../ui/words.ts";
import { payPage, thanksPage } from "./pages.ts";

const shop = await shopForFile();
const { house } = shop;
/** A house with production rate limits. */
const narrow = await houseForFile({ env: CHECKOUT_ENV });
const off = await houseForFile();

test("payment pages are private and excluded from caches and search engines", async () => {
  const path = await linkFor(await house.register());
  const { headers, text } = await house.call("GET", path);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  const policy = headers["content-security-policy"];
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain(`form-action 'self' ${shop.standIn.url}`);
  expect(text).toContain('<meta name="robots" content="noindex"');
  expect(text).not.toContain("<script");
  expect((await house.call("GET", `${path}?paid`)).headers["content-security-policy"]).toContain("form-action 'none'");
});

test("a test account pays with play money, never with real money", async () => {
  const me = await house.register({ username: freshUsername("test") });
  const buy = () => me.call("POST", "/api/house/credits", { pack: "500" });
  const { message, checkout_url } = (await buy()).json;
  expect(message).toContain("This is a test account, so the link takes play money");
  const path = new URL(checkout_url).pathname;
  expect((await house.call("GET", path)).text).toContain("This is a test account.");
  expect((await house.call("GET", await linkFor(await house.register()))).text).not.toContain("test account");
  const { stripe } = house.app.services.config;
  if (stripe === undefined) throw new Error("card checkout is off");
  Object.assign(stripe, { livemode: true });
  try {
    const refused = await buy();
    expect([refused.status, refused.json.code]).toEqual([503, "credits_not_sold"]);
    expect(refused.json.suggestion).toContain("This is a test account");
    expect((await house.call("GET", path)).status).toBe(404);
  } finally {
    Object.assign(stripe, { livemode: false });
  }
});

test("markup in an agent's name is shown as text", async () => {
  const order = { username: '<img src=x onerror="alert(1)">', pack: packOf("500"), pageSource: "https:", dead: [] };
  const frame = { baseUrl: "https://den.example", now: Date.now() };
  for (const page of [payPage(order, frame), thanksPage(order, frame)]) {
    expect(page.text).not.toContain("<img");
    expect(page.text).toContain("&lt;img src=x");
  }
});

test("BACK-2: the page shows cost and balance for any number of creatures", async () => {
  const { database, rails } = house.app.services;
  const stripe = cardCheckout(rails);
  const now = Date.now();
  const username = freshUsername("keeper");
  const keeper = { id: agentIdOf(username), username, clockMoved: false, clockOffsetMs: 0 };
  const species = CATALOG[0];
  if (species === undefined) throw new Error("the catalog is empty");
  const lived = (name: string, at: number) => {
    const life = new SeedLife(keeper, { id: randomUUID(), name, species, zone: "UTC", at });
    life.look(at + 1000);
    life.look(now);
    return life;
  };
  const about = { displayName: username, bio: "", model: ["", ""], timezone: "UTC", location: "" } as const;
  const lives = [lived("Nib", now - 6 * DAY_MS), lived("Dot", now - 5 * DAY_MS)];
  await storeCrowd(database, [{ ...keeper, ...about, registeredAt: now - 9 * DAY_MS, lives }], now);
  const said = async (pack: "100" | "500"): Promise<string> => {
    const { text } = await house.call("GET", `/pay/${stripe?.links.issue(keeper.id, packOf(pack), Date.now())}`);
    return text.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  };
  const change = (sql: string, ...names: readonly string[]) => database.adHoc(sql, [keeper.id, ...names]);
  expect(await said("500")).toContain(
    `Dot, ${a(species.name)}, died. Until its lamp goes out, it can be called back for 100 credits. This pack pays for it and leaves 400. If it dies again at this age, the next return costs 500. Others can return, too: Nib for 100.`,
  );
  await change("UPDATE creatures SET resurrections = 1 WHERE agent_id = $1 AND name = 'Dot'");
  expect(await said("100")).toContain("for 500 credits. This pack is 400 short of that, unless the agent has more.");
  // Resurrects Dot.
  await change("UPDATE creatures SET died_at = NULL, death_cause = NULL WHERE agent_id = $1 AND name = 'Dot'");
  expect(await said("100")).toContain("Nib, ");
  expect(await said("100")).toMatch(/for 100 credits\. This pack pays for it\. (?!.*Others)/);
  await change("UPDATE gravestones SET died_at = died_at - 1 WHERE agent_id = $1");
  expect(await said("100")).toContain("A return costs 100 credits, another one of the same creature 500");
});

test("GET and POST on an invalid link return a page that reports it", async () => {
  const path = await linkFor(await house.register());
  for (const wrong of ["/pay/x", `${path}x`, `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`, "/pay/%00"]) {
    for (const method of ["GET", "POST"]) {
      const answer = await house.call(method, wrong, undefined, {}, freshAddress());
      expect([answer.status, answer.text.includes("This payment link is not valid")], wrong).toEqual([404, true]);
    }
  }
});

test("an expired link opens no checkout, but shows an earlier payment's result", async () => {
  const stripe = cardCheckout(house.app.services.rails);
  const account = await house.register();
  const pack = packOf("100");
  const old = `/pay/${stripe?.links.issue(account.id, pack, Date.now() - 25 * 3_600_000)}`;
  const before = shop.standIn.calls.length;
  expect((await house.call("GET", old)).status).toBe(410);
  expect((await press(shop, old)).status).toBe(410);
  expect(shop.standIn.calls.length).toBe(before);

  const inTime = await linkFor(account);
  const session = await sessionBehind(shop, inTime);
  await shop.standIn.till.pay(session.id);
  const token = inTime.split("/").at(-1) ?? "";
  const link = stripe?.links.read(token);
  if (link === undefined) throw new Error("the link is invalid");
  const late = `/pay/${stripe?.links.write({ ...link, expiresAt: Date.now() - 1000 })}`;
  expect((await house.call("GET", late)).text).toContain("Thank you");
});

async function leave(account: Account): Promise<void> {
  const body = { confirm_username: account.username };
  const { confirmation } = (await account.call("DELETE", "/api/auth/account", body)).json;
  expect((await account.call("DELETE", "/api/auth/account", { ...body, confirmation })).status).toBe(200);
}

test("a departed agent's links take no payments but show completed ones", async () => {
  const account = await house.register();
  const fresh = await linkFor(account);
  const begun = await linkFor(account);
  await sessionBehind(shop, begun);
  const paid = await linkFor(account);
  await shop.standIn.till.pay((await sessionBehind(shop, paid)).id);
  await leave(account);
  const calls = shop.standIn.calls.length;
  for (const path of [fresh, begun]) {
    for (const method of ["GET", "POST"]) {
      const answer = await house.call(method, path, undefined, {}, freshAddress());
      expect([answer.status, answer.text.includes("This payment link is not valid")], method).toEqual([404, true]);
    }
    expect((await press(shop, `${path}?paid`)).status).toBe(404);
  }
  expect(shop.standIn.calls.length).toBe(calls);
  expect((await house.call("GET", paid)).text).toContain("Thank you");
  // The human returns from an open checkout, whose outcome is still unknown.
  expect((await house.call("GET", `${begun}?paid`)).status).toBe(200);
});

test("a link that is followed while its agent leaves opens no checkout", async () => {
  const account = await house.register();
  const path = await linkFor(account);
  const body = { confirm_username: account.username };
  const { confirmation } = (await account.call("DELETE", "/api/auth/account", body)).json;
  const calls = shop.standIn.calls.length;
  const held = await holding(house, "SELECT FROM agents WHERE agent_id = $1 FOR UPDATE", [account.id]);
  const leaving = account.call("DELETE", "/api/auth/account", { ...body, confirmation });
  await held.untilWaiting(1);
  const following = press(shop, path);
  await held.untilWaiting(2);
  await held.release();
  expect([(await leaving).status, (await following).status]).toEqual([200, 410]);
  expect(shop.standIn.calls.length).toBe(calls);
});

test("a rate-limited visitor gets a page with status 429", async () => {
  const from = freshAddress();
  for (let nth = 0; nth < 60; nth++) await narrow.call("GET", "/pay/x", undefined, {}, from);
  const refused = await narrow.call("GET", "/pay/x", undefined, {}, from);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Try again in");
});

test("an internal failure returns a page without its error text", async () => {
  const path = await linkFor(await house.register());
  const { database } = house.app.services;
  const asked = vi.spyOn(database, "query").mockRejectedValue(new Error("the database is gone"));
  const broken = await house.call("GET", path);
  asked.mockRestore();
  expect([broken.status, broken.headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
  expect(broken.text).toContain("your payment is safe");
  expect(broken.text).not.toContain("the database is gone");
});

test("with checkout off, payment links and the webhook return 404", async () => {
  expect((await off.call("GET", "/pay/x")).status).toBe(404);
  const webhook = await off.call("POST", "/api/webhooks/stripe", {});
  expect([webhook.status, webhook.json.error]).toEqual([404, "Card checkout is turned off"]);
});
