// A live view of a creature. Between status calls it ticks by the service's forecast, so it shows what the next call
// would return.
import type { CareAction } from "../../generated/types.ts";
import { isDead, tickingOf, type Ticking } from "../../status.ts";
import { isStepTo } from "../../steps.ts";
import { actionKeys } from "../actions.ts";
import { requireKey, type Context } from "../context.ts";
import { chosen, type CreatureOption } from "../creature-choice.ts";
import { failureText } from "../failure.ts";
import { plainAnswer } from "../plain.ts";
import { Screen, artOf } from "../screen.ts";
import { bar, bold, dim, paint } from "../style.ts";
import { screenColumns, wrapped } from "../text.ts";
import { countdown, duration, localTime } from "../time.ts";
import { careText } from "./care.ts";
import { deathText, titleOf, urgencyColor, type Dead, type Living } from "./status.ts";

const LOOK_EVERY_MS = 60_000;
const FORECAST_HOURS = 12;
/** For this long, a second press feeds although it is not due. */
const CONFIRM_MS = 5_000;
/** The least room that the figures need beside the picture, and the most that they take. */
const FIGURES_COLUMNS = 52;
const MOST_COLUMNS = 72;
const GAP = "  ";
const LARGEST_PICTURE = 40;
const SMALLEST_PICTURE = 16;

const KEYS = actionKeys();

/** A space at which lines do not break. */
const NO_BREAK = "\u00a0";
const KEYS_HELP = [...[...KEYS].map(([key, action]) => `${key}${NO_BREAK}${action} `), `q${NO_BREAK}quit`].join(" ");

export interface WatchOptions extends CreatureOption {
  readonly once?: boolean;
}

/** What was seen at the last look. */
interface Seen {
  readonly answer: Living | Dead;
  readonly ticking: Ticking | undefined;
  /** What to add to this machine's clock to get the clock of the house. */
  readonly offsetMs: number;
  readonly lookedAt: number;
  readonly art: readonly string[];
}

class Watch {
  readonly #context: Context;
  /** Whether one creature was asked for. Else the time to come back is the whole house's. */
  readonly #isChosen: boolean;
  #target: { readonly creature_id?: string };
  #seen: Seen | undefined;
  #artKey = "";
  #note = "";
  /** Until when a second press of the same key counts. */
  #confirmUntil = 0;

  constructor(context: Context, target: { readonly creature_id?: string }) {
    this.#context = context;
    this.#target = target;
    this.#isChosen = target.creature_id !== undefined;
  }

  get isOver(): boolean {
    return this.#seen !== undefined && isDead(this.#seen.answer);
  }

  async look(): Promise<void> {
    const asked = { ...this.#target, forecast_hours: FORECAST_HOURS };
    const looked = plainAnswer(await this.#context.client.checkStatus(asked));
    // From the first look on, it is this creature that is watched.
    this.#target = { creature_id: looked.creature.id };
    const answer = this.#isChosen ? looked : forHouse(looked);
    const ticking = tickingOf(answer);
    const lookedAt = Date.now();
    const offsetMs = ticking === undefined ? 0 : ticking.from - lookedAt;
    this.#seen = { answer, ticking, offsetMs, lookedAt, art: await this.#picture(answer) };
  }

  /** Draws the picture anew where the terminal has got another size. */
  async refit(): Promise<void> {
    if (this.#seen !== undefined) this.#seen = { ...this.#seen, art: await this.#picture(this.#seen.answer) };
  }

  /** The picture changes with stage, mood and the terminal's size only, so it is fetched only then. */
  async #picture(answer: Living | Dead): Promise<readonly string[]> {
    const depth = process.stdout.isTTY ? process.stdout.getColorDepth() : 1;
    const room = Math.min((process.stdout.columns ?? 80) - FIGURES_COLUMNS, 2 * ((process.stdout.rows ?? 24) - 2));
    if (this.#context.json || depth < 8 || room < SMALLEST_PICTURE) return [];
    const size = 2 * Math.floor(Math.min(LARGEST_PICTURE, room) / 2);
    const { creature } = answer;
    const key = [creature.id, creature.stage, isDead(answer) ? "dead" : answer.creature.mood, size].join();
    if (key === this.#artKey && this.#seen !== undefined && this.#seen.art.length > 0) return this.#seen.art;
    const answered = await this.#context.client.miniature({ creature_id: creature.id, size });
    this.#artKey = key;
    return artOf(answered, depth);
  }

  /** Whether it is time for another look: a minute is over, the check-in has come, or the forecast has ended. */
  isDue(now: number): boolean {
    const { answer, ticking, offsetMs, lookedAt } = this.#seen ?? {};
    if (answer === undefined || lookedAt === undefined || offsetMs === undefined) return true;
    if (isDead(answer)) return false;
    const passed = (at: number) => now + offsetMs >= at && lookedAt + offsetMs < at;
    return (
      now - lookedAt >= LOOK_EVERY_MS ||
      passed(Date.parse(answer.recommended_checkin.at)) ||
      passed(ticking?.until ?? Infinity)
    );
  }

  /** Whether a key may act at once. Feeding that is not due takes a second press: a slip would cost the on-time meal. */
  allows(action: CareAction, now: number): boolean {
    const isConfirmed = now < this.#confirmUntil;
    this.#confirmUntil = 0;
    if (action !== "feed" || isConfirmed || this.#feedingIsDue()) return true;
    this.#confirmUntil = now + CONFIRM_MS;
    this.#note = paint("yellow", "Feeding is not due yet. Press f again to feed anyway.");
    return false;
  }

  #feedingIsDue(): boolean {
    const { answer } = this.#seen ?? {};
    const steps = answer === undefined || isDead(answer) ? [] : answer.next_steps;
    return steps.some((step) => isStepTo(step, "care") && step.body?.["action"] === "feed");
  }

  async care(action: CareAction): Promise<void> {
    this.#note = dim(`${action} ...`);
    try {
      const answer = await this.#context.client.care({ action, ...this.#target });
      this.#note = careText(plainAnswer(answer));
    } catch (error) {
      this.#note = paint("red", failureText(error).split("\n").slice(0, 2).join(" "));
    }
    await this.look();
  }

  tell(error: unknown): void {
    this.#note = paint("red", failureText(error).split("\n", 1)[0] ?? "");
  }

  json(now: number): string {
    if (this.#seen === undefined) return "{}";
    const { answer, ticking, offsetMs } = this.#seen;
    const at = now + offsetMs;
    const { creature } = answer;
    if (isDead(answer))
      return JSON.stringify({ at: new Date(at).toISOString(), creature, gravestone: answer.gravestone });
    const { mood, death_clock: death, discipline } = answer.creature;
    return JSON.stringify({
      at: new Date(at).toISOString(),
      creature: { id: creature.id, name: creature.name, stage: creature.stage, mood },
      ...ticking?.at(at),
      discipline,
      checkin_in_seconds: Math.max(0, Math.round((Date.parse(answer.recommended_checkin.at) - at) / 1000)),
      dies_in_seconds: Math.max(0, Math.round((Date.parse(death.dies_at) - at) / 1000)),
    });
  }

  /** What stays on the terminal afterward. */
  farewell(now: number): string {
    if (this.#seen === undefined) return "";
    const { answer, offsetMs } = this.#seen;
    if (isDead(answer)) return deathText(answer);
    const { creature, recommended_checkin: checkIn } = answer;
    const inMs = Date.parse(checkIn.at) - now - offsetMs;
    const time = unbroken(`(${localTime(checkIn.at)})`);
    const when = inMs <= 0 ? `${checkIn.name} needs you now` : `Come back in ${unbroken(duration(inMs))} ${time}`;
    const text = `${bold(creature.name)} is ${creature.mood}. ${when}${inMs <= 0 ? "" : forOther(answer)}.`;
    return wrapped(text, screenColumns()).join("\n").replaceAll(NO_BREAK, " ");
  }

  /** The picture and the figures; with the keys that can be pressed where there is someone to press them. */
  frame(now: number, hasKeys = true): readonly string[] {
    if (this.#seen === undefined) return [dim("loading ...")];
    const { answer } = this.#seen;
    const width = process.stdout.columns ?? 80;
    const fits = 2 * this.#seen.art.length + FIGURES_COLUMNS <= width;
    const art = fits ? this.#seen.art : [];
    const room = width - (art.length === 0 ? 0 : 2 * art.length + GAP.length);
    const columns = Math.max(1, Math.min(MOST_COLUMNS, room));
    const figures = isDead(answer)
      ? deathText(answer)
          .split("\n")
          .flatMap((line) => wrapped(line, columns))
      : this.#figures(answer, now, columns, hasKeys);
    if (art.length === 0) return figures;
    const blank = " ".repeat(2 * art.length);
    return Array.from(
      { length: Math.max(art.length, figures.length) },
      (_, row) => `${art[row] ?? blank}${GAP}${figures[row] ?? ""}`,
    );
  }

  #figures(answer: Living, now: number, columns: number, hasKeys: boolean): readonly string[] {
    const { creature } = answer;
    const at = now + (this.#seen?.offsetMs ?? 0);
    const ticked = this.#seen?.ticking?.at(at) ?? { ...creature, asleep: creature.sleep_info !== undefined };
    if (this.#confirmUntil !== 0 && now >= this.#confirmUntil) {
      this.#confirmUntil = 0;
      this.#note = "";
    }
    const title = [...wrapped(titleOf(answer), columns), ticked.asleep ? "asleep" : creature.mood];
    const behavior = wrapped(creature.behavior, columns).map(dim);
    const { hunger, happiness, health, trust } = ticked;
    const stats = Object.entries({ hunger, happiness, health, trust, discipline: creature.discipline });
    const parts: Parts = {
      title,
      behavior,
      bars: stats.map(([name, value]) => bar(name, value, 2, columns)),
      times: timesOf(answer, at).flatMap((line) => wrapped(line, columns)),
      note: this.#note.split("\n").flatMap((line) => wrapped(line, columns)),
      keys: hasKeys ? wrapped(KEYS_HELP, columns).map(dim) : [],
    };
    return hasKeys ? fitted(parts, process.stdout.rows ?? 24) : fitted(parts, Infinity);
  }
}

export interface Parts {
  readonly title: readonly string[];
  readonly behavior: readonly string[];
  readonly bars: readonly string[];
  readonly times: readonly string[];
  readonly note: readonly string[];
  readonly keys: readonly string[];
}

/** As much as there are rows for. What care did is shown whole, and the keys always; bars and times make room for them. */
export function fitted({ title, behavior, bars, times, note, keys }: Parts, rows: number): readonly string[] {
  const spaced = [[...title, ...behavior], bars, times, note, keys].filter((part) => part.length > 0);
  const full = spaced
    .flatMap((part) => [part, [""]])
    .flat()
    .slice(0, -1);
  if (full.length <= rows) return full;
  const dense = [...title, ...behavior, ...bars, ...times, ...note, ...keys];
  if (dense.length <= rows) return dense;
  const spare = rows - title.length - note.length - keys.length;
  if (spare >= 0) {
    const shownTimes = times.slice(0, Math.max(0, spare - 1));
    return [...title, ...bars.slice(0, spare - shownTimes.length), ...shownTimes, ...note, ...keys];
  }
  return [...title.slice(0, 1), ...note.slice(0, Math.max(0, rows - 1 - keys.length)), ...keys];
}

/** The same answer with the time to come back for the whole house. */
export function forHouse(answer: Living | Dead): Living | Dead {
  if (isDead(answer) || answer.house_checkin === undefined) return answer;
  return { ...answer, recommended_checkin: answer.house_checkin };
}

/** Names the creature to come back for, if it is not the one that is watched. */
function forOther({ creature, recommended_checkin: checkIn }: Living): string {
  return checkIn.creature_id === creature.id ? "" : ` for ${checkIn.name}`;
}

const unbroken = (text: string): string => text.replaceAll(" ", NO_BREAK);

/** The most important first. */
function timesOf(answer: Living, at: number): readonly string[] {
  const { creature, recommended_checkin: checkIn } = answer;
  const { death_clock: death, next_feeding_window: window } = creature;
  const opensIn = window === "open now" ? 0 : Date.parse(window) - at;
  const toCheckIn = Date.parse(checkIn.at) - at;
  return [
    `come back  ${toCheckIn <= 0 ? paint(["bold", "cyan"], "now") : `in ${bold(countdown(toCheckIn))}`}${forOther(answer)}`,
    `feeding    ${opensIn <= 0 ? paint("cyan", "window open") : `window opens in ${countdown(opensIn)}`}`,
    `dies       in ${paint(urgencyColor(death.urgency), countdown(Date.parse(death.dies_at) - at))} if no one comes`,
  ];
}

/** A line per second for programs, until it is stopped or the creature is dead. */
async function watchAsJson(view: Watch, ended: Promise<void>, end: () => void): Promise<void> {
  const draw = () => process.stdout.write(`${view.json(Date.now())}\n`);
  const timer = setInterval(() => {
    draw();
    if (view.isOver) end();
    else if (view.isDue(Date.now())) void view.look().catch((error: unknown) => view.tell(error));
  }, 1000);
  draw();
  await ended;
  clearInterval(timer);
}

async function watchOnScreen(view: Watch, ended: Promise<void>, end: () => void): Promise<void> {
  let busy = false;
  const draw = () => screen.draw(view.frame(Date.now()));
  /** Runs one task at a time; an error is shown and the watch continues. */
  const unlessBusy = async (work: () => Promise<void>) => {
    if (busy) return;
    busy = true;
    await work().catch((error: unknown) => view.tell(error));
    busy = false;
    draw();
  };
  const onKey = (pressed: string) => {
    const action = KEYS.get(pressed);
    if (pressed === "q" || pressed === "\u0003" || pressed === "\u001b") end();
    else if (pressed === " ") void unlessBusy(() => view.look());
    else if (action !== undefined && !busy && view.allows(action, Date.now())) void unlessBusy(() => view.care(action));
    draw();
  };
  const screen = new Screen(onKey, () => {
    draw();
    void unlessBusy(() => view.refit());
  });
  const timer = setInterval(() => {
    draw();
    if (view.isOver) end();
    else if (view.isDue(Date.now())) void unlessBusy(() => view.look());
  }, 1000);
  screen.open();
  draw();
  await ended;
  clearInterval(timer);
  screen.close();
  process.stdout.write(`${view.farewell(Date.now())}\n`);
}

export async function watch(context: Context, options: WatchOptions): Promise<void> {
  requireKey(context);
  const view = new Watch(context, await chosen(context, options));
  await view.look();
  // A pipe has no screen to draw on: it gets one frame.
  if (options.once === true || (!context.json && !process.stdout.isTTY)) {
    process.stdout.write(`${context.json ? view.json(Date.now()) : view.frame(Date.now(), false).join("\n")}\n`);
    return;
  }
  const ended = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ended.resolve());
  if (context.json) await watchAsJson(view, ended.promise, ended.resolve);
  else await watchOnScreen(view, ended.promise, ended.resolve);
}
