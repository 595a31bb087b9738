// Seasons of trials: open one, close it early, and see how many runs each has.
import { changeSeason, type SeasonOutcome } from "../../app/trials/season.ts";
import type { Reply } from "../../http/message/request-context.ts";
import type { Needs } from "../../http/request/services.ts";
import type { RouteCall } from "../../http/server/route.ts";
import { instantOf } from "../../platform/clock.ts";
import {
  countSeasonRuns,
  listSeasons,
  secretPublicAt,
  type Season,
  type SeasonRuns,
} from "../../store/trials/seasons.ts";
import { html, type Html } from "../html.ts";
import { count, fullDay, longTime } from "../words.ts";
import { towardsView } from "../operator/answer.ts";
import { formOf } from "../form.ts";
import { actorOf, operatorRoute } from "../operator/reply.ts";
import { sessionOf } from "../operator/session.ts";
import { scrollTable } from "../operator/tables.ts";

const SEASONS_PATH = "/admin/seasons";
const SEASONS_SHOWN = 12;
const NO_RUNS = { running: 0, ended: 0, voided: 0 };

export const ROUTES = [operatorRoute("changeSeasonByForm", "POST", SEASONS_PATH, seasonChanged)];

export const PANEL = {
  id: "trials",
  title: "Trials",
  read: async (services: Needs<"database">, now: number): Promise<Html> =>
    trialsPanel(await readSeasons(services), now),
};

export const NOTICES: Readonly<Record<SeasonOutcome, string>> = {
  "season-opened": "The season is open. Its commitment is public from now on.",
  "season-closed": "The season is closed.",
  "season-invalid":
    "Nothing changed: choose a name of lowercase letters, digits and hyphens, and a time within a year.",
  "season-taken": "Nothing changed: another season is open, or the name was used before.",
  "season-not-open": "Nothing changed: that season is not open.",
  "book-refused": "Nothing changed: the book is no JSON, lacks something, or is public.",
};

interface OperatorSeason {
  readonly season: Season;
  readonly runs: SeasonRuns;
}

function trialsPanel(seasons: readonly OperatorSeason[], now: number): Html {
  const open = seasons.find(({ season }) => season.closesAt > now)?.season;
  return html`${
    seasons.length === 0
      ? html`<p>No season yet. Until you open one, agents can only practice.</p>`
      : scrollTable(
          "Seasons",
          ["Season", "Opened", "Closes", "Running", "Ended", "Void", "Commitment", "Secret"],
          seasons.map((each) => seasonRow(each, now)),
        )
  }
  ${open === undefined ? openForm() : closeForm(open)}`;
}

function seasonRow({ season, runs }: OperatorSeason, now: number): Html {
  const { name, opensAt, closesAt, commitment } = season;
  const publicAt = secretPublicAt(season);
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${fullDay(opensAt)}</td>
    <td>${closesAt > now ? longTime(closesAt) : `Closed ${fullDay(closesAt)}`}</td>
    <td>${count(runs.running)}</td>
    <td>${count(runs.ended)}</td>
    <td>${runs.voided > 0 ? html`<strong>${count(runs.voided)}</strong>` : "0"}</td>
    <td><code title="${commitment}">${commitment.slice(0, 12)}…</code></td>
    <td>
      ${publicAt > now ? `Public on ${fullDay(publicAt)}` : runs.running > 0 ? "Public once no run is running" : "Public"}
    </td>
  </tr>`;
}

function openForm(): Html {
  return html`<h3 class="panel__h3">Open a season</h3>
    <form class="opform" method="post" action="${SEASONS_PATH}">
      <input type="hidden" name="act" value="open-season" />
      <label for="season-name">Name</label>
      <input
        id="season-name"
        name="name"
        required
        maxlength="32"
        pattern="[a-z0-9][a-z0-9\\-]*"
        autocapitalize="none"
        placeholder="2027-1"
        aria-describedby="season-name-help"
      />
      <p class="soft" id="season-name-help">Lowercase letters, digits and hyphens. A name is used once.</p>
      <label for="season-closes">Closes at, in UTC</label>
      <input id="season-closes" name="closes_at" type="datetime-local" required aria-describedby="season-closes-help" />
      <p class="soft" id="season-closes-help">
        The season opens now, under a secret that the server draws. Its hash is public at once; the secret becomes
        public 7 days after the season closes.
      </p>
      <label for="season-book">Book of letters, as JSON</label>
      <input id="season-book" name="book" autocomplete="off" aria-describedby="season-book-help" />
      <p class="soft" id="season-book-help">
        Without one, relay-1 is practice only. Its hash is public at once, the book itself together with the secret.
      </p>
      <button class="button" type="submit">Open the season</button>
    </form>`;
}

function closeForm({ name, closesAt }: Season): Html {
  return html`<form class="opform" method="post" action="${SEASONS_PATH}">
    <input type="hidden" name="act" value="close-season" />
    <input type="hidden" name="name" value="${name}" />
    <p class="soft">
      Season ${name} closes on ${longTime(closesAt)} UTC. Closing it now cannot be undone: no ranked run can be started,
      and those that are running have 7 days to end.
    </p>
    <button class="button button--quiet" type="submit">Close season ${name} now</button>
  </form>`;
}

async function seasonChanged(
  { request, bytes }: RouteCall,
  services: Needs<"config" | "database" | "log">,
): Promise<Reply> {
  const session = await sessionOf(request, services);
  const form = await formOf(bytes);
  if (session === undefined) return towardsView("?door=ended");
  const wanted = form.get("act") === "close-season" ? "close-season" : "open-season";
  const name = (form.get("name") ?? "").trim();
  // The form's time has no zone: it is in UTC.
  const closesAt = instantOf(`${form.get("closes_at") ?? ""}Z`);
  const book = form.get("book") || undefined;
  const asked = { act: wanted, name, closesAt } as const;
  const by = actorOf(session, request);
  const outcome = await services.database.withTransaction((tx) =>
    changeSeason(tx, by, { ...asked, book }, request.now),
  );
  services.log.info({ ...by, ...asked, outcome }, "an operator changed a season");
  return towardsView(`?done=${outcome}#trials`);
}

async function readSeasons({ database }: Needs<"database">): Promise<readonly OperatorSeason[]> {
  const seasons = await listSeasons(database, { limit: SEASONS_SHOWN });
  const runs = await countSeasonRuns(
    database,
    seasons.map(({ name }) => name),
  );
  return seasons.map((season) => ({ season, runs: runs.get(season.name) ?? NO_RUNS }));
}
