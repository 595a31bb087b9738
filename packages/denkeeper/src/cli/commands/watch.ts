// A live view of a creature. Between status calls it ticks by the service's forecast, so it shows what the next call
// would return.
import type { Ticking } from "../../forecast.ts";
import { tickingOf } from "../../forecast.ts";
import type { CareInput } from "../../generated/types.ts";
import { artOf } from "../art.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import type { CreatureOption } from "../creature-choice.ts";
import { chosen } from "../creature-choice.ts";
import { failureText } from "../failure.ts";
import { plainAnswer } from "../plain.ts";
import { bar, bold, countdown, dim, paint, wrapped } from "../style.ts";
import { careText } from "./care.ts";
import type { Dead, Living } from "./status.ts";
import { deathText, inFull, isDead, titleOf, urgencyColour } from "./status.ts";

const LOOK_EVERY_MS = 60_000;
const FORECAST_HOURS = 12;
/** The least room that the figures need beside the picture. */
const FIGURES_COLUMNS = 52;
const LARGEST_PICTURE = 40;
const SMALLEST_PICTURE = 16;

const KEYS: Readonly<Record<string, CareInput["action"]>> = {
  f: "feed",
  p: "play",
  c: "clean",
  m: "medicine",
  d: "discipline",
  s: "sleep",
  r: "reflect",
};

/** A space at which lines do not break. */
const NO_BREAK = "\u00a0";
const KEYS_HELP = [
  ...Object.entries(KEYS).map(([key, action]) => `${key}${NO_BREAK}${action} `),
  `q${NO_BREAK}quit`,
].join(" ");

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
  readonly #target: { readonly creature_id?: string };
  #seen: Seen | undefined;
  #artKey = "";
  #note = "";

  constructor(context: Context, target: { readonly creature_id?: string }) {
    this.#context = context;
    this.#target = target;
  }

  get isOver(): boolean {
    return this.#seen !== undefined && isDead(this.#seen.answer);
  }

  async look(): Promise<void> {
    const asked = { ...this.#target, forecast_hours: FORECAST_HOURS };
    const answer = inFull(await this.#context.client.checkStatus(asked));
    const ticking = tickingOf(answer);
    const lookedAt = Date.now();
    const offsetMs = ticking === undefined ? 0 : ticking.from - lookedAt;
    this.#seen = { answer: plainAnswer(answer), ticking, offsetMs, lookedAt, art: await this.#picture(answer) };
  }

  /** The picture changes with stage and mood only, so it is fetched only then. */
  async #picture(answer: Living | Dead): Promise<readonly string[]> {
    const depth = process.stdout.isTTY ? process.stdout.getColorDepth() : 1;
    const room = Math.min((process.stdout.columns ?? 80) - FIGURES_COLUMNS, 2 * ((process.stdout.rows ?? 24) - 2));
    if (this.#context.json || depth < 8 || room < SMALLEST_PICTURE) return [];
    const size = 2 * Math.floor(Math.min(LARGEST_PICTURE, room) / 2);
    const { creature } = answer;
    const key = [creature.id, creature.stage, isDead(answer) ? "dead" : answer.creature.mood, size].join();
    if (key === this.#artKey && this.#seen !== undefined) return this.#seen.art;
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

  async care(action: CareInput["action"]): Promise<void> {
    this.#note = dim(`${action} ...`);
    try {
      const answer = await this.#context.client.care({ action, ...this.#target, ...this.#livingId() });
      this.#note = careText(plainAnswer(answer));
    } catch (error) {
      this.#note = paint("red", failureText(error).split("\n").slice(0, 2).join(" "));
    }
    await this.look();
  }

  #livingId(): { readonly creature_id?: string } {
    return this.#seen === undefined ? {} : { creature_id: this.#seen.answer.creature.id };
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

  frame(now: number): string {
    if (this.#seen === undefined) return dim("loading ...");
    const { answer, art, offsetMs } = this.#seen;
    const pictureColumns = art.length * 2;
    const columns = Math.min(72, (process.stdout.columns ?? 80) - pictureColumns - 3);
    const figures = isDead(answer)
      ? deathText(answer)
          .split("\n")
          .flatMap((line) => wrapped(line, columns))
      : this.#figures(answer, now + offsetMs, columns);
    const rows = Math.max(art.length, figures.length);
    const blank = " ".repeat(pictureColumns);
    const lines = Array.from({ length: rows }, (_, row) =>
      art.length === 0 ? (figures[row] ?? "") : `${art[row] ?? blank}  ${figures[row] ?? ""}`,
    );
    return lines.join("\n");
  }

  #figures(answer: Living, at: number, columns: number): readonly string[] {
    const { creature, recommended_checkin: checkIn } = answer;
    const { death_clock: death } = creature;
    const now = this.#seen?.ticking?.at(at) ?? { ...creature, asleep: creature.sleep_info !== undefined };
    const toCheckIn = Date.parse(checkIn.at) - at;
    const window = creature.next_feeding_window;
    const opensIn = window === "open now" ? 0 : Date.parse(window) - at;
    const feeding = opensIn <= 0 ? paint("cyan", "window open") : `window opens in ${countdown(opensIn)}`;
    return [
      titleOf(answer),
      now.asleep ? "asleep" : creature.mood,
      ...wrapped(creature.behavior, columns).map(dim),
      "",
      bar("hunger", now.hunger, 2),
      bar("happiness", now.happiness, 2),
      bar("health", now.health, 2),
      bar("trust", now.trust, 2),
      bar("discipline", creature.discipline, 2),
      "",
      `feeding    ${feeding}`,
      `come back  ${toCheckIn <= 0 ? paint(["bold", "cyan"], "now") : `in ${bold(countdown(toCheckIn))}`}`,
      `dies       in ${paint(urgencyColour(death.urgency), countdown(Date.parse(death.dies_at) - at))} if no one comes`,
      "",
      ...(this.#note === "" ? [] : [...this.#note.split("\n").flatMap((line) => wrapped(line, columns)), ""]),
      ...wrapped(KEYS_HELP, columns).map(dim),
    ];
  }
}

export async function watch(context: Context, options: WatchOptions): Promise<void> {
  requireKey(context);
  const view = new Watch(context, await chosen(context, options));
  await view.look();
  if (options.once === true) {
    process.stdout.write(`${context.json ? view.json(Date.now()) : view.frame(Date.now())}\n`);
    return;
  }
  const { default: logUpdate } = await import("log-update");
  const draw = () => {
    if (context.json) process.stdout.write(`${view.json(Date.now())}\n`);
    else logUpdate(view.frame(Date.now()));
  };
  const ended = Promise.withResolvers<void>();
  let busy = false;
  /** Runs one task at a time; an error is shown and the watch continues. */
  const unlessBusy = async (work: () => Promise<void>) => {
    if (busy) return;
    busy = true;
    await work().catch((error: unknown) => view.tell(error));
    busy = false;
    draw();
  };
  const onKey = (key: Buffer) => {
    const pressed = key.toString();
    const action = KEYS[pressed];
    if (pressed === "q" || pressed === "\u0003" || pressed === "\u001b") ended.resolve();
    else if (action !== undefined) void unlessBusy(() => view.care(action));
    else if (pressed === " ") void unlessBusy(() => view.look());
  };
  const { stdin } = process;
  if (stdin.isTTY) stdin.setRawMode(true).resume().on("data", onKey);
  process.once("SIGINT", () => ended.resolve()).once("SIGTERM", () => ended.resolve());
  const timer = setInterval(() => {
    draw();
    if (view.isOver) ended.resolve();
    else if (view.isDue(Date.now())) void unlessBusy(() => view.look());
  }, 1000);
  draw();
  await ended.promise;
  clearInterval(timer);
  if (stdin.isTTY) stdin.setRawMode(false).pause();
  if (!context.json) logUpdate.done();
}
