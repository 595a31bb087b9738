// The card of a keeper, 495 x 195: who it is, its figures, and up to six doorways on a hill.
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { CARD, CARD_BORDER, CARD_CLIP, CARD_PAPER, type Figures } from "./creature-card.ts";
import { face } from "./face.ts";
import { PLAIN, STORY, line } from "./letters/line.ts";
import { LOOKS, type State } from "./states.ts";
import { litClass, pictureSvg, type Colors, type Theme } from "./theme.ts";

export interface Resident {
  readonly name: string;
  readonly state: State;
  /** Null for the dead, who have a stone. */
  readonly subject: PortraitInput | null;
}

export interface KeeperCard {
  readonly displayName: string;
  /** "@ada". */
  readonly handle: string;
  /** Below its name: the color, a few words, and what ends the title. */
  readonly standing?: { readonly state: State; readonly words: string; readonly about: string };
  /** At most four. */
  readonly figures: Figures;
  /** Those who are shown. */
  readonly residents: readonly Resident[];
  /** How many more there are. */
  readonly more: number;
}

export const NOBODY_KEEPER_CARD: KeeperCard = {
  displayName: "Nobody home",
  handle: "No public keeper has this name.",
  figures: [],
  residents: [],
  more: 0,
};

/** How many doorways fit on the hill. */
export const DOORWAYS = 6;
const DOOR = { width: 52, height: 62, top: 93 } as const;
const MARGIN = 20;

function arch(x: number): string {
  const radius = DOOR.width / 2;
  return `M${x} ${DOOR.top + DOOR.height}V${DOOR.top + radius}a${radius} ${radius} 0 0 1 ${DOOR.width} 0v${DOOR.height - radius}Z`;
}

/** A stone with moss and a candle. */
function stone(middle: number, shape: string): string {
  const foot = DOOR.top + DOOR.height;
  const [from, candle] = [middle - 26, middle + 16];
  return (
    `<path class="stone" d="${shape}"/>` +
    `<path class="soft" opacity=".5" d="M${middle - 15} ${DOOR.top + 27}h30v2.4h-30ZM${middle - 10} ${DOOR.top + 34}h20v2.4h-20Z"/>` +
    `<path class="moss" d="M${from} ${foot}v-9q7-1 9 3t10 3 8 3Z"/><circle class="lamp" opacity=".25" cx="${candle}" cy="${foot - 9}" r="9"/>` +
    `<path class="lamp" d="M${candle} ${foot - 16}q3.4 4.4 0 7.6q-3.4-3.2 0-7.6Z"/><path class="paper" d="M${candle - 2} ${foot - 8}h4v8h-4Z"/>`
  );
}

function doorway({ subject, state, name }: Resident, index: number, middle: number, room: number): string {
  const x = middle - DOOR.width / 2;
  const shape = arch(x);
  const label = line(name, { font: PLAIN, size: 11, most: room - 16, least: 9 });
  const start = middle - (label.width + 9) / 2;
  const inside =
    subject === null
      ? stone(middle, shape)
      : `<path class="${litClass(subject.family)}" d="${shape}"/><g clip-path="url(#k${index})">` +
        `${face(subject, { prefix: `k${index}`, x: x - 5, y: DOOR.top + 2, size: 62 })}</g>`;
  return (
    `<clipPath id="k${index}"><path d="${shape}"/></clipPath><path class="ringed" fill="none" stroke-width="6" d="${shape}"/>` +
    `<path class="framed" fill="none" stroke-width="2.5" d="${shape}"/>${inside}` +
    `<circle class="dot-${state} framed" cx="${(start + 3.2).toFixed(1)}" cy="171.6" r="3.4"/>` +
    label.at(start + 9.5, 175.6, "hillInk")
  );
}

/** From right to left. Returns also where the room for the title ends. */
function figuresIn(figures: Figures): { readonly art: string; readonly from: number } {
  let [from, art] = [CARD.width - MARGIN, ""];
  for (const [value, name] of figures.slice(0, 4).toReversed()) {
    const number = line(value, { font: STORY, size: 19, most: 60 });
    const words = line(name, { font: PLAIN, size: 10.5, most: 76 });
    const wide = Math.max(number.width, words.width);
    from -= wide;
    art +=
      number.at(from + (wide - number.width) / 2, 42, "ink") + words.at(from + (wide - words.width) / 2, 57, "soft");
    from -= 17;
  }
  return { art, from };
}

const STARS = [
  [36, 88, 1.1],
  [92, 80, 0.8],
  [150, 92, 0.9],
  [214, 79, 1.2],
  [290, 88, 0.8],
  [352, 78, 1],
  [446, 84, 1.1],
  [470, 104, 0.8],
  [122, 108, 0.7],
  [322, 104, 0.7],
] as const;

function landscape(doorways: number): string {
  const sunX = doorways > 4 ? 246 : 418;
  const stars = STARS.map(([x, y, r]) => `<circle class="star" cx="${x}" cy="${y}" r="${r}"/>`).join("");
  return (
    '<linearGradient id="sky" x2="0" y2="1"><stop class="s1" offset=".3"/><stop class="s2" offset=".62"/><stop class="s3" offset=".8"/></linearGradient>' +
    `<g clip-path="url(#card)"><path fill="url(#sky)" d="M0 0H495V195H0Z"/>${stars}` +
    `<circle class="halo" opacity=".7" cx="${sunX}" cy="116" r="30"/><circle class="sun" cx="${sunX}" cy="116" r="15"/>` +
    '<path class="hillLit" d="M0 142C90 124 190 120 280 130S430 142 495 128V195H0Z"/>' +
    '<path class="hill" d="M0 160C120 148 240 150 340 156S450 158 495 152V195H0Z"/></g>'
  );
}

/** The sky, from the paper down to the horizon. */
function skyStyle(theme: Theme): string {
  const stops = (colors: readonly string[]): string =>
    colors.map((color, i) => `.s${i + 1}{stop-color:${color}}`).join("");
  const [day, night] = [stops(["#fdfaea", "#e9efd2", "#f8e6b4"]), stops(["#1b2c2a", "#13253a", "#1d3a46"])];
  return theme === "auto" ? `${day}@media(prefers-color-scheme:dark){${night}}` : theme === "dark" ? night : day;
}

/** Halfway to white by a third: the color of a state must show on a dark hill. */
function brighter(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(part + (255 - part) * 0.35)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function dotColors(residents: readonly Resident[]): Colors {
  return Object.fromEntries(
    residents.map(({ state }) => {
      const [day, night] = LOOKS[state].field;
      return [`dot-${state}`, [brighter(day), brighter(night)] as const];
    }),
  );
}

/** A sign with the standing. */
function sign({ standing }: KeeperCard): string {
  if (standing === undefined) return "";
  const words = line(standing.words, { font: PLAIN, size: 11, most: 190 });
  const wide = Math.ceil(words.width) + 16;
  return `<rect class="sign" x="${MARGIN}" y="67" width="${wide}" height="17" rx="8.5"/>${words.at(MARGIN + 8, 79.3, "signInk")}`;
}

function titleOf({ displayName, handle, standing, figures, residents }: KeeperCard): string {
  const kept = residents.map(({ name, state }) => `${name}: ${state}`).join(", ");
  const counts = figures.map(([value, name]) => `${name} ${value}`).join(", ");
  const stands = standing === undefined ? [] : [standing.words, standing.about];
  return [`${displayName}, ${handle}`, counts, kept, ...stands].filter((text) => text !== "").join(". ");
}

export function keeperCardSvg(card: KeeperCard, theme: Theme): string {
  const { residents, more } = card;
  const { width, height } = CARD;
  const figures = figuresIn(card.figures);
  const title = line(card.displayName, { font: STORY, size: 24, most: figures.from - MARGIN, least: 16 });
  const others = line(more > 0 ? `and ${more} more` : "", { font: PLAIN, size: 10.5, most: 80 });
  const handle = line(card.handle, {
    font: PLAIN,
    size: 12.5,
    most: figures.from - MARGIN - (more > 0 ? others.width + 10 : 0),
    least: 10,
  });
  const room = (width - 24) / Math.max(4, residents.length);
  const first = width / 2 - (room * (residents.length - 1)) / 2;
  const maker = line("Denkeeper", { font: STORY, size: 10, most: 100 });
  const empty = line(residents.length === 0 ? "An egg would be warm here." : "", { font: PLAIN, size: 13, most: 300 });
  const body =
    CARD_CLIP +
    CARD_PAPER +
    landscape(residents.length) +
    CARD_BORDER +
    title.at(MARGIN, 42, "ink") +
    handle.at(MARGIN, 60, "soft") +
    others.at(MARGIN + handle.width + 10, 60, "soft") +
    figures.art +
    residents.map((resident, i) => doorway(resident, i, first + i * room, room)).join("") +
    sign(card) +
    maker.at(width - MARGIN - maker.width, 189, "hillInk") +
    empty.at(width / 2 - empty.width / 2, 176, "hillInk");
  const { field, fieldInk } = LOOKS[card.standing?.state ?? "nobody"];
  const colors = { ...dotColors(residents), sign: field, signInk: fieldInk };
  const picture = { width, height, title: titleOf(card), body, colors, style: skyStyle(theme) };
  return pictureSvg(picture, theme);
}
