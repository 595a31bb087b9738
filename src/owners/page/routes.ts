// The forms of the owner page. Its secret address authorizes them, so they need no session and no script. A successful change
// redirects to the page; a rejected form is explained on the page.
import { HOOK_KINDS } from "@denkeeper/rules/foresight/hook-events.ts";
import { LEAST_MINUTES, MOST_EVERY_MINUTES, MOST_GRACE_MINUTES } from "@denkeeper/rules/foresight/silence.ts";
import { periodWords } from "@denkeeper/rules/words/period.ts";
import type { LimitOwner } from "../../http/contract/contract.ts";
import { readOwnedHouse, type OwnedHouseView } from "./house.ts";
import { addChannel, channelFrom, confirmChannel, verifiedTarget, removeChannel } from "../hooks/channels.ts";
import type { HookKey } from "../hooks/store/sending.ts";
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
import type { PageNotice } from "./channels.ts";

/** Limits new channels. Counted per account, because the link works from any IP address. */
const ADDS: LimitOwner = { name: "ownerChannels", limit: { by: "ip", max: 5, windowSeconds: 86_400 } };
/** Limits test messages, counted per channel. */
const TESTS: LimitOwner = { name: "channelTests", limit: { by: "ip", max: 3, windowSeconds: 3600 } };
/** Limits changes of the period, counted per account. */
const PERIODS: LimitOwner = { name: "ownerPeriods", limit: { by: "ip", max: 10, windowSeconds: 86_400 } };
const LIMIT = { by: "ip", max: 60, windowSeconds: 60, counter: "ownerForms" } as const;
const TOKEN = /^\w{0,200}$/;

/** The `done` parameter of the redirect, or a notice to show. */
type FormOutcome = string | PageNotice;

interface SubmittedForm {
  readonly call: RouteCall;
  readonly services: Services;
  readonly house: OwnedHouseView;
  readonly form: URLSearchParams;
  /** Commits a change, unless the link has ended since the request arrived. */
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

async function add({ call, services, house, form, commit }: SubmittedForm): Promise<FormOutcome> {
  const { hooks, baseUrl } = services.config;
  if (hooks === undefined) return rejected("This service sends no messages: its operator has not turned hooks on.");
  const url = textIn(form, "url");
  const token = textIn(form, "token");
  const kind = HOOK_KINDS.find((id) => id === textIn(form, "kind"));
  const input = { kind: kind ?? "ntfy", url: url.slice(0, 500) };
  if (kind === undefined || !TOKEN.test(token))
    return { ...rejected("Choose a kind, and give a token of letters and digits or none."), input };
  const channel = channelFrom(
    { kind, url, token: token === "" ? undefined : token, creatureId: null },
    { agentId: house.agent.id, addedBy: "owner", createdAt: call.request.now },
    { hooks, baseUrl },
  );
  if ("field" in channel) {
    return { ...rejected(`The ${channel.field === "url" ? "address" : "token"} ${channel.message}.`), input };
  }
  const count = (limited: LimitOwner, subject: string) => countByAddress(limited, call.request, services, subject);
  const isAdded = await commit(async (tx) => {
    const hasRoom = await addChannel(tx, channel, count);
    if (hasRoom) await count(ADDS, house.agent.id);
    return hasRoom;
  });
  if (!isAdded) return rejected("This page already has two channels. Remove a channel, then add this one.");
  const { secret } = channel;
  return secret === undefined ? "added" : { isGood: true, text: "A message with a code is on its way.", secret };
}

type ChannelAction = (
  submitted: SubmittedForm,
  channel: OwnedHouseView["channels"][number],
  key: HookKey,
) => Promise<FormOutcome>;

const CHANNEL_ACTIONS = new Map<string, ChannelAction>([
  [
    "confirm",
    async ({ call, services: { config, database }, form, commit }, channel, key) => {
      if (config.hooks === undefined) return NOT_HERE;
      const { now } = call.request;
      const code = textIn(form, "code").toUpperCase().slice(0, 20);
      const verified = await verifiedTarget(database, config.hooks, { ...key, code, now });
      if (verified === "wrong_hook_code")
        return rejected("This is not the code. Read the first message again; there are five attempts.");
      if (verified === "hook_not_waiting")
        return rejected(
          "This channel is not waiting for a code: it is already confirmed, or the code has expired. If the channel is not on, remove it and add it again.",
        );
      const { agentId } = key;
      return (await commit((tx) => confirmChannel(tx, channel, { ...verified, agentId, now })))
        ? "confirmed"
        : NOT_HERE;
    },
  ],
  [
    "test",
    async ({ call, services, commit }, { confirmedAt, disabledAt, shownTarget: target }, { agentId, hookId }) => {
      if (confirmedAt === null || disabledAt !== null) return rejected("Only a channel that is on can be tested.");
      await countByAddress(TESTS, call.request, services, hookId);
      const notice = { event: "channel.test", payload: { target }, now: call.request.now, only: hookId } as const;
      await commit((tx) => queueNotice(tx, agentId, notice));
      return "tested";
    },
  ],
  [
    "remove",
    async ({ call, commit }, { addedBy }, key) => {
      if (addedBy !== "owner") return rejected("Your agent added this channel, so only your agent can remove it.");
      const target = await commit((tx) => removeChannel(tx, key, "owner", call.request.now));
      return target === undefined ? NOT_HERE : "removed";
    },
  ],
]);

async function change(submitted: SubmittedForm): Promise<FormOutcome> {
  const { call, house } = submitted;
  const { act = "", id: hookId } = call.params;
  const action = CHANNEL_ACTIONS.get(act);
  const channel = house.channels.find((listed) => listed.hookId === hookId);
  if (action === undefined || channel === undefined) return NOT_HERE;
  return action(submitted, channel, { agentId: house.agent.id, hookId: channel.hookId });
}

/** Parses a whole number within its bounds. Returns undefined for an empty field and null for anything else. */
function minutesIn(form: URLSearchParams, name: string, most: number): number | undefined | null {
  const text = textIn(form, name);
  if (text === "") return undefined;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= LEAST_MINUTES && value <= most ? value : null;
}

const MOST_TYPED = 200;

async function declare({ call, services, house, form, commit }: SubmittedForm): Promise<FormOutcome> {
  const every = minutesIn(form, "every_minutes", MOST_EVERY_MINUTES);
  const grace = minutesIn(form, "grace_minutes", MOST_GRACE_MINUTES);
  if (every === null || grace === null) {
    return rejected(
      `Enter whole minutes: ${LEAST_MINUTES} to ${MOST_EVERY_MINUTES}, with a grace of at most ${MOST_GRACE_MINUTES}.`,
    );
  }
  const [cron, zone] = ["cron", "zone"].map((name) => textIn(form, name).slice(0, MOST_TYPED) || undefined);
  const isNothing = cron === undefined && every === undefined;
  const input = { cron, zone, every_minutes: every, grace_minutes: grace };
  const declared = isNothing ? undefined : expectedOf(input, house.agent.timezone, call.request.now);
  if (declared !== undefined && "field" in declared) return rejected(`${declared.field}: ${declared.message}.`);
  const period = declared ?? null;
  const [agentId, now, target] = [house.agent.id, call.request.now, periodWords(period)];
  await countByAddress(PERIODS, call.request, services, agentId);
  await commit(async (tx) => {
    await declarePeriod(tx, agentId, period, now);
    await queueNotice(tx, agentId, { event: "channel.period", payload: { target, by: "owner" }, now });
    await insertAccountEvent(tx, agentId, { kind: "period_changed", about: target, at: now });
  });
  return "every";
}

type FormAction = (submitted: SubmittedForm) => Promise<FormOutcome>;

/** Builds the route of a form. A GET request redirects to the page. */
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
      const outcome = await outcomeOf(act, { call, services, house, form, commit: commitFor(services, house, secret) });
      if (typeof outcome === "string") return redirect(`?done=${outcome}`);
      const after = await readOwnedHouse(services, secret, request.now);
      const answer = ownerAnswer(after ?? house, page, services, outcome);
      return replyOf({ ...answer, status: outcome.isGood ? 200 : 400 }, request);
    },
    failed: async (failure, call, services) =>
      replyOf(failedPage(failure, pageRequestOf(call), services), call.request),
  };
}

class LinkEnded extends Error {}

function commitFor({ database }: Services, { agent }: OwnedHouseView, secret: string): SubmittedForm["commit"] {
  return (work) =>
    database.withTransaction(async (tx) => {
      await lockAccount(tx, { agentId: agent.id });
      if (!(await isOwnerLink(tx, { agentId: agent.id, linkHash: hashOfKey(secret) }))) throw new LinkEnded();
      return work(tx);
    });
}

async function outcomeOf(act: FormAction, submitted: SubmittedForm): Promise<FormOutcome> {
  try {
    return await act(submitted);
  } catch (thrown) {
    if (thrown instanceof LinkEnded) return LINK_ENDED;
    if (!(thrown instanceof Failure) || thrown.status !== 429) throw thrown;
    return rejected(
      "You have reached one of these limits: five new channels a day, ten schedule changes a day, or three channel tests an hour. Try again later.",
    );
  }
}

export const OWNER_ROUTES: readonly Route[] = [
  ownerForm("addChannelByForm", `${OWNER_PATH}/channels`, add),
  ownerForm("declarePeriodByForm", `${OWNER_PATH}/every`, declare),
  ownerForm("changeChannelByForm", `${OWNER_PATH}/channels/{id}/{act}`, change),
];
