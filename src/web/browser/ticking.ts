// What changes on a page between two answers of the server: stats along their forecast, clocks that count down, and how
// long ago something was.
import { instantOf } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { ago, briefSpan, spanWords } from "@denkeeper/rules/time/spoken.ts";
import { tick, type ForecastPiece } from "@denkeeper/rules/time/tick.ts";
import { TIME_FORMS, timeWriter } from "../time-forms.ts";

/** Enough to see a stat that falls by one an hour change every second. */
const DECIMALS = 4;
/** As many as the server writes; the rest is set smaller. */
const LARGE_DECIMALS = 1;
const STATS = ["hunger", "happiness", "health", "trust"] as const;

const local = timeWriter();

/** The forecast as the page carries it. */
type Shown = Omit<ForecastPiece, "from" | "until"> & { readonly from: string; readonly until: string };

function forecastIn(text: string): readonly ForecastPiece[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: what the page of the same build carries
  const pieces = JSON.parse(text) as readonly Shown[];
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
    const shown = stat?.querySelector(".stat__n");
    if (value === null || !meter || !shown) continue;
    meter.value = value;
    const digits = value.toFixed(DECIMALS);
    const cut = digits.length - (DECIMALS - LARGE_DECIMALS);
    const small = shown.querySelector("small");
    if (small === null) {
      const more = document.createElement("small");
      more.textContent = digits.slice(cut);
      shown.replaceChildren(digits.slice(0, cut), more);
      continue;
    }
    const { firstChild } = shown;
    if (firstChild !== null && firstChild.nodeValue !== digits.slice(0, cut))
      firstChild.nodeValue = digits.slice(0, cut);
    write(small, digits.slice(cut));
  }
}

/** With seconds when they matter. */
function countdown(ms: number): string {
  if (ms >= HOUR_MS || ms <= 0) return spanWords(ms);
  return `${spanWords(ms)} ${String(Math.floor(ms / 1000) % 60).padStart(2, "0")} s`;
}

function tickSun(now: number): void {
  const clock = document.querySelector<SVGElement>("[data-dies-at]");
  const left = clock?.querySelector(".sunclock__big");
  const sun = clock?.querySelector(".sunclock__sun");
  if (!clock || !left || !sun) return;
  const diesAt = instantOf(clock.dataset["diesAt"] ?? "");
  write(left, countdown(diesAt - now));
  const gone = Math.min(1, Math.max(0, 1 - (diesAt - now) / Number(clock.dataset["thresholdMs"])));
  sun.setAttribute("transform", `rotate(${gone * 180} 200 184)`);
}

/** Elements whose text is in the visitor's time zone already. */
const localized = new WeakMap<Element, string>();

function localize(now: number): void {
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>("[data-form]")) {
    if (localized.get(element) === element.textContent) continue;
    const form = TIME_FORMS.find((each) => each === element.dataset["form"]);
    const at = instantOf(element.getAttribute("datetime") ?? element.dataset["at"] ?? "");
    if (form === undefined || Number.isNaN(at)) continue;
    element.textContent = local(form, at, now);
    localized.set(element, element.textContent);
  }
}

export function tickAll(now: number): void {
  tickStats(now);
  tickSun(now);
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
