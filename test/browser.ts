// Starts a real browser for tests that need one: whether the content security policy permits the target of a form, and how a page
// looks.
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";
import { FULL } from "./tier.ts";

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
  // Animations take a third of the processor time of page tests and change no layout, so only the full check shows them.
  ...(FULL ? [] : ["--force-prefers-reduced-motion"]),
];

export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== "" && existsSync(place));
  if (executablePath === undefined) throw new Error("no Chromium was found: set CHROMIUM_PATH");
  return chromium.launch({ executablePath, args: QUIET });
}
