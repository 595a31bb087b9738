// When a keeper visits: a row for each of the last 14 days, a mark for each visit. What came of it is told by the shape of the
// mark, not by its color alone.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { OwnedVisit } from "../../../endpoints/house/owner-link.get/house.ts";
import { html, type Html } from "../../html.ts";
import { axisDay, counted } from "../../words.ts";

const DAYS = 14;
const ROW = 21;
/** Visits nearer to each other than this are one mark. */
const SAME_VISIT_MS = 20 * 60_000;

type Mark = OwnedVisit["mark"];

/** Of a visit the one counts that says most. */
const RANK: readonly Mark[] = ["came", "fed", "late"];

/** What each mark means, in words. */
type Meanings = Readonly<Partial<Record<Mark, string>>>;
export const PUBLIC_MARKS: Meanings = { fed: "a visit", late: "a visit with a late meal" };
export const OWNER_MARKS: Meanings = {
  fed: "fed, on time or early",
  late: "fed late",
  came: "came but did not feed",
};

function marksOf(list: readonly OwnedVisit[]): readonly OwnedVisit[] {
  const marks: OwnedVisit[] = [];
  for (const visit of list) {
    const last = marks.at(-1);
    if (last === undefined || visit.at - last.at >= SAME_VISIT_MS) marks.push(visit);
    else if (RANK.indexOf(visit.mark) > RANK.indexOf(last.mark)) marks[marks.length - 1] = { ...visit, at: last.at };
  }
  return marks;
}

function drawn(mark: Mark, x: string, y: number): Html {
  if (mark !== "came")
    return html`<circle class="ev ${mark === "late" ? "ev--late" : "ev--visit"}" cx="${x}" cy="${y}" r="4.4" />`;
  return html`<svg class="ev--came" x="${x}" y="${y}"><path d="M-3.6-3.6 3.6 3.6M-3.6 3.6 3.6-3.6" /></svg>`;
}

/** The chart in a band of its own. `list` has the oldest first. */
export function visitsBand(list: readonly OwnedVisit[], now: number, meanings: Meanings): Html {
  const kinds = RANK.toReversed().flatMap((mark) =>
    meanings[mark] === undefined ? [] : [{ mark, words: meanings[mark] }],
  );
  return html`<section class="band band--deep" aria-labelledby="v-h">
    <div class="wrap visitwrap">
      <div>
        <h2 id="v-h">When it visits</h2>
        <ul class="visitkey">
          ${kinds.map(({ mark, words }) => html`<li><svg width="14" height="14" aria-hidden="true">${drawn(mark, "7", 7)}</svg> ${words}</li>`)}
        </ul>
        <p class="soft">
          Last 14 days, in
          UTC.${meanings.came !== undefined && " Of calls that fed no one, the oldest may no longer be on record."}
        </p>
      </div>
      ${visits(list, now, kinds)}
    </div>
  </section>`;
}

function visits(list: readonly OwnedVisit[], now: number, kinds: readonly { mark: Mark; words: string }[]): Html {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const first = today - (DAYS - 1) * DAY_MS;
  const marks = marksOf(list).filter(({ at }) => at >= first);
  const height = DAYS * ROW;
  const days = Array.from({ length: DAYS }, (_, day) => first + day * DAY_MS);
  const told = kinds.map((kind) => `${marks.filter(({ mark }) => mark === kind.mark).length} ${kind.words}`);
  const label = `Visits by hour over the last 14 days, in UTC: ${counted(marks.length, "visit")} (${told.join("; ")}).`;
  return html`<figure>
    <div class="visits">
      <div class="visits__days" aria-hidden="true">${days.map((day) => html`<span>${axisDay(day)}</span>`)}</div>
      <svg width="100%" height="${height + 22}" role="img" aria-label="${label}">
        ${days.map((_, day) => html`<line class="rule" x1="0" x2="100%" y1="${(day + 0.5) * ROW}" y2="${(day + 0.5) * ROW}" />`)}
        ${marks.map(({ at, mark }) => {
          const day = Math.floor((at - first) / DAY_MS);
          const x = Math.round((((at - first) % DAY_MS) / DAY_MS) * 10_000) / 100;
          return drawn(mark, `${x}%`, (day + 0.5) * ROW);
        })}
        <text class="ax" x="0%" y="${height + 17}" text-anchor="start">00:00</text>
        <text class="ax" x="25%" y="${height + 17}" text-anchor="middle">06:00</text>
        <text class="ax" x="50%" y="${height + 17}" text-anchor="middle">12:00</text>
        <text class="ax" x="75%" y="${height + 17}" text-anchor="middle">18:00</text>
        <text class="ax" x="100%" y="${height + 17}" text-anchor="end">24:00</text>
      </svg>
    </div>
  </figure>`;
}
