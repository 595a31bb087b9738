// Flowers and lamps on pages: those that were left, and the button with which a visitor leaves one, without script, account or
// cookie. Nobody's address is kept: visitors are counted under a hash from which nothing can be learned the next day.
import { createHmac } from "node:crypto";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { readCreature } from "../endpoints/agents/creature.get/read.ts";
import { tributeFor, tributeWords } from "../endpoints/shared/tributes.ts";
import { serviceKey } from "../http/passes/passes.ts";
import type { RequestContext } from "../http/message/request-context.ts";
import type { Services } from "../http/request/services.ts";
import type { Route } from "../http/server/route.ts";
import { agentIdOf } from "../identity/agent-id.ts";
import type { TributeKind } from "../store/creatures/tributes.ts";
import { HTML_TYPE } from "./answer.ts";
import { FLOWER, LAMP } from "./components/icons.ts";
import { formOf, isFromOurPage } from "./form.ts";
import { html, type Content, type Html } from "./html.ts";
import { pageAnswers } from "./page-route.ts";
import type { FailedPage } from "./page.ts";
import { notFound } from "./pages/lost.ts";
import { creatureUrl, graveUrl, type CreatureKey } from "./urls.ts";

/** Of an address. A day is UTC's. */
const A_DAY = { by: "ip", max: 20, windowSeconds: 86_400 } as const;
const MOST_DRAWN = 24;

/** What a visitor's form has led to, by its word in the address of the page. */
const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ["flower", "Thank you."],
  ["lamp", "Thank you."],
  [
    "before",
    `Your network left all that counts today: one for each creature, ${A_DAY.max} in all. Come back tomorrow.`,
  ],
]);

/** Before a stone, or at a door. */
export function drawnTributes(kind: TributeKind, total = 0): Content {
  const drawn = Array.from({ length: Math.min(total, MOST_DRAWN) }, () => (kind === "flower" ? FLOWER : LAMP));
  return total > 0 && html`<span class="tributes" aria-hidden="true">${drawn}</span>`;
}

/** How many were left, what the visitor's own form `left`, and while it `isOpen` the button for one more. */
export function tributes(kind: TributeKind, key: CreatureKey, total = 0, left = "", isOpen = true): Html {
  return html`<form class="actions" id="left" method="post" action="${creatureUrl(key)}/tribute">
    ${isOpen && html`<button class="button button--quiet" name="kind" value="${kind}">Leave a ${kind}</button>`}
    <span role="status">${OUTCOMES.get(left)} ${tributeWords("this", { [`${kind}s`]: total })}</span>
  </form>`;
}

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text);

/** TRIBUTE-3: leaves one, unless the address has left what it may. It is counted under a name that changes every day. */
async function leave(
  kind: TributeKind,
  { agent, id }: CreatureKey,
  { address, now }: RequestContext,
  services: Services,
): Promise<TributeKind | "before"> {
  const salt = hmac(await serviceKey(services, now), `tributes ${Math.floor(now / DAY_MS)}`).digest();
  const visitor = hmac(salt, address).digest("base64url");
  const { limiter } = services;
  if (!(await limiter.isFirstToday("tribute", `${visitor} ${id} ${kind}`, now))) return "before";
  if ((await limiter.consume("tributesOfVisitor", A_DAY, visitor, now)).exceeded) return "before";
  await services.tributes.add(agentIdOf(agent), id, kind, 0, now);
  return kind;
}

export function tributeRoute(failed: FailedPage): Route {
  const lost = pageAnswers(async (request, services) => notFound(request, services, "creature"), failed);
  return {
    ...lost,
    name: "leaveTributeByForm",
    method: "POST",
    path: "/agents/{username}/creatures/{id}/tribute",
    limit: { by: "ip", max: 60, windowSeconds: 60, counter: "tributeForms" },
    async answer(call, services) {
      const { request, params } = call;
      const { baseUrl } = services.config;
      const headers = { "cache-control": "private, no-store", "content-type": HTML_TYPE };
      if (!isFromOurPage(request, baseUrl)) {
        return { status: 403, text: `This form did not come from ${baseUrl}, so nothing was left.`, headers };
      }
      const { username = "", id = "" } = params;
      const found = await readCreature(services, { username, id }, request.now);
      const kind = found && tributeFor(found.creature);
      if (found === undefined || kind === undefined) return lost.answer(call, services);
      const { creature, gravestones } = found;
      const stone = kind === "flower" ? gravestones[0] : undefined;
      const page = stone === undefined ? creatureUrl(creature) : graveUrl({ agent: creature.agent, id: stone.id });
      // Who died or came back since the page was shown is shown as it is now, and the visitor may choose again.
      const isMeant = (await formOf(call.bytes)).get("kind") === kind;
      const query = isMeant ? `?left=${await leave(kind, creature, request, services)}#left` : "";
      return { status: 303, text: "", headers: { ...headers, location: page + query } };
    },
  };
}
