// Tests what the public sees while the database, or a node of its cluster, is unavailable.
import { expect, test } from "vitest";
import { PUBLIC_MINUTE } from "../contract/contract.ts";
import type { Reply, RequestContext } from "../message/request-context.ts";
import { AnswerCache } from "./answer-cache.ts";
import { Failure } from "./errors.ts";
import { failureReply } from "./failure-reply.ts";

const NOW = 1_800_000_000_000;
const HALL = { method: "GET", path: "/api/house/hall" };

function asked(now: number, search = "", headers: RequestContext["headers"] = {}): RequestContext {
  const body = async () => ({ kind: "none" }) as const;
  return {
    id: "request",
    method: "GET",
    path: HALL.path,
    search,
    headers,
    body,
    address: "",
    now,
  };
}

function good(text: string, cacheControl = PUBLIC_MINUTE): Reply {
  return { status: 200, text, headers: { "cache-control": cacheControl } };
}

/** Creates a cached route whose answers fail after `lose` is called. */
function answering(target = HALL) {
  const state = { reply: good("first") };
  const ask = new AnswerCache().wrap(target, async () => state.reply);
  return { state, ask, lose: () => void (state.reply = failureReply(Failure.general("unavailable"))) };
}

test("the last public answer replaces a 503, with its age", async () => {
  const { ask, lose, state } = answering();
  expect(await ask(asked(NOW))).toEqual(good("first"));
  lose();
  expect(await ask(asked(NOW + 61_500))).toEqual({
    status: 200,
    text: "first",
    headers: { "cache-control": "no-store", age: "61" },
  });
  state.reply = good("second");
  expect(await ask(asked(NOW + 70_000))).toEqual(good("second"));
  lose();
  expect((await ask(asked(NOW + 71_000))).text).toBe("second");
  expect((await ask(asked(NOW + 4_000_000))).status).toBe(503);
});

test("private, keyed, and single-agent answers remain 503", async () => {
  const { ask, lose, state } = answering();
  await ask(asked(NOW));
  state.reply = good("mine", "private, no-store");
  await ask(asked(NOW, "?own"));
  lose();
  for (const request of [
    asked(NOW, "?page=2"),
    asked(NOW, "?own"),
    asked(NOW, "", { authorization: "Bearer x" }),
    asked(NOW, "", { "x-api-key": "x" }),
    asked(NOW, "", { "accept-encoding": "gzip" }),
  ]) {
    const { status, headers } = await ask(request);
    expect([status, headers["retry-after"]]).toEqual([503, "2"]);
  }
  const one = answering({ method: "GET", path: "/agents/{username}" });
  await one.ask(asked(NOW));
  one.lose();
  expect((await one.ask(asked(NOW))).status).toBe(503);
});
