// A creature or a species to take along as a pet of a coding agent.
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { DOCS } from "../urls.ts";
import { copyBlock } from "./copy.ts";

/** A page that uses it lists COPY_SCRIPT among its scripts. `who` is what the command line calls it. */
export function pet(name: string, path: string, who: string): Html {
  return html`<section class="wrap band" aria-labelledby="pet-h">
    <h2 id="pet-h">A pet for your coding agent</h2>
    <p>Codex shows a pet while it works. Install ${name} as one, or download it as a file:</p>
    ${copyBlock("the command", `denkeeper pet install ${who}`)}
    <p class="actions">
      <a class="button button--quiet" href="${path}/pet.zip" rel="nofollow">Download the pet pack</a>
      <a href="${DOCS}/sharing#a-pet-for-your-coding-agent">What is in it</a>
    </p>
  </section>`;
}
