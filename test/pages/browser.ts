// Checks for every page in a browser.
import type { BrowserContext, Page } from "playwright-core";

/** For a slow machine. */
const PATIENT_MS = 120_000;

export interface Watched {
  readonly page: Page;
  /** What the console said that it should not. */
  readonly faults: string[];
}

/** Opens a page and records its errors and warnings. */
export async function watchedPage(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("dialog", (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}

/** How tall a page is, in pixels, once its fonts are there: until then its lines break elsewhere. */
export async function heightOf(page: Page): Promise<number> {
  return Number(await page.evaluate("document.fonts.ready.then(() => document.documentElement.scrollHeight)"));
}

/** Pixels by which the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
}
