// The operator's charts: activity by day, the funnel, deaths by cause and stage, retention, model providers.
import { DAY_MS, WEEK_MS } from "@denkeeper/rules/time/durations.ts";
import {
  RETENTION_WEEKS,
  type Cohort,
  type DeathGroup,
  type Figures,
  type Group,
} from "../../store/rollups/figures-shapes.ts";
import type { DayCounts } from "../../store/operations/operator.ts";
import { niceMost, rounded } from "../components/charts/chart.ts";
import { html, type Html } from "../html.ts";
import { count, counted, percentage, shortDay, shortened } from "../words.ts";

const STAGES = ["baby", "child", "teen", "adult"] as const;

function share(part: number, whole: number): string {
  return percentage(whole === 0 ? 0 : (100 * part) / whole);
}

const CARE_TOP = 20;
const CARE_BASE = 170;
const LIFE_BASE = 266;
const LIFE_HEIGHT = 60;

/** Care as bars; below it, births go up and deaths go down from one line. `days` may omit days without events. */
export function activityChart(days: readonly DayCounts[], today: number, dayCount: number): Html {
  const known = new Map(days.map((day) => [day.day, day]));
  const all = Array.from({ length: dayCount }, (_, nth) => {
    const day = today - (dayCount - 1 - nth) * DAY_MS;
    return known.get(day) ?? { day, hatched: 0, died: 0, care: 0 };
  });
  const careMost = niceMost(Math.max(...all.map(({ care }) => care)));
  const lifeMost = niceMost(Math.max(...all.flatMap(({ hatched, died }) => [hatched, died])));
  const step = 100 / dayCount;
  const bars = all.map(({ hatched, died, care }, nth) => {
    const place = { x: rounded(nth * step + step * 0.16), width: rounded(step * 0.68) };
    const up = rounded((care / careMost) * (CARE_BASE - CARE_TOP));
    const born = rounded((hatched / lifeMost) * LIFE_HEIGHT);
    const lost = rounded((died / lifeMost) * LIFE_HEIGHT);
    return html`<rect class="op-care" x="${place.x}%" width="${place.width}%" y="${CARE_BASE - up}" height="${up}" />
      <rect class="op-born" x="${place.x}%" width="${place.width}%" y="${LIFE_BASE - born}" height="${born}" />
      <rect class="op-died" x="${place.x}%" width="${place.width}%" y="${LIFE_BASE}" height="${lost}" />`;
  });
  const sums = all.reduce(
    (sum, { hatched, died, care }) => ({
      hatched: sum.hatched + hatched,
      died: sum.died + died,
      care: sum.care + care,
    }),
    { hatched: 0, died: 0, care: 0 },
  );
  const label = `Last ${dayCount} days: ${counted(sums.care, "care action")}, ${counted(sums.hatched, "creature")} hatched, ${count(sums.died)} died.`;
  return html`<figure>
    <svg class="opchart" width="100%" height="330" role="img" aria-label="${label}">
      <text class="ax ax--b" x="0" y="12">Care actions per day</text>
      <text class="ax" x="100%" y="12" text-anchor="end">${count(careMost)}</text>
      <line class="rule" x1="0" x2="100%" y1="${CARE_TOP}" y2="${CARE_TOP}" />
      <line class="rule" x1="0" x2="100%" y1="95" y2="95" />
      <text class="ax ax--b" x="0" y="198">Hatched (above) and died (below)</text>
      <text class="ax" x="100%" y="198" text-anchor="end">${count(lifeMost)}</text>
      ${bars}
      <line class="rule rule--base" x1="0" x2="100%" y1="${CARE_BASE}" y2="${CARE_BASE}" />
      <line class="rule rule--base" x1="0" x2="100%" y1="${LIFE_BASE}" y2="${LIFE_BASE}" />
    </svg>
    <svg class="opchart" width="100%" height="20" aria-hidden="true" focusable="false">
      ${all.map(
        ({ day }, nth) =>
          (dayCount - 1 - nth) % 7 === 0 &&
          html`<text
            class="ax"
            x="${rounded(nth * step + step / 2)}%"
            y="14"
            text-anchor="${nth === dayCount - 1 ? "end" : "middle"}"
            >${shortDay(day)}</text
          >`,
      )}
    </svg>
    <figcaption class="soft">${label}</figcaption>
  </figure>`;
}

export function funnelChart({ agents: { total: agents }, funnel }: Figures): Html {
  const steps = [
    ["Registered", agents],
    ["Adopted", funnel.adopted],
    ["Gave care", funnel.cared],
    ["Reached child", funnel.child],
    ["Reached adult", funnel.adult],
    ["Designed a species", funnel.designed],
  ] as const;
  return html`<ol class="funnel">
    ${steps.map(([name, value], nth) => {
      const before = steps[nth - 1]?.[1];
      const width = agents === 0 ? 0 : rounded(Math.min(100, (100 * value) / agents));
      return html`<li>
        <span class="funnel__name">${name}</span><span class="funnel__n">${count(value)}</span>
        <svg class="funnel__bar" width="100%" height="26" aria-hidden="true" focusable="false">
          <rect class="funnel__track" width="100%" height="26" rx="6" />
          <rect class="funnel__fill" width="${width}%" height="26" rx="6" />
        </svg>
        <span class="funnel__rate"
          >${before === undefined ? "since launch" : `${share(value, before)} of the previous step`}</span
        >
      </li>`;
    })}
  </ol>`;
}

export function causesChart(deaths: readonly DeathGroup[]): Html {
  const total = deaths.reduce((sum, { total: died }) => sum + died, 0);
  const causes = [...Map.groupBy(deaths, ({ cause }) => cause)]
    .map(([cause, groups]) => ({
      cause,
      died: groups.reduce((sum, group) => sum + group.total, 0),
      stages: STAGES.map((stage) =>
        groups.filter((group) => group.stage === stage).reduce((sum, group) => sum + group.total, 0),
      ),
    }))
    .toSorted((a, b) => b.died - a.died);
  const most = Math.max(1, ...causes.map(({ died }) => died));
  const rows = causes.map(({ cause, died, stages }) => {
    let x = 0;
    const pieces = stages.map((piece, nth) => {
      const width = (100 * piece) / most;
      const rect = html`<rect
        class="cs-${STAGES[nth]}"
        x="${rounded(x)}%"
        width="${rounded(width)}%"
        y="2"
        height="30"
      />`;
      x += width;
      return rect;
    });
    const words = stages.map((piece, nth) => `${count(piece)} ${STAGES[nth]}`).join(", ");
    return html`<span class="causes__name">${cause}</span>
      <svg width="100%" height="34" role="img" aria-label="${`${cause}: ${count(died)} (${words})`}">${pieces}</svg>
      <span class="causes__n"><b>${count(died)}</b> <small>${share(died, total)}</small></span>`;
  });
  return html`<h2>${total === 0 ? "Deaths" : `${counted(total, "death")},`} by cause and stage</h2>
    ${total === 0 ? html`<p>No deaths yet.</p>` : html`<div class="causes">${rows}</div>`}
    <p class="legend">${STAGES.map((stage) => html`<span class="key key--${stage}">${stage}</span>`)}</p>`;
}

const HEATS = 5;

export function retentionTable(cohorts: readonly Cohort[], now: number): Html {
  const weeks = Array.from({ length: RETENTION_WEEKS }, (_, nth) => nth + 1);
  const rows = cohorts.map(({ joinedWeek, agents, came }) => {
    // An agent that joined on Sunday needs the whole week, too.
    const over = Math.floor((now - joinedWeek) / WEEK_MS) - 1;
    const cells = weeks.map((week) => {
      if (week > over) return html`<td class="heat"></td>`;
      const part = (came[week - 1] ?? 0) / Math.max(1, agents);
      const heat = Math.min(HEATS - 1, Math.floor(part * HEATS));
      return html`<td class="num heat heat--${heat}">${share(came[week - 1] ?? 0, agents)}</td>`;
    });
    return html`<tr>
      <th scope="row">${shortDay(joinedWeek)}</th>
      <td class="num">${count(agents)}</td>
      ${cells}
    </tr>`;
  });
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label="Retention by week">
    <table class="ret">
      <thead>
        <tr>
          <th scope="col">Joined</th>
          <th scope="col" class="num">Agents</th>
          ${weeks.map((week) => html`<th scope="col" class="num">wk ${week}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

const PROVIDERS_SHOWN = 8;

export function providersChart(providers: readonly Group[]): Html {
  const shown = providers.slice(0, PROVIDERS_SHOWN);
  const rest = providers.slice(PROVIDERS_SHOWN).reduce((sum, group) => sum + group.count, 0);
  const rows = rest === 0 ? shown : [...shown, { key: "others", count: rest }];
  const total = rows.reduce((sum, group) => sum + group.count, 0);
  const most = Math.max(1, ...rows.map((group) => group.count));
  if (total === 0) return html`<p>No agents yet.</p>`;
  return html`<ol class="funnel">
    ${rows.map(
      ({ key, count: agents }) =>
        html`<li>
          <span class="funnel__name">${key === null ? "not stated" : shortened(key, 40)}</span>
          <span class="funnel__n">${count(agents)}</span>
          <svg class="funnel__bar" width="100%" height="14" aria-hidden="true" focusable="false">
            <rect class="funnel__track" width="100%" height="14" rx="6" />
            <rect class="op-care" width="${rounded((100 * agents) / most)}%" height="14" rx="6" />
          </svg>
          <span class="funnel__rate">${share(agents, total)}</span>
        </li>`,
    )}
  </ol>`;
}
