// When the service was down. Downtime never counts against a creature.
import { instantOf } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { readOutages } from "../../endpoints/outages.get/read.ts";
import { PUBLIC_DEPTH } from "../../contracts/kit/paging.ts";
import type { WebPage } from "../page.ts";
import { DOCS, OUTAGES } from "../urls.ts";
import { PAGE_LIMIT, frameOf, pageNumber, shown } from "../answer.ts";
import { empty } from "../components/empty.ts";
import { html, type Html } from "../html.ts";
import { age, clockTime, fullDay } from "../words.ts";

const PER_PAGE = 50;

type Outages = Awaited<ReturnType<typeof readOutages>>;

const FOUND_BY = {
  heartbeat: "Detected automatically",
  operator: "Declared by the operator",
} as const;

function entry({ from, until, found_by, reason }: Outages["outages"][number]): Html {
  const [start, end] = [instantOf(from), instantOf(until)];
  const sameDay = fullDay(start) === fullDay(end);
  return html`<li class="event event--late">
    <time datetime="${from}">${fullDay(start)}</time>
    <div>
      <b>Down for ${age((end - start) / HOUR_MS)}</b>, from ${clockTime(start)} to
      ${sameDay ? clockTime(end) : `${fullDay(end)}, ${clockTime(end)}`} UTC.
      <span class="soft">${FOUND_BY[found_by]}${reason === null ? "." : `: ${reason}`}</span>
    </div>
  </li>`;
}

export const outagesPage: WebPage = {
  name: "outagesPage",
  path: OUTAGES,
  limit: PAGE_LIMIT,
  async render(request, services) {
    const page = pageNumber(request.query, PUBLIC_DEPTH / PER_PAGE);
    const { outages, has_next } = await readOutages(services, { page, per_page: PER_PAGE }, request.now);
    const addressOf = (number: number) => (number === 1 ? OUTAGES : `${OUTAGES}?page=${number}`);
    const main = html`<section class="wrap plainhead">
        <h1>Outages</h1>
        <p class="lede">
          While the service is down, no one can care for a creature. So downtime does not count: no hunger, no missed
          meals, no aging, no death. A creature that was buried by mistake is restored.
          <a href="${DOCS}/rules#amnesty-when-the-service-is-away">Read the rules</a>.
        </p>
      </section>
      <section class="wrap band" aria-label="Outages">
        ${
          outages.length === 0
            ? empty("No outages so far", "If the service goes down, this page says when and for how long.")
            : html`<ol class="timeline">
                ${outages.map(entry)}
              </ol>`
        }
        ${
          (page > 1 || has_next) &&
          html`<nav class="pager" aria-label="Pages">
            <span>${page > 1 && html`<a href="${addressOf(page - 1)}" rel="prev">Newer</a>`}</span>
            <span>${has_next && html`<a href="${addressOf(page + 1)}" rel="next">Older</a>`}</span>
          </nav>`
        }
        <p class="soft">As JSON: <a href="/api/outages">/api/outages</a></p>
      </section>`;
    const head = {
      title: "Outages",
      description: "When the service was down. Downtime never counts against a creature.",
      path: addressOf(page),
    };
    return shown(head, frameOf(request, services), main);
  },
};
