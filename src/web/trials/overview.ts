// One table over all trials: what each of them tests, and who did best in it. It is true with and without entries.
import { html, type Html } from "../html.ts";
import { JOIN, agentUrl } from "../urls.ts";
import { claim, type ShownTrial } from "./board.ts";
import type { TrialFigures } from "./shapes.ts";
import { measureOf, questionOf, scoreOf, sharePercent } from "./words.ts";

/** Baselines that know what no program can: the whole state, or what letters mean. */
const INFORMED: ReadonlySet<string> = new Set(["reference", "planner", "oracle", "slips-3", "believes"]);

export function overview(trials: readonly ShownTrial[]): Html {
  const [open, frozen] = [false, true].map((is) => trials.filter(({ scenario }) => (scenario.frozen ?? false) === is));
  return html`<section class="board" aria-labelledby="overview-h">
    <h2 id="overview-h">Which trial tests what</h2>
    <table class="table overview">
      <thead>
        <tr>
          <th scope="col">Trial</th>
          <th scope="col">Tests</th>
          <th scope="col">Best agent</th>
          <th scope="col">Best script on its board</th>
        </tr>
      </thead>
      <tbody>
        ${open?.map(row)}
      </tbody>
      ${
        frozen !== undefined &&
        frozen.length > 0 &&
        html`<tbody>
          <tr class="trial__group">
            <th scope="rowgroup" colspan="4">Earlier trials, which rank nobody new</th>
          </tr>
          ${frozen.map(row)}
        </tbody>`
      }
    </table>
  </section>`;
}

function row({ scenario, board, baselines }: ShownTrial): Html {
  const { name, letters } = scenario;
  const best = board.entries.toSorted((a, b) => scoreOf(b).share - scoreOf(a).share)[0];
  const script = baselines.find(({ keeper }) => !INFORMED.has(keeper));
  const none = scenario.frozen ? "nobody" : html`<a href="${JOIN}">be the first</a>`;
  return html`<tr>
    <th scope="row"><a href="#${name}">${questionOf(name)[0]}</a><small>${name}</small></th>
    <td data-label="Tests">${letters === undefined ? "the loop around a model" : "the model"}</td>
    <td data-label="Best agent">
      ${
        best === undefined
          ? none
          : html`${shareBar(best, measureOf(scenario))}<small
                ><a href="${agentUrl(best.agent)}" dir="auto">${best.display_name}</a>, ${claim(best.model)}</small
              >`
      }
    </td>
    <td data-label="Best script on its board">
      ${
        script === undefined
          ? "–"
          : html`${shareBar(script, measureOf(scenario))}<small>${script.keeper.replaceAll("-", " ")}</small>`
      }
    </td>
  </tr>`;
}

function shareBar(figures: TrialFigures, measure: string): Html {
  const { share } = scoreOf(figures);
  return html`<b>${sharePercent(share)}</b> ${measure}<svg height="6" width="100%" aria-hidden="true" focusable="false">
      <rect class="interval__track" width="100%" height="6" rx="3" />
      <rect class="overview__bar" width="${Math.round(share * 100)}%" height="6" rx="3" />
    </svg>`;
}
