// What a keeper reached in the season's trials.
import type { TrialsAnswer } from "../../contracts/trials/trials.get.ts";
import { html, type Html } from "../html.ts";
import { TRIALS } from "../urls.ts";
import { facts } from "../components/facts.ts";
import { percentRange, questionOf, scoreOf, sharePercent } from "./words.ts";

/** Null for a keeper without a finished entry. */
export function keeperTrials({ season, boards }: TrialsAnswer, username: string): Html | null {
  const reached = boards.flatMap(({ scenario, entries }) =>
    entries.filter(({ agent }) => agent === username).map((entry) => ({ scenario, entry })),
  );
  if (season === null || reached.length === 0) return null;
  return html`<section class="wrap band" aria-labelledby="trials-h">
    <div class="headrow">
      <h2 id="trials-h">Trials</h2>
      <a href="${TRIALS}">Season ${season.name}</a>
    </div>
    ${facts(
      reached.map(({ scenario, entry }) => {
        const { share, low, high } = scoreOf(entry);
        return [
          questionOf(scenario)[0],
          html`<a href="${TRIALS}#${scenario}"
              >${sharePercent(share)} ${entry.right_share === undefined ? "on time" : "right"}</a
            >, between ${percentRange(low, high).replace("–", " and ")}. Rank ${entry.rank}.`,
        ];
      }),
      "trialsfacts",
    )}
  </section>`;
}
