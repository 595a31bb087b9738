// A creature in one line of at most 40 columns, for a prompt or a status bar. It uses only signs that every terminal gives
// the same width.
import type { PublicCreatureAnswer } from "../../generated/types.ts";
import { tickingOf } from "../../status.ts";
import { cut, widthOf } from "../text.ts";

type Answer = PublicCreatureAnswer;
type Creature = Pick<Answer["creature"], "name" | "status" | "species_key" | "family" | "age_hours">;
type Living = Pick<NonNullable<Answer["now"]>, "mood" | "feeding_status" | "boarding"> & {
  readonly death_clock: Pick<NonNullable<Answer["now"]>["death_clock"], "dies_at">;
};

/** What the line needs of a creature's public answer. */
export interface LineAnswer extends Pick<Answer, "forecast" | "next_visit"> {
  readonly creature: Creature;
  readonly now: Living | null;
}

type LineFormat = "plain" | "ansi" | "tmux";

export interface LineOptions {
  readonly columns: number;
  readonly format: LineFormat;
  /** Without emoji and hearts. */
  readonly ascii?: boolean;
}

const ICONS: Readonly<Record<string, string>> = {
  hamster: "🐹",
  jackrabbit: "🐰",
  gecko: "🦎",
  chameleon: "🦎",
  axolotl: "🦎",
  hedgehog: "🦔",
  pangolin: "🦔",
  ferret: "🦦",
  kinkajou: "🐒",
  parrot: "🦜",
  owl: "🦉",
  tortoise: "🐢",
  phoenix: "🐦",
  robot: "🤖",
  daemon: "😈",
  void: "🌑",
  hive: "🐝",
  pixel: "👾",
  golem: "🗿",
  oracle: "🦋",
  sprite: "🧚",
  echo: "🦇",
  cache: "🐭",
  lattice: "💎",
  quantum: "🐈",
  lynx: "🐈",
  fenrir: "🐺",
  wolfdog: "🐺",
  husky: "🐺",
};
const FAMILY_ICONS = { cat: "🐱", dog: "🐶", exotic: "🐾", "ai-native": "🌟" } as const;

type Tone = "plain" | "bold" | "good" | "warn" | "bad" | "soft";
type Piece = readonly [text: string, tone: Tone];

const TONES: Readonly<
  Record<Exclude<LineFormat, "plain">, Readonly<Record<Tone, readonly [on: string, off: string]>>>
> = {
  ansi: {
    plain: ["", ""],
    bold: ["\u001B[1m", "\u001B[22m"],
    good: ["\u001B[32m", "\u001B[39m"],
    warn: ["\u001B[33m", "\u001B[39m"],
    bad: ["\u001B[31m", "\u001B[39m"],
    soft: ["\u001B[2m", "\u001B[22m"],
  },
  tmux: {
    plain: ["", ""],
    bold: ["#[bold]", "#[nobold]"],
    good: ["#[fg=green]", "#[fg=default]"],
    warn: ["#[fg=yellow]", "#[fg=default]"],
    bad: ["#[fg=red]", "#[fg=default]"],
    soft: ["#[dim]", "#[nodim]"],
  },
};

const HOUR_MS = 3_600_000;
/** Closer than this to its death, nothing else matters. */
const DANGER_MS = 6 * HOUR_MS;

/** "2d", "3h", "12m". */
function span(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes}m`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1440)}d`;
}

/** What there is to do, and how much it matters. */
function duty({ now: living, next_visit: nextVisit }: LineAnswer, now: number): Piece {
  if (living === null || nextVisit === null) return ["", "soft"];
  const { boarding, death_clock: clock, feeding_status: fed } = living;
  if (boarding.resting) return ["boarded", "soft"];
  const left = Date.parse(clock.dies_at) - now;
  if (left <= 0) return ["check on it", "bad"];
  if (left < DANGER_MS) return [`dies in ${span(left)}`, "bad"];
  if (fed === "overdue" || fed === "critical") return ["feeding late", "bad"];
  const until = Date.parse(nextVisit) - now;
  return until <= 0 ? ["visit now", "warn"] : [`visit in ${span(until)}`, "soft"];
}

function livingPieces(answer: LineAnswer, now: number, ascii: boolean): readonly Piece[] {
  const { health, asleep } = tickingOf(answer)?.at(now) ?? { health: null, asleep: false };
  const tone: Tone = health === null ? "soft" : health < 20 ? "bad" : health < 50 ? "warn" : "good";
  const heart = health === null ? "?" : String(Math.round(health));
  const [todo, how] = duty(answer, now);
  return [
    [ascii ? ` hp ${heart}` : ` ♥${heart}`, tone],
    [` ${asleep ? "asleep" : (answer.now?.mood ?? "")}`, "plain"],
    [todo === "" ? "" : `, ${todo}`, how],
  ];
}

function piecesAfterName(answer: LineAnswer, now: number, ascii: boolean): readonly Piece[] {
  const { status, age_hours: hours } = answer.creature;
  switch (status) {
    case "egg":
      return [[" is waiting to hatch", "warn"]];
    case "dead":
      return [[` lived ${span(hours * HOUR_MS)}`, "soft"]];
    case "released":
      return [[" was released", "soft"]];
    case "living":
      return livingPieces(answer, now, ascii);
  }
}

function iconOf({ status, species_key: species, family }: Creature): string {
  if (status === "egg") return "🥚";
  return status === "dead" ? "🪦" : (ICONS[species] ?? FAMILY_ICONS[family]);
}

function painted([text, tone]: Piece, format: LineFormat): string {
  if (text === "" || format === "plain") return text;
  const [on, off] = TONES[format][tone];
  return on + (format === "tmux" ? text.replaceAll("#", "##") : text) + off;
}

/** The name gives way to the rest, but at least six of its letters stay. Undefined: there is no creature. */
export function lineOf(answer: LineAnswer | undefined, now: number, options: LineOptions): string {
  const { columns, format, ascii = false } = options;
  const icon = (sign: string): Piece => [ascii ? "" : `${sign} `, "plain"];
  if (answer === undefined)
    return [icon("🥚"), ["no creatures yet", "soft"] as const].map((piece) => painted(piece, format)).join("");
  const before = icon(iconOf(answer.creature));
  const after = piecesAfterName(answer, now, ascii);
  const taken = [before, ...after].reduce((sum, [text]) => sum + widthOf(text), 0);
  const name = cut(answer.creature.name, Math.max(6, columns - taken));
  const all = [before, [ascii ? name.replace("…", ".") : name, "bold"] as const, ...after];
  return all.map((piece) => painted(piece, format)).join("");
}
