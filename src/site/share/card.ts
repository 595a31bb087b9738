// Draws the card of a creature or a keeper, 495 x 195 pixels: a doorway on the left, the state on the right.
import { STATS, type Stat } from "@denkeeper/rules/creature/creature.ts";
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { STAT_NAMES } from "../../community/creatures/stats-chart.ts";
import { LIVELY_STYLE, livelyPortrait } from "./face.ts";
import { LOOKS, type DisplayState } from "../../community/keepers/states.ts";
import { line, wrapText } from "./text.ts";
import { pictureSvg, roomClass, type Theme } from "./theme.ts";

export interface Card {
  readonly state: DisplayState;
  /** Null for an empty doorway. */
  readonly subject: PortraitInput | null;
  readonly name: string;
  /** Description, for example "Tabby, adult, 12 days old · @ada". */
  readonly about: string;
  /** Words of the sign. Defaults to the state. */
  readonly sign?: string;
  /** Null for a stat that the species hides. Empty for eggs, the dead, and keepers. */
  readonly stats: Readonly<Partial<Record<Stat, number | null>>>;
  /** One figure, or up to four for a keeper. */
  readonly figures: readonly (readonly [value: string, name: string])[];
  /** Text below the stats in one line, or in their place in several. */
  readonly note: string;
}

export const EMPTY_CARD: Card = {
  state: "nobody",
  subject: null,
  name: "No one home",
  about: "There is no public creature at this address.",
  stats: {},
  figures: [],
  note: "It may have been released, or its keeper may have left. Adopting an egg is free; the hard part is coming back.",
};

const BOX = 'x=".5" y=".5" width="494" height="194" rx="12"';

const ARCH = "M20 172V84a56 56 0 0 1 112 0v88Z";
const LEFT = 172;
const RIGHT = 475;
const NOTE_SIZE = 13.5;

/** An empty room with a lit lamp and an egg. */
const OPEN_DOOR =
  `<path fill="#f9dd8f" d="${ARCH}"/><path class="glow" d="M76 50l40 122H36Z" opacity=".9"/>` +
  '<circle class="lamp" cx="76" cy="52" r="11"/>' +
  '<ellipse fill="#fdfaf0" stroke="#8a6327" stroke-width="3" cx="76" cy="148" rx="17" ry="22"/>';

function panel({ state, subject }: Card): string {
  const ground = state === "dead" ? "dusk" : roomClass(subject?.family ?? "cat");
  const inside = subject === null ? OPEN_DOOR : livelyPortrait(subject, { prefix: "p", x: 4, y: 28, size: 144 });
  const sign = line("Denkeeper", { story: true, size: 10.5, most: 100 });
  return (
    `<g clip-path="url(#card)"><path class="${ground}" d="M0 0H152V195H0Z"/>` +
    '<path class="hill" d="M0 164C34 152 70 150 104 156S140 160 152 156V195H0Z"/></g>' +
    `<path class="ringed" fill="none" stroke-width="11" d="${ARCH}"/>` +
    `<path class="frame framed" stroke-width="5" d="${ARCH}"/><g clip-path="url(#arch)">${inside}</g>` +
    sign.at(76 - sign.width / 2, 188.6, "hillInk")
  );
}

const METER = { name: 62, number: 26, size: 11.5 } as const;

function meter(
  stat: Stat,
  value: number | null,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): string {
  const name = line(STAT_NAMES[stat].toLowerCase(), { size: METER.size, most: METER.name });
  const from = x + METER.name;
  const long = width - METER.name - METER.number;
  const track = `<rect class="track" x="${from}" y="${y - 7}" width="${long}" height="6" rx="3"/>`;
  const number = line(value === null ? "?" : String(Math.round(value)), { size: METER.size, most: 24 });
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

const PILLS: Readonly<Partial<Record<DisplayState, string>>> = {
  waiting: "no care",
  overdue: "late",
  dead: "buried",
  nobody: "empty",
};

function pill({ state, sign = PILLS[state] ?? state }: Card): { readonly art: string; readonly from: number } {
  const words = line(sign, { size: 12, most: 130 });
  const width = Math.ceil(words.width) + 18;
  const from = RIGHT - width;
  const art = `<rect class="field" x="${from}" y="24" width="${width}" height="21" rx="10.5"/>${words.at(from + 9, 38.6, "fieldInk")}`;
  return { art, from };
}

/** Draws figures side by side over a width. */
function figuresAt(figures: Card["figures"], x: number, y: number, width: number): string {
  const room = width / Math.max(1, figures.length);
  return figures
    .map(([value, name], i) => {
      const number = line(value, { story: true, size: 14, most: 44 });
      const words = line(name, { size: 10.5, most: room - number.width - 6, least: 8 });
      return number.at(x + i * room, y, "ink") + words.at(x + i * room + number.width + 4, y - 0.4, "soft");
    })
    .join("");
}

function body({ stats, figures, note }: Card): string {
  const visible = STATS.filter((stat) => stat in stats);
  const whole = RIGHT - LEFT;
  if (visible.length === 0) {
    const style = { size: NOTE_SIZE, most: whole };
    const rows = wrapText(note, style, 3).map((row, i) => line(row, style).at(LEFT, 101 + i * 20, "ink"));
    return rows.join("") + figuresAt(figures, LEFT, 171.6, whole);
  }
  const half = (whole - 22) / 2;
  const second = LEFT + half + 22;
  const meters = visible.map((stat, i) =>
    meter(stat, stats[stat] ?? null, { x: i < 3 ? LEFT : second, y: 97 + (i % 3) * 19, width: half }),
  );
  const next = line(note, { size: 12.5, most: whole - 22, least: 10.5 });
  return (
    meters.join("") +
    figuresAt(figures, second, 135.6, half) +
    `<path class="edged" d="M${LEFT} 150.5H${RIGHT}"/><circle class="lamp" cx="${LEFT + 7}" cy="167" r="4.6"/>` +
    `<path class="edged" stroke-width="1.3" d="M${LEFT - 1} 172.6h16"/>${next.at(LEFT + 22, 171.6, "ink")}`
  );
}

export function cardSvg(card: Card, theme: Theme): string {
  const sign = pill(card);
  const name = line(card.name, { story: true, size: 25, most: sign.from - LEFT - 10, least: 15 });
  const about = line(card.about, { size: 12.5, most: RIGHT - LEFT, least: 11 });
  const content =
    `<clipPath id="card"><rect ${BOX}/></clipPath><clipPath id="arch"><path d="${ARCH}"/></clipPath>` +
    `<rect class="paper edged" ${BOX}/>${panel(card)}<rect class="edged" fill="none" ${BOX}/>` +
    sign.art +
    name.at(LEFT, 45, "ink") +
    about.at(LEFT, 68, "soft") +
    body(card);
  const title = `${card.name}. ${card.about.replace(" · ", ", kept by ")}. ${card.note}`;
  return pictureSvg(
    { width: 495, height: 195, title, body: content, colors: LOOKS[card.state], style: LIVELY_STYLE },
    theme,
  );
}
