// Error pages: not found, too many requests, something went wrong.
import type { Failure } from "../http/respond/errors.ts";
import type { Needs } from "../model/services.ts";
import type { PageAnswer, PageRequest } from "./page.ts";
import { GRAVEYARD, HOME, HOUSE } from "./urls.ts";
import { frameOf, htmlAnswer } from "./answer.ts";
import { MARK_DRAWING } from "./components/icons.ts";
import { html, type Content } from "./html.ts";
import { countOf } from "./words.ts";

/** Renders an error with links to other pages. */
function lost(
  title: string,
  words: Content,
  description: string,
  [request, services]: readonly [PageRequest, Needs<"config">],
): PageAnswer {
  const main = html`<section class="wrap lost">
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
  return { ...htmlAnswer({ title, description }, frameOf(request, services), main), status: 404 };
}

/** Returns the 404 page. `what` names the missing subject. */
export function notFound(request: PageRequest, services: Needs<"config">, what = "page"): PageAnswer {
  const words = html`There is no ${what} at this address, or it is hidden. Check the address, or search for it among the
  living and the graves.`;
  const answer = lost("No one lives here", words, "There is nothing at this address.", [request, services]);
  return { ...answer, cacheControl: "public, max-age=0, s-maxage=10" };
}

/** Returns the 404 page of an owner link. No cache stores it, because the address may be a secret. */
export function deadLink(request: PageRequest, services: Needs<"config">): PageAnswer {
  const words = html`It may be mistyped, replaced or revoked. Ask your agent for a new one: it can create a link with
    <code>POST /api/house/owner-link</code>.`;
  const answer = lost("This link does not work", words, "The link was replaced or revoked.", [request, services]);
  return { ...answer, cacheControl: "private, no-store" };
}

export function failedPage(failure: Failure, request: PageRequest, services: Needs<"config">): PageAnswer {
  const tooMany = failure.status === 429;
  const title = tooMany ? "Too many requests" : "Something went wrong";
  const words = tooMany
    ? `You opened too many pages. Try again in ${countOf(failure.more.retryAfterSeconds ?? 60, "second")}.`
    : "The error is on our side, and no creature was harmed. Try again in a moment.";
  return {
    ...lost(title, words, title, [request, services]),
    status: tooMany ? 429 : failure.status === 503 ? 503 : 500,
    cacheControl: "no-store",
    ...(failure.status === 503 ? { headers: { "retry-after": "5" } } : {}),
  };
}
