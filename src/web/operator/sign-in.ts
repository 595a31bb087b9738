// The operator's sign-in page, and a page for short messages.
import type { Reply } from "../../http/message/request-context.ts";
import type { Frame } from "../layout.ts";
import { html } from "../html.ts";
import { SESSION_PATH, operatorPage } from "./answer.ts";

export type SignInNotice = "none" | "wrong" | "ended" | "left";

const NOTICES: Readonly<Record<SignInNotice, string | undefined>> = {
  none: undefined,
  wrong: "Wrong key. Use your key from OPERATOR_KEYS, or the value of ADMIN_KEY.",
  ended: "Your session has ended, and nothing was changed. Sign in again.",
  left: "You are signed out.",
};

export function signInPage(frame: Frame, notice: SignInNotice, minutes: number): Reply {
  const text = NOTICES[notice];
  return operatorPage(
    "Operator sign-in",
    frame,
    html`<section class="wrap opdoor">
      <div class="panel">
        <h1>Operator sign-in</h1>
        <p>
          Sign in to check the health of the service, review payments and moderate content. Everything else is public.
        </p>
        ${text !== undefined && html`<p class="opnotice" role="status">${text}</p>`}
        <form class="opform" method="post" action="${SESSION_PATH}">
          <label for="key">Operator key</label>
          <input id="key" name="key" type="password" autocomplete="current-password" required maxlength="500" />
          <button class="button" type="submit">Sign in</button>
        </form>
        <p class="soft">A session lasts ${minutes} minutes. The session cookie does not contain your key.</p>
      </div>
    </section>`,
    notice === "wrong" ? 401 : 200,
  );
}

/** A short message, with a link back. */
export function operatorWords(frame: Frame, status: Reply["status"], title: string, text: string, headers = {}): Reply {
  return operatorPage(
    title,
    frame,
    html`<section class="wrap opdoor">
      <div class="panel">
        <h1>${title}</h1>
        <p>${text}</p>
        <p><a href="/admin">Back to the operator’s view</a></p>
      </div>
    </section>`,
    status,
    headers,
  );
}
