// A lost answer with a webhook's secret is replayed, and a receiver gets few codes from any number of accounts.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile();
const WEBHOOK = { kind: "webhook", url: "https://hooks.example.com/pip" };

const fresh = () => ({ "idempotency-key": randomBytes(16).toString("hex") });

test("repeating an Idempotency-Key adds one webhook with one secret", async () => {
  const keeper = await house.register();
  const headers = fresh();
  const first = await keeper.call("POST", "/api/house/hooks", WEBHOOK, headers);
  expect(first.json.secret).toMatch(/^whsec_/);
  const again = await keeper.call("POST", "/api/house/hooks", WEBHOOK, headers);
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
  expect(again.json).toEqual(first.json);
  expect((await keeper.call("GET", "/api/house/hooks")).json.hooks).toHaveLength(1);
});

test("the secret of a rotated or removed hook is not replayed", async () => {
  const keeper = await house.register();
  const [added, rotated] = [fresh(), fresh()];
  const { hook } = (await keeper.call("POST", "/api/house/hooks", WEBHOOK, added)).json;
  const target = { hook_id: hook.hook_id };
  const renewed = await keeper.call("POST", "/api/house/hooks/rotate", target, rotated);
  expect((await keeper.call("POST", "/api/house/hooks/rotate", target, rotated)).json).toEqual(renewed.json);
  const replaced = await keeper.call("POST", "/api/house/hooks", WEBHOOK, added);
  expect([replaced.status, replaced.json.code]).toEqual([409, "answer_not_shown_again"]);
  await keeper.call("DELETE", "/api/house/hooks", target);
  const removed = await keeper.call("POST", "/api/house/hooks/rotate", target, rotated);
  expect([removed.status, removed.json.code]).toEqual([409, "answer_not_shown_again"]);
});

test("an ntfy topic gets five codes a day from all accounts", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) {
    const url = `https://ntfy.sh/somebody?x=${count}`;
    const answer = await (await house.register()).call("POST", "/api/house/hooks", { kind: "ntfy", url });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  const other = { kind: "ntfy", url: "https://ntfy.sh/somebody-else" };
  const keeper = await house.register();
  const added = await keeper.call("POST", "/api/house/hooks", other);
  expect(added.status).toBe(201);
  // The headers must not reveal the limit that all accounts share.
  expect(added.headers["x-ratelimit-limit"] ?? added.headers["ratelimit-limit"]).not.toBe("5");
});

test("a host gets 60 codes an hour", async () => {
  const url = (path: string) => ({ kind: "webhook", url: `https://crowded.example.com/${path}` });
  const accounts = await Promise.all(Array.from({ length: 21 }, () => house.register()));
  const answers = await Promise.all(
    accounts.flatMap((account) => ["a", "b", "c"].map((path) => account.call("POST", "/api/house/hooks", url(path)))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await (await house.register()).call("POST", "/api/house/hooks", WEBHOOK)).status).toBe(201);
});
