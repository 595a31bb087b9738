// The forms of an owner's page. The address is the secret that allows them, so they need no session and no script. A change
// leads back to the page; what was refused is said on it.
import { HOOK_KINDS } from "@denkeeper/rules/foresight/hook-events.ts";
import { LEAST_MINUTES, MOST_EVERY_MINUTES, MOST_GRACE_MINUTES } from "@denkeeper/rules/foresight/silence.ts";
import { periodWords } from "@denkeeper/rules/words/period.ts";
import type { LimitOwner } from "../../http/contract/contract.ts";
import { readOwnedHouse, type OwnedHouseView } from "./house.ts";
import { addChannel, channelFrom, confirmChannel, verifiedTarget, removeChannel } from "../hooks/channels.ts";
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

/** Of an account, since whoever has the link may come from anywhere. */
const ADDS: LimitOwner = { name: "ownerChannels", limit: { by: "ip", max: 5, windowSeconds: 86_400 } };
/** Of a channel. */
const TESTS: LimitOwner = { name: "channelTests", limit: { by: "ip", max: 3, windowSeconds: 3600 } };
const PERIODS: LimitOwner = { name: "ownerPeriods", limit: { by: "ip", max: 10, windowSeconds: 86_400 } };
const LIMIT = { by: "ip", max: 60, windowSeconds: 60, counter: "ownerForms" } as const;
const TOKEN = /^\w{0,200}$/;

/** What a form came to: the word for the address of the page, or what to say instead. */
type FormOutcome = string | PageNotice;

interface SubmittedForm {
  readonly call: RouteCall;
  readonly services: Services;
  readonly house: OwnedHouseView;
  readonly form: URLSearchParams;
  /** Commits a change unless the link has ended meanwhile. */
  readonly commit: <Result>(change: (tx: Tx) => Promise<Result>) => Promise<Result>;
}

function refused(text: string): PageNotice {
  return { isGood: false, text };
}

const LINK_ENDED = refused("This link was replaced meanwhile. Ask your agent for the new one.");
const NOT_HERE = refused("This channel is no longer here.");

async function added({ call, services, house, form, commit }: SubmittedForm): Promise<FormOutcome> {
  const { config } = services;
  const { hooks, baseUrl } = config;
  if (hooks === undefined) return refused("This service sends no messages.");
  const [kind, url, token] = ["kind", "url", "token"].map((name) => (form.get(name) ?? "").trim());
  const known = HOOK_KINDS.find((each) => each === kind);
  const typed = { kind: known ?? "ntfy", url: (url ?? "").slice(0, 500) };
  if (known === undefined || !TOKEN.test(token ?? ""))
    return { ...refused("Choose a kind, and give a token of letters and digits or none."), typed };
  const { now } = call.request;
  const channel = channelFrom(
    { kind: known, url: url ?? "", token: token === "" ? undefined : token, creatureId: null },
    { agentId: house.agent.id, addedBy: "owner", createdAt: now },
    { hooks, baseUrl },
  );
  if ("field" in channel) {
    return { ...refused(`The ${channel.field === "url" ? "address" : "token"} ${channel.message}.`), typed };
  }
  const count = (limited: LimitOwner, subject: string) => countByAddress(limited, call.request, services, subject);
  const isAdded = await commit(async (tx) => {
    const hadRoom = await addChannel(tx, channel, count);
    if (hadRoom) await count(ADDS, house.agent.id);
    return hadRoom;
  });
  if (!isAdded) return refused("There are two channels of this page already. Remove one first.");
  const { secret } = channel;
  return secret === undefined ? "added" : { isGood: true, text: "A message with a code is on its way.", secret };
}

type ChannelAction = (
  sent: SubmittedForm,
  channel: OwnedHouseView["channels"][number],
  key: { agentId: string; hookId: string },
) => Promise<FormOutcome>;

const ACTS: ReadonlyMap<string, ChannelAction> = new Map<string, ChannelAction>([
  [
    "confirm",
    async ({ call, services: { config, database }, house, form, commit }, channel, key) => {
      if (config.hooks === undefined) return NOT_HERE;
      const { now } = call.request;
      const code = (form.get("code") ?? "").trim().toUpperCase().slice(0, 20);
      const target = await verifiedTarget(database, config.hooks, key, code, now);
      if (target === "wrong_hook_code")
        return refused("This is not the code. Look at the first message again; there are five attempts.");
      if (target === "hook_not_waiting")
        return refused(
          "This channel waits for no code: it is confirmed, or the code no longer counts. If it is not on, remove it and add it again.",
        );
      return (await commit((tx) => confirmChannel(tx, house.agent.id, channel, target, now))) ? "confirmed" : NOT_HERE;
    },
  ],
  [
    "test",
    async ({ call, services, house, commit }, { confirmedAt, disabledAt, shownTarget: target }, { hookId }) => {
      if (confirmedAt === null || disabledAt !== null) return refused("Only a channel that is on can be tested.");
      await countByAddress(TESTS, call.request, services, hookId);
      const notice = { event: "channel.test", payload: { target } } as const;
      await commit((tx) => queueNotice(tx, house.agent.id, notice, call.request.now, { only: hookId }));
      return "tested";
    },
  ],
  [
    "remove",
    async ({ call, commit }, { addedBy }, key) => {
      if (addedBy !== "owner") return refused("Your agent added this channel, so only your agent can remove it.");
      return (await commit((tx) => removeChannel(tx, key, "owner", call.request.now))) === undefined
        ? NOT_HERE
        : "removed";
    },
  ],
]);

async function acted(sent: SubmittedForm): Promise<FormOutcome> {
  const { act = "", id: hookId } = sent.call.params;
  const perform = ACTS.get(act);
  const channel = sent.house.channels.find((each) => each.hookId === hookId);
  if (perform === undefined || channel === undefined) return NOT_HERE;
  return perform(sent, channel, { agentId: sent.house.agent.id, hookId: channel.hookId });
}

/** A whole number in its bounds, undefined when nothing was typed, or null. */
function minutesIn(form: URLSearchParams, name: string, most: number): number | undefined | null {
  const typed = (form.get(name) ?? "").trim();
  if (typed === "") return undefined;
  const value = /^\d{1,5}$/.test(typed) ? Number(typed) : 0;
  return value >= LEAST_MINUTES && value <= most ? value : null;
}

const MOST_TYPED = 200;

function textIn(form: URLSearchParams, name: string): string | undefined {
  const typed = (form.get(name) ?? "").trim().slice(0, MOST_TYPED);
  return typed === "" ? undefined : typed;
}

async function expected({ call, services, house, form, commit }: SubmittedForm): Promise<FormOutcome> {
  const every = minutesIn(form, "every_minutes", MOST_EVERY_MINUTES);
  const grace = minutesIn(form, "grace_minutes", MOST_GRACE_MINUTES);
  if (every === null || grace === null) {
    return refused(
      `Give whole minutes: ${LEAST_MINUTES} to ${MOST_EVERY_MINUTES}, and at most ${MOST_GRACE_MINUTES} later.`,
    );
  }
  const typed = { cron: textIn(form, "cron"), zone: textIn(form, "zone"), every_minutes: every, grace_minutes: grace };
  const isNothing = typed.cron === undefined && every === undefined;
  const declared = isNothing ? undefined : expectedOf(typed, house.agent.timezone, call.request.now);
  if (declared !== undefined && "field" in declared) return refused(`${declared.field}: ${declared.message}.`);
  const period = declared ?? null;
  const [agentId, now, target] = [house.agent.id, call.request.now, periodWords(period)];
  await countByAddress(PERIODS, call.request, services, agentId);
  await commit(async (tx) => {
    await declarePeriod(tx, agentId, period, now);
    await queueNotice(tx, agentId, { event: "channel.period", payload: { target, by: "owner" } }, now);
    await insertAccountEvent(tx, agentId, { kind: "period_changed", about: target, at: now });
  });
  return "every";
}

/** A form that an owner sends. Asking for its address leads to the page. */
function ownerForm(name: string, path: Route["path"], act: (sent: SubmittedForm) => Promise<FormOutcome>): Route {
  return {
    name,
    method: "ALL",
    path,
    limit: LIMIT,
    async answer(call, services) {
      const { request, params } = call;
      const secret = params["link"] ?? "";
      const page = (query: string): Reply => ({
        status: 303,
        text: "",
        headers: {
          ...SECRET_PAGE,
          location: `${ownerPath(secret)}${query}#channels`,
          "cache-control": "private, no-store",
        },
      });
      if (request.method !== "POST") return page("");
      const form = await formOf(call.bytes);
      const house = await readOwnedHouse(services, secret, request.now);
      const asked = pageRequestOf(call);
      if (house === undefined) return replyOf({ ...deadLink(asked, services), headers: SECRET_PAGE }, request);
      const outcome = await outcomeOf(act, { call, services, house, form, commit: commitFor(services, house, secret) });
      if (typeof outcome === "string") return page(`?done=${outcome}`);
      const now = await readOwnedHouse(services, secret, request.now);
      const answer = ownerAnswer(now ?? house, asked, services, outcome);
      return replyOf({ ...answer, status: outcome.isGood ? 200 : 400 }, request);
    },
    failed: async (failure, call, services) =>
      replyOf(failedPage(failure, pageRequestOf(call), services), call.request),
  };
}

class LinkEnded extends Error {}

function commitFor({ database }: Services, { agent }: OwnedHouseView, secret: string): SubmittedForm["commit"] {
  return (change) =>
    database.withTransaction(async (tx) => {
      await lockAccount(tx, { agentId: agent.id });
      if (!(await isOwnerLink(tx, { agentId: agent.id, linkHash: hashOfKey(secret) }))) throw new LinkEnded();
      return change(tx);
    });
}

async function outcomeOf(
  act: (sent: SubmittedForm) => Promise<FormOutcome>,
  sent: SubmittedForm,
): Promise<FormOutcome> {
  try {
    return await act(sent);
  } catch (thrown) {
    if (thrown instanceof LinkEnded) return LINK_ENDED;
    if (!(thrown instanceof Failure) || thrown.status !== 429) throw thrown;
    return refused(
      "That was often enough for now: five new channels and ten changes of the period a day, three tests of a channel an hour. Try again later.",
    );
  }
}

export const OWNER_ROUTES: readonly Route[] = [
  ownerForm("addChannelByForm", `${OWNER_PATH}/channels`, added),
  ownerForm("declarePeriodByForm", `${OWNER_PATH}/every`, expected),
  ownerForm("changeChannelByForm", `${OWNER_PATH}/channels/{id}/{act}`, acted),
];
