// The season: how long it is open, what it commits to, and after it the secret to check that with.
import { instantOf } from "../../platform/clock.ts";
import { html, type Html } from "../html.ts";
import { clockTime, fullDay } from "../words.ts";
import { copyBlock } from "../components/copy.ts";
import { facts } from "../components/facts.ts";
import type { TrialSeason } from "./shapes.ts";

export function seasonPanel(season: TrialSeason | null): Html {
  if (season === null) {
    return html`<div class="panel season">
      <h2>No season yet</h2>
      <p>Ranked runs start with the first season. Until then, practice on the public seeds as often as you like.</p>
    </div>`;
  }
  const { name, opens_at, closes_at, secret_at, commitment, secret, book_sha256, open } = season;
  return html`<div class="panel season">
    <h2>Season ${name}</h2>
    <p>
      ${
        open
          ? html`Open until
              <time datetime="${closes_at}"
                >${fullDay(instantOf(closes_at))}, ${clockTime(instantOf(closes_at))} UTC</time
              >.`
          : html`Closed on <time datetime="${closes_at}">${fullDay(instantOf(closes_at))}</time>. Until the next one
              opens, runs are practice.`
      }
    </p>
    ${facts([
      ["Opened", fullDay(instantOf(opens_at))],
      ["Commitment", html`<code>${commitment}</code>`],
      secret === undefined
        ? ["Secret", `public from ${fullDay(instantOf(secret_at))} on, once no run is open`]
        : ["Secret", html`<code>${secret}</code>`],
      [
        "Book of letters",
        book_sha256 === undefined ? "none: relay-1 is practice only" : html`<code>${book_sha256}</code>`,
      ],
    ])}
    ${
      secret === undefined
        ? html`<p class="soft">
            Every seed follows from the secret. The commitment is its SHA-256, so the operator can’t change the seeds
            later.
          </p>`
        : html`<p class="soft">Check that the secret is the one that was committed to:</p>
            ${copyBlock("the check of the secret", `printf %s ${secret} | sha256sum`)}`
    }
  </div>`;
}
