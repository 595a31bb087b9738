// Charts a keeper's visits: a row for each of the last 14 days, a mark for each visit. Shape as well as color shows a visit's
// result.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { ReliabilityAnswer } from "./reliability.get/read.ts";
import { instantOf, iso } from "../../platform/clock.ts";
import { html, type Html } from "../../ui/html.ts";
import { anchorAt } from "../../ui/components/chart.ts";
import { axisDay, weekdayAndDay } from "../../ui/words.ts";

const DAYS = 14;
const ROW = 21;
/** Visits within this time after a mark share it. */
const SAME_VISIT_MS = 20 * 60_000;

export interface ChartedVisit {
  /** Real time. */
  readonly at: number;
  /** `fed` means on time or early; `came` means a visit without a meal. */
  readonly mark: "fed" | "late" | "came";
}

type VisitMark = ChartedVisit["mark"];

/** Marks by increasing rank; the highest one of a visit is drawn. */
const RANK: readonly VisitMark[] = ["came", "fed", "late"];

type MarkMeanings = Readonly<Partial<Record<VisitMark, string>>>;
export const PUBLIC_MARKS: MarkMeanings = { fed: "a visit", late: "a visit with a late meal" };
export const OWNER_MARKS: MarkMeanings = {
  fed: "fed, on time or early",
  late: "fed late",
  came: "came but did not feed",
};

function marksOf(list: readonly ChartedVisit[]): readonly ChartedVisit[] {
  const marks: ChartedVisit[] = [];
  for (const visit of list) {
    const last = marks.at(-1);
    if (last === undefined || visit.at - last.at >= SAME_VISIT_MS) marks.push(visit);
    else if (RANK.indexOf(visit.mark) > RANK.indexOf(last.mark)) marks[marks.length - 1] = { ...visit, at: last.at };
  }
  return marks;
}

function markDrawing(mark: VisitMark, x: string, y: number): Html {
  if (mark !== "came")
    return html`<circle class="ev ${mark === "late" ? "ev--late" : "ev--visit"}" cx="${x}" cy="${y}" r="4.4" />`;
  return html`<svg class="ev--came" x="${x}" y="${y}"><path d="M0-5V5" /></svg>`;
}

interface VisitsChartInput {
  /** Oldest first. */
  readonly list: readonly ChartedVisit[];
  readonly record: Pick<ReliabilityAnswer, "days">;
  readonly now: number;
}

export function visitsBand(input: VisitsChartInput, meanings: MarkMeanings): Html {
  const kinds = RANK.toReversed().filter((mark) => meanings[mark] !== undefined);
  return html`<section class="band band--deep" aria-labelledby="v-h">
    <div class="wrap visitwrap">
      <div>
        <h2 id="v-h">When it visits</h2>
        <ul class="visitkey">
          ${kinds.map((mark) => html`<li><svg width="14" height="14" aria-hidden="true">${markDrawing(mark, "7", 7)}</svg> ${meanings[mark]}</li>`)}
        </ul>
        <p class="soft">
          Last 14 days, in UTC. At the end of each day: how many feeding windows were met, on time or late, out of those
          due.${meanings.came !== undefined && " The oldest calls that fed no one may be missing."}
        </p>
      </div>
      ${visits(input, meanings)}
    </div>
  </section>`;
}

function visits({ list, record, now }: VisitsChartInput, meanings: MarkMeanings): Html {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const first = today - (DAYS - 1) * DAY_MS;
  const marks = marksOf(list);
  const height = DAYS * ROW;
  const days = Array.from({ length: DAYS }, (_, nth) => {
    const start = first + nth * DAY_MS;
    const due = record.days.find(({ day }) => instantOf(day) === start);
    return {
      start,
      y: (nth + 0.5) * ROW,
      came: marks.filter(({ at }) => at >= start && at < start + DAY_MS),
      due: due === undefined || due.expected === 0 ? null : { of: due.expected, met: due.expected - due.missed },
    };
  });
  return html`<figure>
    <div class="visits">
      <div class="visits__days" aria-hidden="true">
        ${days.map(({ start }) => html`<span>${axisDay(start)}</span>`)}
      </div>
      <svg width="100%" height="${height + 22}" role="group" aria-label="Visits by hour, day by day">
        ${days.map(({ start, y, came, due }) => {
          const visitWords = came.map(({ at, mark }) => `${iso(at).slice(11, 16)} ${meanings[mark] ?? ""}`);
          const met = due === null ? "" : `. Feeding windows met: ${due.met} of ${due.of}`;
          return html`<g role="img" aria-label="${weekdayAndDay(start)}: ${visitWords.join("; ") || "no visit"}${met}">
            <line class="rule" x1="0" x2="100%" y1="${y}" y2="${y}" />
            ${came.map(({ at, mark }) => markDrawing(mark, `${Math.round(((at - start) / DAY_MS) * 10_000) / 100}%`, y))}
          </g>`;
        })}
        ${[0, 25, 50, 75, 100].map((x) => {
          const hour = String((x * 24) / 100).padStart(2, "0");
          return html`<text class="ax" x="${x}%" y="${height + 17}" text-anchor="${anchorAt(x)}" aria-hidden="true"
            >${hour}:00</text
          >`;
        })}
      </svg>
      <div class="visits__days" aria-hidden="true">
        ${days.map(({ due }) => html`<span class="${due !== null && due.met < due.of ? "short" : ""}">${due !== null && `${due.met} of ${due.of}`}</span>`)}
      </div>
    </div>
  </figure>`;
}
