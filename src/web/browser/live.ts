// Keeps a creature's page up to date in the browser: stats, the death clock, and the time. Without it the page shows the
// state at the time it was rendered.
import { instantOf, iso, now as present } from "../../platform/clock.ts";
import { spanWords } from "@denkeeper/rules/time/spoken.ts";
import type { ForecastPiece } from "@denkeeper/rules/time/tick.ts";
import { tick } from "@denkeeper/rules/time/tick.ts";

const EVERY_MS = 1_000;

/** The forecast as the page carries it. */
type Shown = Omit<ForecastPiece, "from" | "until"> & { readonly from: string; readonly until: string };

function forecastIn(text: string | undefined): readonly ForecastPiece[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: what the page of the same build carries
  const pieces = JSON.parse(text ?? "[]") as readonly Shown[];
  return pieces.map(({ from, until, asleep, bend, start, end }) => ({
    from: instantOf(from),
    until: instantOf(until),
    asleep,
    bend,
    start,
    end,
  }));
}

const forecast = forecastIn(document.querySelector<HTMLElement>("[data-forecast]")?.dataset["forecast"]);
const stats = (["hunger", "happiness", "health", "trust"] as const).map((name) => ({
  name,
  meter: document.querySelector<HTMLMeterElement>(`[data-stat="${name}"] meter`),
  shown: document.querySelector(`[data-stat="${name}"] .stat__n`),
}));
const clock = document.querySelector<SVGElement>("[data-dies-at]");
const left = document.querySelector(".sunclock__big");
const sun = document.querySelector<SVGGElement>(".sunclock__sun");
const readAt = document.querySelector("[data-read-at]");

function tickStats(now: number): void {
  const [first, ...rest] = forecast;
  if (first === undefined) return;
  const then = tick([first, ...rest], now);
  for (const { name, meter, shown } of stats) {
    const value = then[name];
    if (value === null || meter === null || shown === null) continue;
    meter.value = value;
    const text = value.toFixed(1);
    if (shown.textContent !== text) shown.textContent = text;
  }
}

function tickClock(now: number): void {
  if (clock === null || left === null || sun === null) return;
  const diesAt = instantOf(clock.dataset["diesAt"] ?? "");
  const thresholdMs = Number(clock.dataset["thresholdMs"]);
  const text = spanWords(diesAt - now);
  if (left.textContent !== text) left.textContent = text;
  const gone = Math.min(1, Math.max(0, 1 - (diesAt - now) / thresholdMs));
  sun.setAttribute("transform", `rotate(${gone * 180} 200 184)`);
  // The server reports what happened; the page does not guess.
  if (now > diesAt + 90_000) location.reload();
}

function tickAll(): void {
  const now = present();
  tickStats(now);
  tickClock(now);
  if (readAt !== null) readAt.textContent = iso(now).slice(11, 19);
}

if (forecast.length > 0) {
  tickAll();
  setInterval(tickAll, EVERY_MS);
}
