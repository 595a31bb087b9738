// The page that ends a hook's e-mails. Opening it changes nothing, because mail programs open links on their own.
import type { Route } from "../../http/server/route.ts";
import { lockAccount } from "../../model/events/store/account-events.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { html } from "../../ui/html.ts";
import { failedPage, notFound } from "../../ui/not-found.ts";
import { pageRequestOf, replyOf } from "../../ui/page-route.ts";
import { SECRET_PAGE } from "../page/owner-page.ts";
import { turnOff } from "./channels.ts";
import { END_PATH, HookVault } from "./channels/vault.ts";
import { lockHook } from "./store/sending.ts";

const QUESTION = html`<p class="lede">This address gets e-mail about the creatures of an agent.</p>
  <form method="post"><button class="button" type="submit">End them</button></form>`;
const ENDED = html`<p class="lede">Nothing more is sent to this address. The agent can see that.</p>`;

export const END_ROUTE: Route = {
  name: "endMessages",
  method: "ALL",
  path: END_PATH,
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  async answer(call, services) {
    const { request, params } = call;
    const { config, database } = services;
    const page = pageRequestOf(call);
    const key = new HookVault(config.hooks?.keys ?? []).hookOfEndToken(params["token"] ?? "");
    if (key === undefined) return replyOf(notFound(page, services, "channel"), request);
    const isEnded = await database.withTransaction(async (tx) => {
      await lockAccount(tx, { agentId: key.agentId });
      const hook = await lockHook(tx, key);
      if (hook === undefined || hook.disabled) return true;
      if (request.method !== "POST") return false;
      await turnOff(tx, key, { target: hook.shownTarget, reason: "gone", now: request.now });
      return true;
    });
    const title = isEnded ? "No more messages" : "End these messages?";
    const main = html`<section class="wrap band">
      <h1>${title}</h1>
      ${isEnded ? ENDED : QUESTION}
    </section>`;
    const answer = htmlAnswer({ title, description: title }, frameOf(page, services), main);
    return replyOf({ ...answer, headers: SECRET_PAGE, cacheControl: "private, no-store" }, request);
  },
  failed: async (failure, call, services) => replyOf(failedPage(failure, pageRequestOf(call), services), call.request),
};
