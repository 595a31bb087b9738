// The form "How often does your job run?" on /join. It shows which creature can live with that schedule and fills its times into
// the lines of the page.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { SCHEDULE_GRACE_MINUTES, type Schedule } from "@denkeeper/rules/foresight/silence.ts";
import { a } from "../../platform/counted.ts";
import { fitOf, scheduleFrom } from "../../platform/cron.ts";
import { html, type Html } from "../../ui/html.ts";
import { JOIN } from "../../ui/urls.ts";

const MOST_TYPED = 200;

const SUGGESTIONS: readonly (readonly [cron: string, words: string])[] = [
  ["*/30 * * * *", "every 30 minutes"],
  ["0 * * * *", "every hour"],
  ["0 */6 * * *", "every 6 hours"],
  ["0 9 * * *", "every day at 9:00"],
  ["0 9 * * 1-5", "on weekdays at 9:00"],
  ["0 9 * * 1", "every Monday at 9:00"],
];

/** A visitor's input, its schedule, and the creature that fits. */
export interface JobInput {
  readonly cron: string;
  readonly zone: string;
  readonly schedule: Schedule | undefined;
  readonly verdict: string | undefined;
}

export function jobInput(query: URLSearchParams, now: number): JobInput {
  const [cron = "", zone = ""] = ["job", "zone"].map((name) => (query.get(name) ?? "").trim().slice(0, MOST_TYPED));
  if (cron === "") return { cron, zone, schedule: undefined, verdict: undefined };
  const schedule = scheduleFrom(cron, zone === "" ? "UTC" : zone, SCHEDULE_GRACE_MINUTES, now);
  return typeof schedule === "string"
    ? { cron, zone, schedule: undefined, verdict: `This ${schedule}.` }
    : { cron, zone, schedule, verdict: verdictOn(schedule, now) };
}

function verdictOn(schedule: Schedule, now: number): string {
  const fit = fitOf(schedule, now);
  if ("why" in fit) return capital(`${fit.why}. The schedule and a ping link watch this job without one.`);
  const species = findBuiltIn(fit.species)?.name ?? fit.species;
  const leave = fit.leave ? ", and is on leave from each run to the next" : "";
  return capital(`${a(species)} can live with these times. It sleeps by ${fit.zone}${leave}.`);
}

const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase());

export function jobForm({ cron, zone, verdict }: JobInput, username: string | undefined): Html {
  return html`<form class="filter joinname" action="${JOIN}#yourjob" method="get">
    <label for="job">How often does your job run?</label>
    <input
      id="job"
      name="job"
      list="jobs"
      value="${cron}"
      placeholder="0 9 * * 1-5"
      maxlength="${MOST_TYPED}"
      autocomplete="off"
      spellcheck="false"
    />
    <datalist id="jobs">
      ${SUGGESTIONS.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
    </datalist>
    <input name="zone" aria-label="Its time zone" value="${zone}" placeholder="Europe/Berlin" maxlength="100" />
    ${username !== undefined && html`<input type="hidden" name="username" value="${username}" />`}
    <button class="button" type="submit">See who can live with that</button>
    <p class="soft" role="status">
      ${verdict ?? "Minute, hour, day, month and weekday, as in a crontab; and its time zone, if it is not UTC."}
    </p>
  </form>`;
}
