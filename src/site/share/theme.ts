// The colors of badges and cards, as CSS classes, so that one file can contain both the light and the dark theme.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { escapeXml } from "./text.ts";
import type { DayAndNight } from "../../community/keepers/states.ts";

/** `auto` follows the reader's setting. */
export type Theme = "light" | "dark" | "auto";

export function themeIn(query: URLSearchParams): Theme {
  const theme = query.get("theme");
  return theme === "light" || theme === "dark" ? theme : "auto";
}

export type Colors = Readonly<Record<string, DayAndNight>>;

export const COLORS: Colors = {
  paper: ["#fdfaea", "#1b2c2a"],
  ink: ["#1f3029", "#f3ecd2"],
  soft: ["#47564b", "#bac2ae"],
  track: ["#e2d8a6", "#2b3e3a"],
  hill: ["#3f6d49", "#1a3b2f"],
  hillInk: ["#fdfaea", "#c6d2bb"],
  frame: ["#2a3029", "#070d0c"],
  dusk: ["#2e3c53", "#0d1522"],
  moss: ["#8ba46c", "#4f6b3a"],
  stone: ["#e3e0d2", "#46534f"],
  glow: ["#fff6d6", "#fff6d6"],
  hunger: ["#bf5b17", "#f6a45c"],
  happiness: ["#b33f6b", "#f48fb1"],
  health: ["#2c7a4c", "#7ccf93"],
  trust: ["#2a6a93", "#82bfe8"],
  discipline: ["#756425", "#d3c27a"],
  lamp: ["#f2b62f", "#ffce5c"],
  "room-cat": ["#f8dc8b", "#43370f"],
  "room-dog": ["#f4c6a4", "#47291c"],
  "room-exotic": ["#bce0d1", "#143b37"],
  "room-ai-native": ["#d2d4f0", "#2a2d4e"],
};

const STROKES: Colors = {
  edged: ["#d6cb94", "#3b5049"],
  ringed: ["#cf9f4c", "#a67f3a"],
  framed: ["#2a3029", "#070d0c"],
};

export function roomClass(family: Family): string {
  return `room-${family}`;
}

/** Returns the rules for the classes that occur in `body`. */
function styleOf(body: string, theme: Theme, own: Colors): string {
  const used = new Set(Array.from(body.matchAll(/class="([^"]+)"/g), ([, names = ""]) => names.split(" ")).flat());
  const rules = (time: 0 | 1): string => {
    const ruleOf =
      (property: string) =>
      ([name, colors]: readonly [string, DayAndNight]) =>
        used.has(name) ? `.${name}{${property}:${colors[time]}}` : "";
    return (
      Object.entries({ ...COLORS, ...own })
        .map(ruleOf("fill"))
        .join("") + Object.entries(STROKES).map(ruleOf("stroke")).join("")
    );
  };
  if (theme !== "auto") return rules(theme === "dark" ? 1 : 0);
  return `${rules(0)}@media(prefers-color-scheme:dark){${rules(1)}}`;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Text for screen readers. */
  readonly title: string;
  readonly body: string;
  /** Colors of this picture only. */
  readonly colors?: Colors;
  /** Additional CSS rules. */
  readonly style?: string;
}

/** Returns a complete file that references nothing outside itself. */
export function pictureSvg({ width, height, title, body, colors = {}, style = "" }: Picture, theme: Theme): string {
  const label = escapeXml(title);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img" aria-label="${label}"><title>${label}</title><style>${styleOf(body, theme, colors)}${style}</style>${body}</svg>`
  );
}
