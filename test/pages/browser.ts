// Opens and measures pages in a real browser.
import type { BrowserContext, Page } from "playwright-core";

/** Generous enough for a slow machine. */
const PATIENT_MS = 120_000;

export interface Watched {
  readonly page: Page;
  /** Console errors, uncaught exceptions, and dialogs. */
  readonly faults: string[];
}

/** Opens a page and records its faults. */
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

/** Returns the height of a page in pixels after its fonts have loaded, because fonts change line breaks. */
export async function heightOf(page: Page): Promise<number> {
  return Number(await page.evaluate("document.fonts.ready.then(() => document.documentElement.scrollHeight)"));
}

/** Returns the pixels by which the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
}
