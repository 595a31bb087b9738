// A lost answer with the secret of a webhook can be asked for again, like that of every other secret.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { houseForFile } from "../../../../test/harness.ts";

const house = await houseForFile();
const WEBHOOK = { kind: "webhook", url: "https://hooks.example.com/pip" };

const fresh = () => ({ "idempotency-key": randomBytes(16).toString("hex") });

test("a webhook that is added again under its Idempotency-Key is one hook, with the same secret", async () => {
  const keeper = await house.register();
  const headers = fresh();
  const first = await keeper.call("POST", "/api/house/hooks", WEBHOOK, headers);
  expect(first.json.secret).toMatch(/^whsec_/);
  const again = await keeper.call("POST", "/api/house/hooks", WEBHOOK, headers);
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
  expect(again.json).toEqual(first.json);
  expect((await keeper.call("GET", "/api/house/hooks")).json.hooks).toHaveLength(1);
});

test("a secret is no longer shown once it was replaced, or its hook removed", async () => {
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
