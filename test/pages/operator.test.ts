// The operator's view in a real browser: sign-in, the view of a full house, an action, and hostile words.
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { runMigrations } from "graphile-worker";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rollUpFigures } from "../../src/worker/rollups/figures.ts";
import { rollUpHistory } from "../../src/worker/rollups/history.ts";
import { openBrowser } from "../browser.ts";
import { ADMIN_KEY, houseForFile } from "../harness.ts";
import { until } from "../processes/own-redis.ts";
import { drawn } from "../tier.ts";
import { overflow, watchedPage } from "./browser.ts";
import { fillHouse } from "./house.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100000" } });
let browser: Browser;

beforeAll(async () => {
  [, browser] = await Promise.all([fillHouse(house, 300), openBrowser()]);
  await makeOrdinary();
  await addTroubles();
}, 180_000);

const { database, now } = house.app.services;
const rows = (text: string, values: readonly unknown[] = []) => database.adHoc<Record<string, unknown>>(text, values);

/** The crowd are test accounts, which no chart counts. */
async function makeOrdinary(): Promise<void> {
  await rows(`UPDATE agents SET is_test = false, created_at = created_at - (get_byte(uuid_send(agent_id), 0) % 40)::bigint * 86400000,
    model_provider = (ARRAY['anthropic', 'openai', 'google', NULL])[1 + get_byte(uuid_send(agent_id), 1) % 4]
    WHERE username <> 'seed-hostile'`);
  await rows("DELETE FROM rollup_marks WHERE name = 'hours'");
  for (let more = true; more;) more = await rollUpHistory(database, now());
  await rollUpFigures(database, now());
  await until(async () => (await house.app.services.rollups.get("figures")).agents.total > 0);
}

/** Payments and jobs that somebody should look at. */
async function addTroubles(): Promise<void> {
  const { directDatabaseUrl } = house.app.services.config;
  await runMigrations({ connectionString: directDatabaseUrl });
  await rows("SELECT graphile_worker.add_job('draw_portrait'), graphile_worker.add_job('draw_avatar')");
  await rows(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = '<b>no disk</b>'
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'draw_avatar')`);
  const at = now() - 3_600_000;
  const [agent] = await rows("SELECT agent_id FROM agents WHERE NOT is_test ORDER BY username LIMIT 1");
  const id = agent?.["agent_id"];
  await rows(
    `INSERT INTO purchases (agent_id, purchase_id, rail, pack, credits, amount_cents, currency, livemode, status,
        refunded_cents, created_at, updated_at)
      SELECT $1, gen_random_uuid(), rail, '500', 500, 400, 'usd', false, status, refunded, $2, $2
      FROM (VALUES ('x402', 'settling', 0), ('stripe', 'credited', 400), ('stripe', 'credited', 0)) AS p (rail, status, refunded)`,
    [id, at],
  );
  await rows(
    `INSERT INTO disputes SELECT agent_id, purchase_id, 'dp_1', 400, 'open', $1 FROM purchases
      WHERE status = 'credited' AND refunded_cents = 0`,
    [at],
  );
  await rows(
    `INSERT INTO payment_events (agent_id, rail, event_id, type, outcome, received_at)
      VALUES ('00000000-0000-0000-0000-000000000000', 'stripe', 'evt_1', 'checkout.session.completed', 'unknown_purchase', $1)`,
    [at],
  );
}

afterAll(() => browser.close());

const FIND_BARRIERS = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + " " + failureSummary).join(" | ")))`;

async function signIn(page: Page): Promise<void> {
  await page.goto(`${house.url}/admin`);
  await page.getByLabel("Operator key").fill(ADMIN_KEY);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Sweeper lag").waitFor();
}

async function faultsOf(page: Page, where: string): Promise<readonly string[]> {
  const wider = await overflow(page);
  await page.evaluate(axe.source);
  const barriers: readonly string[] = await page.evaluate(FIND_BARRIERS);
  const hacked = (await page.evaluate("window.hacked")) !== undefined;
  return [
    ...(wider > 0 ? [`${where} is ${wider} pixels too wide`] : []),
    ...(hacked ? [`${where} ran a stranger's script`] : []),
    ...barriers.map((barrier) => `${where}: ${barrier}`),
  ];
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

function inBrowser(width: number, colorScheme: "light" | "dark"): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width, height: 900 }, colorScheme });
}

const LOOKS = [
  { width: 390, colorScheme: "light", inGate: true },
  { width: 390, colorScheme: "dark", inGate: false },
  { width: 1280, colorScheme: "light", inGate: false },
  { width: 1280, colorScheme: "dark", inGate: true },
] as const;

describe.each(drawn(LOOKS, ({ inGate }) => inGate))("$width pixels wide, $colorScheme", ({ width, colorScheme }) => {
  test("door, view and a hostile agent fit, are quiet and shut nobody out", async () => {
    const context = await inBrowser(width, colorScheme);
    const { page, faults } = await watchedPage(context);
    await page.goto(`${house.url}/admin`);
    const found = [...(await faultsOf(page, "the door"))];
    await photograph(page, `door-${width}-${colorScheme}`);
    await signIn(page);
    found.push(...(await faultsOf(page, "the view")));
    const text = await page.locator("main").innerText();
    for (const told of [
      "no disk",
      "Refunded",
      "Disputed",
      "no matching purchase",
      "Settling",
      "anthropic",
      "neglect",
    ]) {
      expect(text, told).toContain(told);
    }
    await photograph(page, `operator-${width}-${colorScheme}`);
    await page.goto(`${house.url}/admin?agent=seed-hostile`);
    found.push(...(await faultsOf(page, "a hostile agent")));
    await photograph(page, `agent-${width}-${colorScheme}`);
    expect([...found, ...faults]).toEqual([]);
    expect(await page.locator("h1").count()).toBe(1);
    await context.close();
  }, 120_000);
});

test("without a script one can enter, hide a note by its link, see it written down, and leave", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const { page } = await watchedPage(context);
  await signIn(page);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: "__Host-denkeeper-operator", secure: true, httpOnly: true, sameSite: "Strict" });
  await page.getByRole("link", { name: "Hide a note" }).first().click();
  await page.getByLabel("Reason").fill("it shouts <script>");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Done. See the audit log below.").waitFor();
  expect(await page.getByRole("region", { name: "Audit log" }).innerText()).toContain("it shouts <script>");
  expect(await page.getByRole("link", { name: "Show a note again" }).count()).toBe(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  expect(await context.cookies()).toEqual([]);
  await context.close();
});
