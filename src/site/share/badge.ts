// The badge for a README, 24 pixels high, with a face in a doorway, a name, and a state; also as JSON for shields.io.
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { face } from "./face.ts";
import { line } from "./text.ts";
import { LOOKS, messageOf, type DayAndNight, type DisplayState } from "../../community/keepers/states.ts";
import { pictureSvg, type Theme } from "./theme.ts";

export interface Badge {
  readonly state: DisplayState;
  readonly name: string;
  readonly message: string;
  /** Text at the end of the title, for screen readers and tooltips. */
  readonly about?: string;
  /** Face in the doorway; null draws an open door. The dead have a gravestone instead. */
  readonly subject: PortraitInput | null;
}

export const EMPTY_BADGE: Badge = {
  state: "nobody",
  name: "Denkeeper",
  message: messageOf("nobody", 0),
  subject: null,
};

const HEIGHT = 24;
const DOOR = 27;
const NAME_MOST = 130;
/** Width in pixels that fits the words of every standing. */
export const MESSAGE_MOST = 270;
const ARCH = "M3.5 21.5V12.2a9.8 9.8 0 0 1 19.6 0v9.3Z";

const ROOMS: Readonly<Record<Family, DayAndNight>> = {
  cat: ["#f8dc8b", "#6a5519"],
  dog: ["#f4c6a4", "#70412b"],
  exotic: ["#bce0d1", "#1f5951"],
  "ai-native": ["#d2d4f0", "#434879"],
};

/** A gravestone with illegible lines, moss, and a candle. */
const STONE =
  `<path class="stone" d="${ARCH}"/><path class="stoneLow" d="M8.5 10.4h9.6v1.3H8.5ZM10 13.6h6.6v1.3H10Z"/>` +
  '<path class="moss" d="M3.5 21.5v-3.2q2.2-.4 3 1t3.2 1.2 2.6 1Z"/><circle class="lamp" opacity=".28" cx="19.7" cy="18.6" r="3.4"/>' +
  '<path class="lamp" d="M19.7 16.1q1.3 1.7 0 3-1.3-1.3 0-3Z"/><path class="paper" d="M19 19.2h1.4v2.3H19Z"/>';

/** An empty room with a lit lamp and an egg. */
const OPEN_DOOR =
  `<path fill="#f9dd8f" d="${ARCH}"/><path class="glow" d="M13.3 6.2l5.6 15.3H7.7Z" opacity=".9"/>` +
  '<circle class="lamp" cx="13.3" cy="7.2" r="2"/>' +
  '<ellipse fill="#fdfaf0" stroke="#8a6327" stroke-width=".8" cx="13.3" cy="18" rx="2.7" ry="3.4"/>';

function doorway({ state, subject }: Badge): string {
  if (state === "dead") return STONE;
  if (subject === null) return OPEN_DOOR;
  const head = face(subject, { prefix: "f", x: 2.3, y: 1.2, size: 22 });
  return `<path class="room" d="${ARCH}"/><g clip-path="url(#door)">${head}</g>`;
}

export function badgeSvg(badge: Badge, theme: Theme): string {
  const { state, subject } = badge;
  const name = line(badge.name, { story: true, size: 13, most: NAME_MOST, least: 10.5 });
  const message = line(badge.message, { size: 12, most: MESSAGE_MOST });
  const split = DOOR + Math.ceil(name.width) + 9;
  const width = split + Math.ceil(message.width) + 15;
  const body =
    `<clipPath id="all"><rect x=".5" y=".5" width="${width - 1}" height="23" rx="6"/></clipPath>` +
    `<clipPath id="door"><path d="${ARCH}"/></clipPath>` +
    `<g clip-path="url(#all)"><rect class="paper" width="${width}" height="${HEIGHT}"/>` +
    `<path class="field" d="M${split} 0H${width}V${HEIGHT}H${split}Z"/></g>` +
    `<rect class="edged" fill="none" x=".5" y=".5" width="${width - 1}" height="23" rx="6"/>` +
    doorway(badge) +
    `<path class="ringed" fill="none" stroke-width="1.3" d="${ARCH}"/>` +
    name.at(DOOR + 1, 16.6, "ink") +
    message.at(split + 7, 16.2, "fieldInk");
  const colors = { ...LOOKS[state], room: ROOMS[subject?.family ?? "cat"], stoneLow: ["#a9a491", "#2c3835"] } as const;
  return pictureSvg({ width, height: HEIGHT, title: titleOf(badge), body, colors }, theme);
}

function titleOf({ name, message, about }: Badge): string {
  return [`${name}: ${message.replace(" · ", ", ")}`, ...(about === undefined ? [] : [about])].join(", ");
}

/** Format: https://shields.io/badges/endpoint-badge */
export function shieldsJson({ state, name, message }: Badge): string {
  return JSON.stringify({
    schemaVersion: 1,
    label: name,
    message,
    color: LOOKS[state].field[0].slice(1),
    labelColor: "1f3029",
    isError: state === "nobody",
    cacheSeconds: 300,
  });
}
