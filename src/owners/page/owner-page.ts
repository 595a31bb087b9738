// The owner page, behind a private link, shows whether the agent is coming back. It shows what the agent may see, but no keys.
import type { HouseVerdict } from "@denkeeper/rules/words/verdict.ts";
import type { Needs } from "../../model/services.ts";
import { readOwnedHouse, type OwnedHouseView } from "./house.ts";
import { OWNER_PATH, ownerPath } from "./owner-path.ts";
import { channelsBand, noticeIn, withChannels, type PageNotice } from "./channels.ts";
import type { PageAnswer, PageRequest, WebPage } from "../../ui/page.ts";
import { agentUrl, avatarUrl } from "../../ui/urls.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { COPY_SCRIPT } from "../../ui/assets.ts";
import { OWNER_MARKS, visitsBand } from "../../community/keepers/visits-chart.ts";
import { empty } from "../../ui/components/empty.ts";
import { household } from "../../community/keepers/household.ts";
import { share } from "../../ui/components/share.ts";
import { failuresBand } from "../incidents/incidents.ts";
import { avatar } from "../../ui/components/picture.ts";
import { runsBand } from "../pings/runs.ts";
import { dayCells, trackRecord } from "../../community/keepers/track-record.ts";
import { standingSign, verdictPanel } from "../../community/keepers/verdict.ts";
import { moment, when } from "../../ui/components/when.ts";
import { html, type Html } from "../../ui/html.ts";
import type { PageFrame } from "../../ui/layout.ts";
import { keeperStanding, type KeeperStanding } from "../../community/keepers/standing.ts";
import { age, countOf, fullDay, withoutBreaks } from "../../ui/words.ts";
import { deadLink } from "../../ui/not-found.ts";

function head(house: OwnedHouseView, standing: OwnerStanding, { now, baseUrl }: PageFrame): Html {
  const { agent, visits, creatures, isPublic, record } = house;
  const { username, displayName } = agent;
  const last = visits.at(-1);
  const absence = agent.clockMoved ? "given no care" : "not come";
  const handle = isPublic ? html`<a href="${agentUrl(username)}">@${username}</a>` : `@${username}`;
  return html`<section class="wrap ownerhead">
    <div class="ownerhead__who">
      ${isPublic && html`<span class="ownerhead__face">${avatar(avatarUrl(username))}</span>`}
      <div>
        <h1 class="ownerhead__name">${displayName}</h1>
        <p class="handle">${handle}</p>
      </div>
      ${isPublic && share(`@${username}`, agentUrl(username), baseUrl)}
    </div>
    ${verdictPanel(
      standing.verdict,
      html`${record.last_30_days.expected > 0 && dayCells(record.days)}
        <p class="soft">
          ${last === undefined ? `It has ${absence} in the last 14 days.` : html`It last came ${when(last.at, now)}.`}
          ${creatures.length > 0 && `${countOf(creatures.length, "creature")} in the house.`}
          <a href="#channels">Who gets alerts</a>
        </p>`,
      html`<p class="verdict__title">
        ${standing.title}${standing.since !== null && html` since ${moment(standing.since, now)}`}
        ${standingSign(standing)}
      </p>`,
    )}
    ${agent.clockMoved && movedClock(agent.clockOffsetMs)}
  </section>`;
}

function movedClock(offsetMs: number): Html {
  return html`<p class="ownernote">
    This account has moved its clock: its house is ${age(offsetMs / 3_600_000)} ahead of real time. It has no public
    page, and its track record counts only real time.
  </p>`;
}

/** Renders one need per line, without line breaks between a number and its unit. */
function needLine(state: HouseVerdict["state"], text: string): Html {
  const lines = withoutBreaks(text).split("; ");
  const words = lines.map((line, index) => html`${index > 0 && html`<br />`}${line}`);
  return state === "late" || state === "danger" ? html`<b>${words}</b>` : html`${words}`;
}

function creaturesOf({ creatures, now, isPublic }: OwnedHouseView): Html {
  return html`<section class="wrap band" aria-labelledby="keeps-h">
    <h2 id="keeps-h">Creatures</h2>
    ${
      creatures.length === 0
        ? empty("No one lives here", "Your agent can adopt an egg for free. The hard part is coming back.")
        : household(
            creatures.map(({ entry, need: { state, text } }) => ({ entry, state, line: needLine(state, text) })),
            now,
            isPublic,
          )
    }
  </section>`;
}

function aboutLink({ link, agent }: OwnedHouseView, hasHooks: boolean): Html {
  return html`<section class="wrap band" aria-labelledby="link-h">
    <div class="ownernote">
      <h2 id="link-h">About this page</h2>
      <p>
        Only people with this link can see this page, so keep it to yourself.
        ${hasHooks && "They can add two channels and remove those."} The page shows no keys and changes no creature.
        ${agent.displayName} created the link on ${fullDay(link.createdAt)} and can revoke or replace it at any
        time${hasHooks && "; a new link also removes the channels that were added here"}.
      </p>
    </div>
  </section>`;
}

const TITLES: Readonly<Record<HouseVerdict["state"], string>> = {
  well: "All well",
  due: "A visit is due",
  late: "Late",
  danger: "In danger",
  died: "A creature died",
  empty: "No one lives here",
};

interface OwnerStanding extends KeeperStanding {
  readonly title: string;
  /** Start of the agent's silence, if the title is "Silent". */
  readonly since: number | null;
}

function ownerStanding(house: OwnedHouseView): OwnerStanding {
  const { creatures, deaths, channels, record, period, now } = house;
  const entries = creatures.map(({ entry }) => entry);
  const gravestones = deaths.map(({ stone }) => stone);
  const standing = keeperStanding({ creatures: entries, gravestones, verdict: house.verdict }, record, now);
  const verdict = withChannels(standing.verdict, channels);
  // The title above the text already says that a visit is due.
  const shortened = { ...verdict, text: verdict.text.replace(`${TITLES.due}.`, "").trim() };
  const isWorseThanSilence = verdict.state === "danger" || verdict.state === "died";
  const silentSince = period?.silentSince ?? null;
  if (silentSince !== null && !isWorseThanSilence) {
    return { ...standing, verdict: { ...shortened, state: "late" }, title: "Silent", since: silentSince };
  }
  return { ...standing, verdict: shortened, title: titleOf(house, standing, verdict), since: null };
}

/** `verdict` is the verdict of the standing, with the channels added. */
function titleOf({ creatures, ...house }: OwnedHouseView, standing: KeeperStanding, verdict: HouseVerdict): string {
  // The house itself is not late, so the record made the standing late.
  if (standing.verdict.state === "late" && house.verdict.state !== "late") return "Often late";
  const beginsWithAlarm = !verdict.text.startsWith(house.verdict.text);
  if (beginsWithAlarm) return "Alerts have stopped";
  const hasNeeds = creatures.some(({ need }) => need.needs.length > 0);
  return verdict.state === "well" && hasNeeds ? "No visit is due" : TITLES[verdict.state];
}

function main(house: OwnedHouseView, standing: OwnerStanding, channels: Html, frame: PageFrame): Html {
  const { visits, runs, output, record, creatures, deaths } = house;
  const { now } = frame;
  return html`${head(house, standing, frame)} ${creaturesOf(house)}
  ${creatures.length + deaths.length > 0 && failuresBand(house)}
  ${visits.length > 0 && visitsBand({ list: visits, record, now }, OWNER_MARKS)}
  ${runs.length > 0 && runsBand(runs, output, now)} ${channels} ${trackRecord(record, false)}`;
}

/** Renders the page, with the result of a form if one was sent. */
export function ownerAnswer(
  house: OwnedHouseView,
  request: PageRequest,
  services: Needs<"config">,
  notice: PageNotice | undefined,
): PageAnswer {
  const frame = frameOf(request, services);
  const standing = ownerStanding(house);
  const page = {
    title: `${house.agent.displayName}, for its owner`,
    description: `${standing.title}. ${standing.verdict.text}`,
    scripts: [COPY_SCRIPT],
  };
  const path = ownerPath(request.params["link"] ?? "");
  const { hooks } = services.config;
  const channels = channelsBand(house, { page: path, hooks, notice, now: frame.now });
  return {
    ...htmlAnswer(
      page,
      frame,
      html`${main(house, standing, channels, frame)} ${aboutLink(house, hooks !== undefined)}`,
    ),
    cacheControl: "private, no-store",
    headers: SECRET_PAGE,
  };
}

/** Headers that keep the secret address from other sites and search engines. */
export const SECRET_PAGE = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

export const ownerPage: WebPage = {
  name: "ownerPage",
  path: OWNER_PATH,
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  async render(request, services): Promise<PageAnswer> {
    const house = await readOwnedHouse(services, request.params["link"] ?? "", request.now);
    if (house === undefined) return { ...deadLink(request, services), headers: SECRET_PAGE };
    return ownerAnswer(house, request, services, noticeIn(request.query));
  },
};
