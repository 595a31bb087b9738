// A real browser, for what only a browser can test: whether a policy lets a form lead where it must, and how a page
// looks.
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = [process.env["CHROMIUM_PATH"] ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"];
const QUIET = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== "" && existsSync(place));
  if (executablePath === undefined) throw new Error("no Chromium was found: set CHROMIUM_PATH");
  return chromium.launch({ executablePath, args: QUIET });
}
