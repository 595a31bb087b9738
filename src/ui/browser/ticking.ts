// Updates a page between two answers of the server: stats by their forecast, countdowns, and elapsed times.
import { instantOf } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { ago, briefSpan, spanWords } from "@denkeeper/rules/time/spoken.ts";
import { tick, type ForecastPiece } from "@denkeeper/rules/time/tick.ts";
import { TIME_FORMS, timeWriter } from "../time-forms.ts";

const STATS = ["hunger", "happiness", "health", "trust"] as const;

const local = timeWriter();

/** A piece of the forecast as written in the page's attribute. */
type PageForecast = Omit<ForecastPiece, "from" | "until"> & { readonly from: string; readonly until: string };

function forecastIn(text: string): readonly ForecastPiece[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the server of the same build wrote the attribute
  const pieces = JSON.parse(text) as readonly PageForecast[];
  return pieces.map(({ from, until, asleep, bend, start, end }) => ({
    from: instantOf(from),
    until: instantOf(until),
    asleep,
    bend,
    start,
    end,
  }));
}

let parsed: { readonly text: string; readonly forecast: readonly ForecastPiece[] } = { text: "", forecast: [] };

export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function tickStats(now: number): void {
  const text = document.querySelector<HTMLElement>("[data-forecast]")?.dataset["forecast"] ?? "[]";
  if (text !== parsed.text) parsed = { text, forecast: forecastIn(text) };
  const [first, ...rest] = parsed.forecast;
  if (first === undefined) return;
  const then = tick([first, ...rest], now);
  for (const name of STATS) {
    const value = then[name];
    const stat = document.querySelector(`[data-stat="${name}"]`);
    const meter = stat?.querySelector("meter");
    const number = stat?.querySelector(".stat__n");
    if (value === null || !meter || !number) continue;
    meter.value = value;
    write(number, value.toFixed(1));
  }
}

/** Writes the remaining time, with seconds in the last hour. */
function countdown(ms: number): string {
  if (ms >= HOUR_MS || ms <= 0) return spanWords(ms);
  return `${spanWords(ms)} ${String(Math.floor(ms / 1000) % 60).padStart(2, "0")} s`;
}

/** Elements whose text is already in the visitor's time zone. */
const localized = new WeakMap<Element, string>();

function localize(now: number): void {
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>("[data-form]")) {
    if (localized.get(element) === element.textContent) continue;
    const form = TIME_FORMS.find((name) => name === element.dataset["form"]);
    const at = instantOf(element.getAttribute("datetime") ?? element.dataset["at"] ?? "");
    if (form === undefined || Number.isNaN(at)) continue;
    element.textContent = local(form, at, now);
    localized.set(element, element.textContent);
  }
}

export function tickAll(now: number): void {
  tickStats(now);
  localize(now);
  for (const element of document.querySelectorAll<HTMLTimeElement>("[data-ago]"))
    write(element, ago(instantOf(element.dateTime), now));
  for (const element of document.querySelectorAll<HTMLTimeElement>("[data-since]"))
    write(element, briefSpan(now - instantOf(element.dateTime)));
  for (const element of document.querySelectorAll<HTMLTimeElement>("[data-until]"))
    write(element, countdown(instantOf(element.dateTime) - now));
  const clock = document.querySelector("[data-read-at]");
  const seconds = String(Math.floor(now / 1000) % 60).padStart(2, "0");
  if (clock !== null) write(clock, `${local("clock", now, now)}:${seconds}`);
}
