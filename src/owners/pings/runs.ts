// The table of runs on the owner page: what the job reported, and the calls on record (RUN rules).
import { bothCodes } from "@denkeeper/rules/foresight/signs.ts";
import { briefSpan } from "@denkeeper/rules/time/spoken.ts";
import { SEEN_AFTER_MS, type RunRow } from "../../model/agents/store/runs.ts";
import { html, type Html } from "../../ui/html.ts";
import { countOf } from "../../ui/words.ts";
import { moment } from "../../ui/components/when.ts";

/** Returns true if the run reported success, but no call of it is on record. */
function isIdle({ exitCode, calls, endedAt, fed }: RunRow, now: number): boolean {
  return exitCode === 0 && calls === 0 && fed.length === 0 && now - (endedAt ?? now) > SEEN_AFTER_MS;
}

function activityWords({ calls, fed, endedAt }: RunRow, now: number): string {
  if (calls === null) return "not known: it did not report its start";
  if (calls === 0 && fed.length === 0) {
    return now - (endedAt ?? now) > SEEN_AFTER_MS ? "no call on record" : "no call counted yet";
  }
  const names = fed.length === 0 ? "fed none" : `fed ${fed.join(", ")}`;
  return calls === 0 ? names : `${countOf(calls, "call")}, ${names}`;
}

function exitWords(exitCode: number): string {
  const { job, check } = bothCodes(exitCode);
  return check === null ? `exit ${job}` : `exit ${job}, check ${check}`;
}

function row(run: RunRow, now: number): Html {
  const { startedAt, endedAt, exitCode, calls } = run;
  const took = endedAt === null || calls === null ? "" : briefSpan(endedAt - startedAt);
  const activity = activityWords(run, now);
  return html`<tr>
    <td>${moment(startedAt, now)}</td>
    <td>${took}</td>
    <td>${exitCode === null ? "no end" : exitWords(exitCode)}</td>
    <td>${isIdle(run, now) ? html`<b>${activity}</b>` : activity}</td>
  </tr>`;
}

export function runsBand(runs: readonly RunRow[], output: string | null, now: number): Html {
  return html`<section class="wrap band" aria-labelledby="runs-h">
    <h2 id="runs-h">Runs</h2>
    <div class="scroll-x" tabindex="0" role="region" aria-labelledby="runs-h">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Took</th>
            <th scope="col">Reported</th>
            <th scope="col">Did</th>
          </tr>
        </thead>
        <tbody>
          ${runs.map((run) => row(run, now))}
        </tbody>
      </table>
    </div>
    ${
      output !== null &&
      html`<details>
        <summary>The last lines that it printed</summary>
        <pre>${output}</pre>
      </details>`
    }
  </section>`;
}
