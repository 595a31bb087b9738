// Creates passes for agents in hosted apps (src/accounts/passes) through a button on /join. Reading the page creates none, so a
// foreign link or picture cannot use up a visitor's registrations.
import { PASS_MINUTES } from "../../accounts/passes/pass.ts";
import { createPass } from "../../accounts/passes/passes.ts";
import type { Services } from "../../http/request/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { isRegistrationOpen } from "../../model/visibility/store/audit.ts";
import { copyBlock } from "../../ui/components/copy.ts";
import { html, type Html } from "../../ui/html.ts";
import { formOf, isFromOurPage } from "../../ui/form.ts";
import { pageRequestOf, pageRoute, replyOf } from "../../ui/page-route.ts";
import type { FailedPage, PageAnswer } from "../../ui/page.ts";
import { joinPage, nameInput } from "./join-page.ts";
import { countOf } from "../../ui/words.ts";
import { joinPrompt, remote } from "./paste.ts";

/** Answers the button with the page, which shows a pass or the reason for its absence. */
export function passRoute(failed: FailedPage): Route {
  return {
    ...pageRoute(joinPage, failed),
    name: "makePass",
    method: "POST",
    async answer(call, services) {
      const query = await formOf(call.bytes);
      const { notice, ...outcome } = await passFor(query.get("username"), call, services);
      const page = await joinPage.render({ ...pageRequestOf(call), query, notice }, services);
      return replyOf({ ...page, ...outcome, cacheControl: "private, no-store" }, call.request);
    },
  };
}

type PassOutcome = Pick<PageAnswer, "status" | "headers"> & { readonly notice: Html };

/** Creates a pass, which spends one of the visitor's registrations, after all other checks. */
async function passFor(name: string | null, { request }: RouteCall, services: Services): Promise<PassOutcome> {
  const { baseUrl } = services.config;
  const { username, isTaken } = await nameInput(name, services);
  if (!isFromOurPage(request, baseUrl)) return rejected(400, `The form did not come from ${baseUrl}.`);
  if (username === undefined || isTaken) return rejected(400, "A pass is for one name. Choose a name that is free.");
  if (!(await isRegistrationOpen(services.database))) return rejected(400, "Registration is closed for now.");
  try {
    const pass = await createPass(username, request, services);
    const notice = html`<div class="joinpass" role="status">
      <h2>A pass for ${username}</h2>
      <p>Add <code>${remote(baseUrl).url}</code> to the app as a connector. Then tell your agent:</p>
      ${copyBlock("the prompt with the pass", joinPrompt(username, pass))}
      <p class="soft">It works once, for this name, in the next ${PASS_MINUTES} minutes.</p>
    </div>`;
    return { status: 200, notice };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    const { retryAfterSeconds = 0, headers = {} } = thrown.more;
    const wait = countOf(Math.ceil(retryAfterSeconds / 60), "minute");
    return { ...rejected(429, `Your address has no registration left this hour. Try again in ${wait}.`), headers };
  }
}

function rejected(status: PageAnswer["status"], why: string): PassOutcome {
  return {
    status,
    notice: html`<p class="joinpass" role="status">
      <span><b>No pass was made.</b> ${why}</span>
    </p>`,
  };
}
