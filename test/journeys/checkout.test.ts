// A human in a real browser follows an agent's link, pays at the provider and returns, and the creature is resurrected.
import { expect, test } from "vitest";
import { openBrowser } from "../browser.ts";
import { openShop } from "../payers/checkout.ts";
import { openDen } from "../den.ts";
import { freePort } from "../processes/free-port.ts";
import { listen } from "../../src/http/server/server.ts";

test("a human pays by link, credits arrive, and the creature is resurrected", async () => {
  const port = await freePort();
  const shop = await openShop({ BASE_URL: `http://127.0.0.1:${port}` });
  // The links lead to this address, so the house also listens there.
  const front = await listen({ ...shop.house.app, close: async () => {} }, port);
  const browser = await openBrowser();
  try {
    const den = await openDen(shop.house);
    const id = await den.hatched();
    await den.advance(60);
    const refused = await den.call("POST", "/api/house/resurrect", { id });
    expect(refused.status).toBe(402);

    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(refused.json.checkout_url);
    await page.getByRole("heading", { name: `100 credits for ${den.username}` }).waitFor();
    await page.getByRole("button", { name: "Pay $1.00 by card" }).click();
    await page.getByRole("link", { name: "Go back without paying" }).click();
    await page.getByRole("heading", { name: "You were not charged" }).waitFor();
    await page.getByRole("button", { name: "Pay $1.00 by card" }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    // The content security policy must allow the page's styles.
    expect(await page.evaluate("getComputedStyle(document.body).fontFamily")).toContain("Denkeeper");
    // The browser requests an icon that does not exist. Any other complaint would be a policy violation.
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
    expect(shop.standIn.till.sessions.size).toBe(1);

    const back = await den.call("POST", "/api/house/resurrect", { id });
    expect(back.status, back.text).toBe(200);
    expect(back.json).toMatchObject({ credits_spent: 100, credits_remaining: 0 });
  } finally {
    await browser.close();
    await front.stop();
    await shop.close();
  }
});
