// The card of a creature, 495 x 195: its doorway on the left, how it is on the right. Times are absolute, because a
// picture may stay in a cache for a while.
import { STATS, type Stat } from "@denkeeper/rules/creature/creature.ts";
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { STAT_NAMES } from "../components/charts/stats.ts";
import { LIVELY_STYLE, livelyPortrait } from "./face.ts";
import { PLAIN, STORY, line, widthOf, wrapped } from "./letters/line.ts";
import { LOOKS, type State } from "./states.ts";
import { pictureSvg, roomClass, type Theme } from "./theme.ts";

export type Figures = readonly (readonly [value: string, name: string])[];

export interface CreatureCard {
  readonly state: State;
  /** Null where nobody is. */
  readonly subject: PortraitInput | null;
  readonly name: string;
  /** "Tabby, adult, 12 days old · @ada". */
  readonly about: string;
  /** Null for a stat that its species hides. Empty for eggs and the dead. */
  readonly stats: Readonly<Partial<Record<Stat, number | null>>>;
  /** At most two. */
  readonly figures: Figures;
  /** Below the stats in one line, or instead of them in several. */
  readonly note: string;
}

export const NOBODY_CARD: CreatureCard = {
  state: "nobody",
  subject: null,
  name: "Nobody home",
  about: "There is no public creature at this address.",
  stats: {},
  figures: [],
  note: "It may have been released, or its keeper may have left. Adopting an egg is free; the hard part is coming back.",
};

export const CARD = { width: 495, height: 195 } as const;
/** The clip and the border that every card has. */
export const CARD_CLIP = '<clipPath id="card"><rect x=".5" y=".5" width="494" height="194" rx="12"/></clipPath>';
export const CARD_PAPER = '<rect class="paper edged" x=".5" y=".5" width="494" height="194" rx="12"/>';
export const CARD_BORDER = '<rect class="edged" fill="none" x=".5" y=".5" width="494" height="194" rx="12"/>';

const ARCH = "M20 172V84a56 56 0 0 1 112 0v88Z";
const LEFT = 172;
const RIGHT = 475;
const NOTE_SIZE = 13.5;

/** An empty room with the lamp on. */
const OPEN_DOOR =
  `<path fill="#f9dd8f" d="${ARCH}"/><path class="glow" d="M76 50l40 122H36Z" opacity=".9"/>` +
  '<circle class="lamp" cx="76" cy="52" r="11"/>' +
  '<ellipse fill="#fdfaf0" stroke="#8a6327" stroke-width="3" cx="76" cy="148" rx="17" ry="22"/>';

function panel({ state, subject }: CreatureCard): string {
  const ground = state === "dead" ? "dusk" : roomClass(subject?.family ?? "cat");
  const inside = subject === null ? OPEN_DOOR : livelyPortrait(subject, { prefix: "p", x: 4, y: 28, size: 144 });
  const sign = line("Denkeeper", { font: STORY, size: 10.5, most: 100 });
  return (
    `<g clip-path="url(#card)"><path class="${ground}" d="M0 0H152V195H0Z"/>` +
    '<path class="hill" d="M0 164C34 152 70 150 104 156S140 160 152 156V195H0Z"/></g>' +
    `<path class="ringed" fill="none" stroke-width="11" d="${ARCH}"/>` +
    `<path class="frame framed" stroke-width="5" d="${ARCH}"/><g clip-path="url(#arch)">${inside}</g>` +
    sign.at(76 - sign.width / 2, 188.6, "hillInk")
  );
}

const METER = { name: 62, number: 26, size: 11.5 } as const;

function meter(stat: Stat, value: number | null, x: number, y: number, width: number): string {
  const name = line(STAT_NAMES[stat].toLowerCase(), { font: PLAIN, size: METER.size, most: METER.name });
  const from = x + METER.name;
  const long = width - METER.name - METER.number;
  const track = `<rect class="track" x="${from}" y="${y - 7}" width="${long}" height="6" rx="3"/>`;
  const number = line(value === null ? "?" : String(Math.round(value)), { font: PLAIN, size: METER.size, most: 24 });
  const dot = (_: unknown, i: number): string =>
    `<circle class="soft" opacity=".5" cx="${(from + 5 + i * ((long - 10) / 6)).toFixed(1)}" cy="${y - 4}" r="1.1"/>`;
  const filled =
    value === null
      ? Array.from({ length: 7 }, dot).join("")
      : `<rect class="${stat}" x="${from}" y="${y - 7}" width="${Math.max(3, (long * value) / 100).toFixed(1)}" height="6" rx="3"/>`;
  return (
    name.at(x, y, "soft") + track + filled + number.at(x + width - number.width, y, value === null ? "soft" : "ink")
  );
}

const PILLS: Readonly<Partial<Record<State, string>>> = {
  waiting: "no care",
  overdue: "late",
  dead: "buried",
  nobody: "empty",
};

function pill(state: State): string {
  const words = line(PILLS[state] ?? state, { font: PLAIN, size: 12, most: 80 });
  const width = Math.ceil(words.width) + 18;
  return (
    `<rect class="field" x="${RIGHT - width}" y="24" width="${width}" height="21" rx="10.5"/>` +
    words.at(RIGHT - width + 9, 38.6, "fieldInk")
  );
}

/** Two figures side by side. Their names get smaller before they touch. */
function figuresAt(figures: Figures, x: number, width: number): string {
  const numbers = figures.map(([value]) => line(value, { font: STORY, size: 14, most: 44 }));
  const natural = figures.map(([, name]) => widthOf(name, PLAIN, 10.5));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const room = width - 10 - sum(numbers.map((number) => number.width + 4));
  const share = Math.min(1, room / Math.max(1, sum(natural)));
  return figures
    .map(([, name], i) => {
      const number = numbers[i];
      if (number === undefined) return "";
      const most = (natural[i] ?? 0) * share + 0.1;
      const words = line(name, { font: PLAIN, size: 10.5, most, least: 8 });
      const start = i === 0 ? x : x + width - number.width - 4 - words.width;
      return number.at(start, 135.6, "ink") + words.at(start + number.width + 4, 135.2, "soft");
    })
    .join("");
}

function body({ stats, figures, note }: CreatureCard): string {
  const shown = STATS.filter((stat) => stat in stats);
  const whole = RIGHT - LEFT;
  if (shown.length === 0) {
    return wrapped(note, { font: PLAIN, size: NOTE_SIZE, most: whole }, 4)
      .map((row, i) => line(row, { font: PLAIN, size: NOTE_SIZE, most: whole }).at(LEFT, 106 + i * 21, "ink"))
      .join("");
  }
  const half = (whole - 22) / 2;
  const second = LEFT + half + 22;
  const meters = shown.map((stat, i) =>
    meter(stat, stats[stat] ?? null, i < 3 ? LEFT : second, 97 + (i % 3) * 19, half),
  );
  const next = line(note, { font: PLAIN, size: 12.5, most: whole - 22, least: 10.5 });
  return (
    meters.join("") +
    figuresAt(figures.slice(0, 2), second, half) +
    `<path class="edged" d="M${LEFT} 150.5H${RIGHT}"/><circle class="lamp" cx="${LEFT + 7}" cy="167" r="4.6"/>` +
    `<path class="edged" stroke-width="1.3" d="M${LEFT - 1} 172.6h16"/>${next.at(LEFT + 22, 171.6, "ink")}`
  );
}

export function creatureCardSvg(card: CreatureCard, theme: Theme): string {
  const name = line(card.name, { font: STORY, size: 25, most: RIGHT - LEFT - 92, least: 17 });
  const about = line(card.about, { font: PLAIN, size: 12.5, most: RIGHT - LEFT, least: 11 });
  const content =
    CARD_CLIP +
    `<clipPath id="arch"><path d="${ARCH}"/></clipPath>` +
    CARD_PAPER +
    panel(card) +
    CARD_BORDER +
    pill(card.state) +
    name.at(LEFT, 45, "ink") +
    about.at(LEFT, 68, "soft") +
    body(card);
  const title = `${card.name}. ${card.about.replace(" · ", ", kept by ")}. ${card.note}`;
  return pictureSvg({ ...CARD, title, body: content, colors: LOOKS[card.state], style: LIVELY_STYLE }, theme);
}
