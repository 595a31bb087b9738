// Renders the last days of a life: fullness, health, and the time without a visit, up to the death.
import { spanWords } from "@denkeeper/rules/time/spoken.ts";
import { instantOf } from "../../platform/clock.ts";
import type { GraveAnswer } from "./grave.get/read.ts";
import { html, type Html } from "../../ui/html.ts";
import { longTime } from "../../ui/words.ts";
import { lastCareOf } from "./story.ts";
import { momentInDrawing } from "../../ui/components/when.ts";
import { anchorAt, bands, gapLine, linesOf, nightsIn, percent } from "../../ui/components/chart.ts";

const TOP = 36;
const HEIGHT = 188;
const BASE = TOP + HEIGHT;

export function lastDays({ life, gravestone }: GraveAnswer, now: number): Html | null {
  if (life === null || life.points.length < 2) return null;
  const to = instantOf(life.to);
  const from = instantOf(life.from);
  // Leaves empty space to the right of the death.
  const span = { from, to: to + (to - from) * 0.1 };
  const [hunger, health] = (["hunger", "health"] as const).map((stat) =>
    linesOf(
      life.points.map((point) => ({ at: instantOf(point.at), value: point[stat] })),
      span,
    ).map(
      (line) => html`<polyline class="lane__line lane--${stat}" points="${line}" vector-effect="non-scaling-stroke" />`,
    ),
  );
  const lastCare = lastCareOf(gravestone);
  const lastMeal = life.care.findLast(({ action }) => action === "feed");
  const careAt = lastCare?.at;
  const end = percent(to, span);
  const hidden = hunger?.length === 0 && health?.length === 0;
  const label = `Fullness and health until ${gravestone.name} died on ${longTime(to)} UTC.`;
  return html`<figure>
    <svg class="lastday" width="100%" height="290" role="img" aria-label="${label}">
      ${bands("night", nightsIn(life.zone, { from, to }), span, { height: HEIGHT, y: TOP })}
      <line class="rule" x1="0" x2="100%" y1="130" y2="130" />
      <line class="rule rule--base" x1="0" x2="100%" y1="${BASE}" y2="${BASE}" />
      <svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 100 100" preserveAspectRatio="none">
        ${hunger}${health}
      </svg>
      ${hidden && html`<text class="ax" x="40%" y="110" text-anchor="middle">It never showed how it felt.</text>`}
      ${careAt !== undefined && to - careAt > 3_600_000 && gapLine({ from: percent(careAt, span), to: end }, 22, `alone for ${spanWords(to - careAt)}`, 28)}
      <line class="endline" x1="${end}%" x2="${end}%" y1="14" y2="234" />
      ${gravestone.post_mortem
        .filter(({ event, at }) => event === "window_missed" && instantOf(at) >= from)
        .map(({ at }) => html`<circle class="ev ev--missed" cx="${percent(instantOf(at), span)}%" cy="240" r="5" />`)}
      ${
        lastMeal !== undefined &&
        html`<circle class="ev ev--feed" cx="${percent(instantOf(lastMeal.at), span)}%" cy="240" r="5" />`
      }
      ${careAt !== undefined && careAt >= from && lastCare?.action !== undefined && lastCareMark(percent(careAt, span))}
      <text class="ax ax--b" x="${end}%" y="283" text-anchor="end">${momentInDrawing(to, now)}</text>
    </svg>
    <figcaption class="soft">
      <span class="key lane--hunger">fullness</span> <span class="key lane--health">health</span>
      ${gravestone.post_mortem.some(({ event }) => event === "window_missed") && html`<span class="key key--missed">missed meal</span>`}
      <span class="key key--night">night</span>
    </figcaption>
  </figure>`;
}

function lastCareMark(care: number): Html {
  return html`<circle class="ev ev--play" cx="${care}%" cy="240" r="5" /><text
      class="ax"
      x="${care}%"
      y="265"
      text-anchor="${anchorAt(care, 20)}"
      >last care</text
    >`;
}
