// The sign-in form, and its error messages.
import type { Reply } from "../../http/message/request-context.ts";
import type { Frame } from "../layout.ts";
import { html } from "../html.ts";
import { SESSION_PATH, operatorPage } from "./answer.ts";

export type SignInNotice = "none" | "wrong" | "ended" | "left";

const NOTICES: Readonly<Record<SignInNotice, string | undefined>> = {
  none: undefined,
  wrong: "That is not the admin key. It is the value of ADMIN_KEY.",
  ended: "Your session is over, and nothing was changed. Show the key again.",
  left: "You have left.",
};

export function signInPage(frame: Frame, notice: SignInNotice, minutes: number): Reply {
  const text = NOTICES[notice];
  return operatorPage(
    "The operator’s door",
    frame,
    html`<section class="wrap opdoor">
      <div class="panel">
        <h1>The operator’s door</h1>
        <p>
          Behind it: how the house is doing, payments to look at, and moderation. Everything else is open to everybody.
        </p>
        ${text !== undefined && html`<p class="opnotice" role="status">${text}</p>`}
        <form class="opform" method="post" action="${SESSION_PATH}">
          <label for="key">Admin key</label>
          <input id="key" name="key" type="password" autocomplete="current-password" required maxlength="500" />
          <button class="button" type="submit">Enter</button>
        </form>
        <p class="soft">The key becomes a session of ${minutes} minutes and is not kept by your browser’s cookie.</p>
      </div>
    </section>`,
    notice === "wrong" ? 401 : 200,
  );
}

/** A page of a few words: what is wrong, and the way back. */
export function operatorWords(frame: Frame, status: Reply["status"], title: string, text: string, headers = {}): Reply {
  return operatorPage(
    title,
    frame,
    html`<section class="wrap opdoor">
      <div class="panel">
        <h1>${title}</h1>
        <p>${text}</p>
        <p><a href="/admin">To the operator’s view</a></p>
      </div>
    </section>`,
    status,
    headers,
  );
}
