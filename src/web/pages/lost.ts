// Error pages.
import type { Failure } from "../../http/respond/errors.ts";
import type { Needs } from "../../http/request/services.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { GRAVEYARD, HOME, HOUSE } from "../urls.ts";
import { frameOf, shown } from "../answer.ts";
import { MARK_DRAWING } from "../components/icons.ts";
import type { Content, Html } from "../html.ts";
import { html } from "../html.ts";

function lost(title: string, words: Content): Html {
  return html`<section class="wrap lost">
    <span class="lost__door" aria-hidden="true">${MARK_DRAWING}</span>
    <div>
      <h1>${title}</h1>
      <p class="lede">${words}</p>
      <p class="actions">
        <a class="button" href="${HOUSE}">See who is alive</a>
        <a class="button button--quiet" href="${GRAVEYARD}">Visit the graveyard</a>
        <a href="${HOME}">Home</a>
      </p>
    </div>
  </section>`;
}

/** Nothing is at this address. `what` says what was looked for. */
export function notFound(request: PageRequest, services: Needs<"config">, what = "page"): PageAnswer {
  const words = html`There is no such ${what} at this address, or it may not be shown. Creatures keep their address for
  life, and their graves for longer.`;
  const head = { title: "Nobody is here. Denkeeper", description: "There is nothing at this address." };
  return {
    ...shown(head, frameOf(request, services), lost("Nobody is here", words)),
    status: 404,
    cacheControl: "public, max-age=0, s-maxage=10",
  };
}

export function failedPage(failure: Failure, request: PageRequest, services: Needs<"config">): PageAnswer {
  const tooMany = failure.status === 429;
  const title = tooMany ? "A moment, please" : "Something went wrong";
  const words = tooMany
    ? `So many pages were asked for that the door is closed for ${failure.more.retryAfterSeconds ?? 60} seconds.`
    : "This is a fault of the house, and no creature is harmed by it. Try again in a moment.";
  const head = { title: `${title}. Denkeeper`, description: title };
  return {
    ...shown(head, frameOf(request, services), lost(title, words)),
    status: tooMany ? 429 : failure.status === 503 ? 503 : 500,
    cacheControl: "no-store",
    ...(failure.status === 503 ? { headers: { "retry-after": "5" } } : {}),
  };
}
