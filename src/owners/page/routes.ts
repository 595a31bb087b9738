// Handles the forms of the owner page. The secret in the page's address authorizes them, so they need no session and no script.
import { HOOK_KINDS } from "@denkeeper/rules/foresight/hook-events.ts";
import { LEAST_MINUTES, MOST_EVERY_MINUTES, MOST_GRACE_MINUTES } from "@denkeeper/rules/foresight/silence.ts";
import { periodWords } from "@denkeeper/rules/words/period.ts";
import type { LimitOwner } from "../../http/contract/contract.ts";
import { readOwnedHouse, type OwnedHouseView } from "./house.ts";
import { addChannel, channelFrom, confirmChannel, verifiedTarget, removeChannel } from "../hooks/channels.ts";
import type { ListedHook } from "../hooks/store/hooks.ts";
import { OWNER_PATH, ownerPath } from "./owner-path.ts";
import { countByAddress } from "../../http/guard/count-address.ts";
import type { Reply } from "../../http/message/request-context.ts";
import type { Services } from "../../http/request/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { hashOfKey } from "../../platform/identity/api-key.ts";
import { isOwnerLink } from "../../model/agents/store/owner-links.ts";
import type { Tx } from "../../platform/database/db.ts";
import { insertAccountEvent, lockAccount } from "../../model/events/store/account-events.ts";
import { queueNotice } from "../hooks/store/deliveries.ts";
import { expectedOf } from "../silence/expected.ts";
import { declarePeriod } from "../../model/silence/store/pulses.ts";
import { formOf } from "../../ui/form.ts";
import { pageRequestOf, replyOf } from "../../ui/page-route.ts";
import { deadLink, failedPage } from "../../ui/not-found.ts";
import { SECRET_PAGE, ownerAnswer } from "./owner-page.ts";
import type { DoneName, PageNotice } from "./channels.ts";

/** Limits new channels. Counted per account, because the link works from any IP address. */
const ADDS: LimitOwner = { name: "ownerChannels", limit: { by: "ip", max: 5, windowSeconds: 86_400 } };
/** Limits test messages, counted per channel. */
const TESTS: LimitOwner = { name: "channelTests", limit: { by: "ip", max: 3, windowSeconds: 3600 } };
/** Limits changes of the period, counted per account. */
const PERIODS: LimitOwner = { name: "ownerPeriods", limit: { by: "ip", max: 10, windowSeconds: 86_400 } };
const LIMIT = { by: "ip", max: 60, windowSeconds: 60, counter: "ownerForms" } as const;
const TOKEN = /^\w{0,200}$/;

/** A name redirects to the page, which shows the notice of that name. A notice is shown at once, without a redirect. */
type FormOutcome = DoneName | PageNotice;

interface SubmittedForm {
  readonly call: RouteCall;
  readonly services: Services;
  readonly house: OwnedHouseView;
  readonly form: URLSearchParams;
  /** Commits a change, or throws `LinkEnded` if the link has ended since the house was read. */
  readonly commit: <Result>(change: (tx: Tx) => Promise<Result>) => Promise<Result>;
}

function rejected(text: string): PageNotice {
  return { isGood: false, text };
}

const LINK_ENDED = rejected("This link has been replaced. Ask your agent for the new one.");
const NOT_HERE = rejected("This channel or action is unknown. Reload the page to see the current channels.");

function textIn(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").trim();
}

async function addByForm({ call, services, house, form, commit }: SubmittedForm): Promise<FormOutcome> {
  const { hooks, baseUrl } = services.config;
  if (hooks === undefined) return rejected("This service sends no messages: its operator has not turned hooks on.");
  const url = textIn(form, "url");
  const token = textIn(form, "token");
  const kind = HOOK_KINDS.find((id) => id === textIn(form, "kind"));
  // The form is shown again with this input if it is rejected.
  const input = { kind: kind ?? "ntfy", url: url.slice(0, 500) };
  if (kind === undefined || !TOKEN.test(token))
    return { ...rejected("Choose a kind, and give a token of letters and digits or none."), input };
  const channel = channelFrom(
    { kind, url, token: token === "" ? undefined : token, creatureId: null },
    { agentId: house.agent.id, addedBy: "owner", createdAt: call.request.now },
    { hooks, baseUrl },
  );
  if ("field" in channel) {
    const fieldName = channel.field === "url" ? "address" : "token";
    return { ...rejected(`The ${fieldName} ${channel.message}.`), input };
  }
  const count = (limited: LimitOwner, subject: string) => countByAddress(limited, call.request, services, subject);
  const isAdded = await commit(async (tx) => {
    const hasRoom = await addChannel(tx, channel, count);
    if (hasRoom) await count(ADDS, house.agent.id);
    return hasRoom;
  });
  if (!isAdded) return rejected("This page already has two channels. Remove a channel, then add this one.");
  const { secret } = channel;
  if (secret === undefined) return "added";
  // A redirect would put the secret of the webhook into an address, so the page shows it at once.
  return { isGood: true, text: "A message with a code is on its way.", secret };
}

type ChannelAction = (submitted: SubmittedForm, channel: ListedHook) => Promise<FormOutcome>;

const confirmByCode: ChannelAction = async ({ call, services, house, form, commit }, channel) => {
  const { config, database } = services;
  if (config.hooks === undefined) return NOT_HERE;
  const { now } = call.request;
  const agentId = house.agent.id;
  const code = textIn(form, "code").toUpperCase().slice(0, 20);
  const verified = await verifiedTarget(database, config.hooks, { agentId, hookId: channel.hookId, code, now });
  if (verified === "wrong_hook_code")
    return rejected("This is not the code. Read the first message again; there are five attempts.");
  if (verified === "hook_not_waiting")
    return rejected(
      "This channel is not waiting for a code: it is already confirmed, or the code has expired. If the channel is not on, remove it and add it again.",
    );
  const isConfirmed = await commit((tx) => confirmChannel(tx, channel, { ...verified, agentId, now }));
  return isConfirmed ? "confirmed" : NOT_HERE;
};

const sendTest: ChannelAction = async ({ call, services, house, commit }, channel) => {
  const { hookId, confirmedAt, disabledAt, shownTarget: target } = channel;
  if (confirmedAt === null || disabledAt !== null) return rejected("Only a channel that is on can be tested.");
  await countByAddress(TESTS, call.request, services, hookId);
  const notice = { event: "channel.test", payload: { target }, now: call.request.now, only: hookId } as const;
  await commit((tx) => queueNotice(tx, house.agent.id, notice));
  return "tested";
};

const removeByForm: ChannelAction = async ({ call, house, commit }, { hookId, addedBy }) => {
  if (addedBy !== "owner") return rejected("Your agent added this channel, so only your agent can remove it.");
  const key = { agentId: house.agent.id, hookId };
  const target = await commit((tx) => removeChannel(tx, key, "owner", call.request.now));
  return target === undefined ? NOT_HERE : "removed";
};

const CHANNEL_ACTIONS = new Map<string, ChannelAction>(
  Object.entries({ confirm: confirmByCode, test: sendTest, remove: removeByForm }),
);

/** Runs the action at the end of the path on the channel in the path. */
async function changeByForm(submitted: SubmittedForm): Promise<FormOutcome> {
  const { act = "", id: hookId } = submitted.call.params;
  const action = CHANNEL_ACTIONS.get(act);
  const channel = submitted.house.channels.find((listed) => listed.hookId === hookId);
  if (action === undefined || channel === undefined) return NOT_HERE;
  return action(submitted, channel);
}

/** Returns a whole number from LEAST_MINUTES to `most`, undefined for an empty field, or null for any other value. */
function minutesIn(form: URLSearchParams, name: string, most: number): number | undefined | null {
  const text = textIn(form, name);
  if (text === "") return undefined;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= LEAST_MINUTES && value <= most ? value : null;
}

const MOST_TYPED = 200;

/** Returns undefined for an empty field. */
function typedIn(form: URLSearchParams, name: string): string | undefined {
  const text = textIn(form, name).slice(0, MOST_TYPED);
  return text === "" ? undefined : text;
}

/** Saves when the agent is expected. Without a schedule and an interval, it is not expected any longer. */
async function declareByForm({ call, services, house, form, commit }: SubmittedForm): Promise<FormOutcome> {
  const { agent } = house;
  const { now } = call.request;
  const every = minutesIn(form, "every_minutes", MOST_EVERY_MINUTES);
  const grace = minutesIn(form, "grace_minutes", MOST_GRACE_MINUTES);
  if (every === null || grace === null) {
    return rejected(
      `Enter whole minutes: ${LEAST_MINUTES} to ${MOST_EVERY_MINUTES}, with a grace of at most ${MOST_GRACE_MINUTES}.`,
    );
  }
  const cron = typedIn(form, "cron");
  const input = { cron, zone: typedIn(form, "zone"), every_minutes: every, grace_minutes: grace };
  const isExpected = cron !== undefined || every !== undefined;
  const declared = isExpected ? expectedOf(input, agent.timezone, now) : undefined;
  if (declared !== undefined && "field" in declared) return rejected(`${declared.field}: ${declared.message}.`);
  const period = declared ?? null;
  const words = periodWords(period);
  await countByAddress(PERIODS, call.request, services, agent.id);
  await commit(async (tx) => {
    await declarePeriod(tx, agent.id, period, now);
    await queueNotice(tx, agent.id, { event: "channel.period", payload: { target: words, by: "owner" }, now });
    await insertAccountEvent(tx, agent.id, { kind: "period_changed", about: words, at: now });
  });
  return "every";
}

type FormAction = (submitted: SubmittedForm) => Promise<FormOutcome>;

/** Builds the route of a form. A request other than POST redirects to the page, so that a reloaded address works. */
function ownerForm(name: string, path: Route["path"], act: FormAction): Route {
  return {
    name,
    method: "ALL",
    path,
    limit: LIMIT,
    async answer(call, services) {
      const { request, params } = call;
      const secret = params["link"] ?? "";
      const redirect = (query: string): Reply => ({
        status: 303,
        text: "",
        headers: {
          ...SECRET_PAGE,
          location: `${ownerPath(secret)}${query}#channels`,
          "cache-control": "private, no-store",
        },
      });
      if (request.method !== "POST") return redirect("");
      const form = await formOf(call.bytes);
      const house = await readOwnedHouse(services, secret, request.now);
      const page = pageRequestOf(call);
      if (house === undefined) return replyOf({ ...deadLink(page, services), headers: SECRET_PAGE }, request);
      const commit = commitFor(services, house, secret);
      const outcome = await outcomeOf(act, { call, services, house, form, commit });
      if (typeof outcome === "string") return redirect(`?done=${outcome}`);
      const changedHouse = await readOwnedHouse(services, secret, request.now);
      const answer = ownerAnswer(changedHouse ?? house, page, services, outcome);
      return replyOf({ ...answer, status: outcome.isGood ? 200 : 400 }, request);
    },
    failed: async (failure, call, services) =>
      replyOf(failedPage(failure, pageRequestOf(call), services), call.request),
  };
}

/** Rolls back the transaction of a form whose link has ended. */
class LinkEnded extends Error {}

function commitFor({ database }: Services, { agent }: OwnedHouseView, secret: string): SubmittedForm["commit"] {
  return (change) =>
    database.withTransaction(async (tx) => {
      await lockAccount(tx, { agentId: agent.id });
      if (!(await isOwnerLink(tx, { agentId: agent.id, linkHash: hashOfKey(secret) }))) throw new LinkEnded();
      return change(tx);
    });
}

/** Turns an ended link and an exceeded limit into notices. */
async function outcomeOf(act: FormAction, submitted: SubmittedForm): Promise<FormOutcome> {
  try {
    return await act(submitted);
  } catch (thrown) {
    if (thrown instanceof LinkEnded) return LINK_ENDED;
    const isLimited = thrown instanceof Failure && thrown.status === 429;
    if (!isLimited) throw thrown;
    return rejected(
      "You have reached one of these limits: five new channels a day, ten schedule changes a day, or three channel tests an hour. Try again later.",
    );
  }
}

export const OWNER_ROUTES: readonly Route[] = [
  ownerForm("addChannelByForm", `${OWNER_PATH}/channels`, addByForm),
  ownerForm("declarePeriodByForm", `${OWNER_PATH}/every`, declareByForm),
  ownerForm("changeChannelByForm", `${OWNER_PATH}/channels/{id}/{act}`, changeByForm),
];
