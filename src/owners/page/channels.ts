// The channels of a house on its owner page, with forms that need no script. Full addresses and secrets are never shown.
import { MOST_HOOKS_BY } from "@denkeeper/rules/foresight/hook-events.ts";
import {
  LEAST_MINUTES,
  MOST_EVERY_MINUTES,
  MOST_GRACE_MINUTES,
  type Expected,
} from "@denkeeper/rules/foresight/silence.ts";
import { periodWords } from "@denkeeper/rules/words/period.ts";
import type { OwnedHouseView } from "./house.ts";
import type { HouseVerdict } from "@denkeeper/rules/words/verdict.ts";
import type { HooksConfig } from "../../platform/config/config.ts";
import { KINDS, availableKinds } from "../hooks/channels/kinds.ts";
import { isAwaitingCode, type ListedHook } from "../hooks/store/hooks.ts";
import { copyBlock } from "../../ui/components/copy.ts";
import { moment, when } from "../../ui/components/when.ts";
import { classes, html, type Html } from "../../ui/html.ts";
import { fullDay } from "../../ui/words.ts";

/** Result of a form, shown on the page. */
export interface PageNotice {
  readonly isGood: boolean;
  readonly text: string;
  /** Secret of a new webhook, shown only once. */
  readonly secret?: string | undefined;
  readonly input?: { readonly kind: string; readonly url: string };
}

/**
 * Notices after a change. The change redirects to the page with `?done=` and one of these names, so that reloading the page does
 * not repeat the change.
 */
const DONE = {
  added: "A message with a code of six letters is on its way. Enter it below within 24 hours.",
  confirmed: "Confirmed. Messages are sent there from now on, and the other channels were notified.",
  tested: "A test message is on its way. Reload this page to see whether it arrived.",
  every: "Saved. All channels and your agent were notified.",
  removed: "Removed. The other channels were notified, and if it was confirmed, it gets a last message.",
};
const DONE_BY_NAME: ReadonlyMap<string, string> = new Map(Object.entries(DONE));

export type DoneName = keyof typeof DONE;

export function noticeIn(query: URLSearchParams): PageNotice | undefined {
  const text = DONE_BY_NAME.get(query.get("done") ?? "");
  return text === undefined ? undefined : { isGood: true, text };
}

function isOn({ confirmedAt, disabledAt }: ListedHook): boolean {
  return confirmedAt !== null && disabledAt === null;
}

/** Adds an alarm about channels that were turned off to the verdict on a house. It follows any trouble of the creatures. */
export function withChannels(verdict: HouseVerdict, channels: readonly ListedHook[]): HouseVerdict {
  const off = channels.filter(({ disabledAt }) => disabledAt !== null);
  if (off.length === 0) return verdict;
  const targets = off.map(({ shownTarget }) => shownTarget).join(" and ");
  const alarm = channels.some(isOn)
    ? `Messages to ${targets} have stopped.`
    : `No one is alerted: messages to ${targets} have stopped.`;
  const isTrouble = verdict.state === "late" || verdict.state === "danger" || verdict.state === "died";
  const [text, ...more] = isTrouble ? [verdict.text, verdict.more, alarm] : [alarm, verdict.text, verdict.more];
  return { state: "danger", text, more: more.filter((sentence) => sentence !== null).join(" ") };
}

function stateOf(channel: ListedHook, now: number): Html {
  const { confirmedAt, disabledAt, disabledReason } = channel;
  if (disabledAt !== null) {
    const why = disabledReason === "gone" ? "its receiver says that it is gone" : "five messages in a row failed";
    return html`<b>Off</b> since ${moment(disabledAt, now, "long")}, because ${why}.`;
  }
  if (confirmedAt !== null) return html`<b>On</b>`;
  return isAwaitingCode(channel, now)
    ? html`<b>Waiting for its code</b>`
    : html`<b>Not confirmed</b>: its code no longer counts.`;
}

function lastMessage({ last }: ListedHook, now: number): Html {
  if (last === null) return html`No message yet.`;
  const { event, at, deliveredAt, failedAt, error } = last;
  const message = html`Last message: <code>${event}</code> of ${moment(at, now, "long")}`;
  if (deliveredAt !== null) return html`${message}, delivered ${when(deliveredAt, now)}.`;
  const failure = failedAt === null ? "failed, and is tried again" : "failed";
  return html`${message}, <b>${failure}</b>${error !== null && `: ${error}`}.`;
}

function postButton(action: string, text: string): Html {
  return html`<form action="${action}" method="post">
    <button class="button button--quiet" type="submit">${text}</button>
  </form>`;
}

function channelItem(channel: ListedHook, page: string, now: number): Html {
  const { hookId, kind, shownTarget, addedBy, createdAt, disabledAt } = channel;
  const path = `${page}/channels/${hookId}`;
  return html`<li class="${classes("channel", disabledAt !== null && "channel--off", isOn(channel) && "channel--on")}">
    <h3>${KINDS[kind].name} <small>${shownTarget}</small></h3>
    <p>${stateOf(channel, now)}</p>
    <p class="soft">${lastMessage(channel, now)}</p>
    <p class="soft">
      Added ${addedBy === "owner" ? "on this page" : "by your agent"} on ${fullDay(createdAt)}.
      ${disabledAt !== null && addedBy === "agent" && "Your agent can remove it and add it again; or add one here."}
    </p>
    <div class="actions">
      ${
        isAwaitingCode(channel, now) &&
        html`<form class="filter" action="${path}/confirm" method="post">
          <label for="code-${hookId}">Code</label>
          <input id="code-${hookId}" class="channel__code" name="code" required maxlength="20" autocomplete="off" />
          <button class="button" type="submit">Confirm</button>
        </form>`
      }
      ${isOn(channel) && postButton(`${path}/test`, "Send a test")}
      ${addedBy === "owner" && postButton(`${path}/remove`, "Remove")}
    </div>
  </li>`;
}

function addForm({ page, notice }: ChannelsContext, hooks: HooksConfig, isFirst: boolean): Html {
  const { kind, url } = notice?.input ?? { kind: "ntfy", url: "" };
  return html`<details class="channeladd" ${notice?.input !== undefined && html`open`}>
    <summary class="${classes("button", !isFirst && "button--quiet")}">
      ${isFirst ? "Tell me when it stops" : "Add a channel"}
    </summary>
    <form action="${page}/channels" method="post">
      <label for="kind">What it is</label>
      <select id="kind" name="kind">
        ${availableKinds(hooks).map((id) => html`<option value="${id}" ${id === kind && html`selected`}>${KINDS[id].name}</option>`)}
      </select>
      <label for="url">Its address</label>
      <input
        id="url"
        name="url"
        inputmode="url"
        required
        maxlength="500"
        value="${url}"
        placeholder="https://ntfy.sh/a-topic-that-is-hard-to-guess"
        autocomplete="off"
      />
      <label for="token">Token, if your ntfy topic needs one</label>
      <input id="token" name="token" maxlength="200" autocomplete="off" />
      <button class="button" type="submit">Send a code there</button>
    </form>
    <p class="soft">
      Up to ${MOST_HOOKS_BY.owner} channels.
      <a href="/docs/hooks">Where to find the address</a>
    </p>
  </details>`;
}

function minutesInput(name: string, label: string, value: number | undefined, most: number): Html {
  return html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="number" min="${LEAST_MINUTES}" max="${most}" value="${value ?? ""}" />`;
}

function periodForm(page: string, period: Expected | undefined): Html {
  const everyMinutes = period !== undefined && "everyMinutes" in period ? period.everyMinutes : undefined;
  const { cron, zone } = period !== undefined && "cron" in period ? period : { cron: "", zone: "" };
  return html`<details class="channeladd">
    <summary class="button button--quiet">
      ${period === undefined ? "When it should come: not set" : `Expected ${periodWords(period)}`}
    </summary>
    <form action="${page}/every" method="post">
      <label for="cron">At these times, as in a crontab</label>
      <input id="cron" name="cron" maxlength="200" value="${cron}" placeholder="0 9 * * 1-5" autocomplete="off" />
      <label for="zone">In this time zone; empty for that of your agent</label>
      <input id="zone" name="zone" maxlength="100" value="${zone}" placeholder="Europe/Berlin" autocomplete="off" />
      ${minutesInput("every_minutes", "Or at this interval, in minutes; empty if you expect nothing", everyMinutes, MOST_EVERY_MINUTES)}
      ${minutesInput("grace_minutes", "At most this many minutes late; empty for an hour, or one more interval and 15 minutes", period?.graceMinutes, MOST_GRACE_MINUTES)}
      <button class="button" type="submit">Save</button>
    </form>
    <p class="soft">
      When it has not called for that long, or its runs fail, every channel is alerted. Between the runs of a crontab
      its creatures are on leave.
    </p>
  </details>`;
}

interface ChannelsContext {
  /** Secret path of the page; its forms submit to paths below it. */
  readonly page: string;
  readonly hooks: HooksConfig | undefined;
  readonly notice: PageNotice | undefined;
  readonly now: number;
}

export function channelsBand(
  { channels, period }: Pick<OwnedHouseView, "channels" | "period">,
  context: ChannelsContext,
): Html {
  const { page, hooks, notice, now } = context;
  const hasRoom = channels.filter(({ addedBy }) => addedBy === "owner").length < MOST_HOOKS_BY.owner;
  return html`<section class="wrap band" id="channels" aria-labelledby="channels-h">
    <h2 id="channels-h">Who gets alerts</h2>
    ${
      notice !== undefined &&
      html`<div class="${classes("ownernote", notice.isGood ? "said" : "said said--bad")}" role="status">
        <p><b>${notice.text}</b></p>
        ${
          notice.secret !== undefined &&
          html`<p>Messages to your server are signed. This is the secret; it is not shown again.</p>
            ${copyBlock("the signing secret", notice.secret)}`
        }
      </div>`
    }
    ${
      hooks === undefined
        ? html`<p>
            This service sends no messages: its operator has not turned hooks on. To learn of trouble, check this page.
          </p>`
        : html`${channels.length === 0 && html`<p>No one yet: you learn of trouble only when you check this page.</p>`}
            <ul class="channels">
              ${channels.map((channel) => channelItem(channel, page, now))}
            </ul>
            <div class="channeladds">
              ${hasRoom && addForm(context, hooks, channels.length === 0)} ${periodForm(page, period)}
            </div>
            <p class="soft">
              Every change is reported to all other channels and to your agent. What your agent added, only your agent
              can remove.
            </p>`
    }
  </section>`;
}
