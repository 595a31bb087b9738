// Tests that every change to a channel is reported to all other channels.
import { expect, test } from "vitest";
import { houseForFile, type Account } from "../../../test/harness.ts";
import { openReceiver } from "../../../test/receiver.ts";
import { HOSTS, Sending } from "../../../test/sending.ts";
import { queueDeliveries } from "./store/deliveries.ts";

const house = await houseForFile({ env: { HOOKS_ALLOW_HOSTS: HOSTS.join(","), RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

/** Adds a hook to each of two receivers, a.receiver.example and b.receiver.example. */
async function twoHooks() {
  const [account, a, b] = [await house.register(), await openReceiver(), await openReceiver()];
  const [atA = "", atB = ""] = HOSTS;
  const sending = new Sending(
    database,
    new Map([
      [atA, a.port],
      [atB, b.port],
    ]),
  );
  const add = async (host: string, receiver: typeof a): Promise<string> => {
    const body = { kind: "webhook", url: `https://${host}/secret-path` };
    const { hook } = (await account.call("POST", "/api/house/hooks", body)).json;
    sending.now = Date.now();
    await sending.run();
    const { code } = receiver.sent.at(-1)?.json.data ?? {};
    const confirmed = await account.call("POST", "/api/house/hooks/confirm", { hook_id: hook.hook_id, code });
    expect(confirmed.status, confirmed.text).toBe(200);
    sending.now = Date.now();
    await sending.run();
    return hook.hook_id;
  };
  const ids = [await add(atA, a), await add(atB, b)] as const;
  const heardBy = (receiver: typeof a) => receiver.sent.map(({ json }) => `${json.type}: ${json.data.message}`);
  return { account, a, b, sending, ids, heardBy };
}

async function statesOf(account: Account): Promise<readonly string[]> {
  const { hooks } = (await account.call("GET", "/api/house/hooks")).json;
  return hooks.map((hook: { state: string; added_by: string }) => `${hook.added_by} ${hook.state}`);
}

test("adding and confirming a channel notifies the others", async () => {
  const { account, a, b, heardBy } = await twoHooks();
  const by = account.username;
  expect(heardBy(a).slice(1)).toEqual([
    `channel.added: The channel https://b.receiver.example/sec… was added by ${by}. It waits for its code.`,
    `channel.confirmed: Messages about the house of ${by} now also go to https://b.receiver.example/sec… (confirmed by ${by}).`,
  ]);
  expect(b.sent.map(({ json }) => json.type)).toEqual(["hook.code"]);
  expect(await statesOf(account)).toEqual(["agent on", "agent on"]);
});

test("removing a channel notifies it and the others", async () => {
  const { account, a, b, sending, ids, heardBy } = await twoHooks();
  const by = account.username;
  const target = { hook_id: ids[1] };
  b.answer((_, response) => void response.writeHead(500).end());
  expect((await account.call("DELETE", "/api/house/hooks", target)).status).toBe(200);
  sending.now = Date.now();
  await sending.run();
  expect(heardBy(a).at(-1)).toBe(
    `channel.removed: Messages about the house of ${by} no longer go to https://b.receiver.example/sec… (removed by ${by}).`,
  );
  // While the receiver fails, the removed hook is neither listed nor usable.
  expect(await statesOf(account)).toEqual(["agent on"]);
  expect((await account.call("DELETE", "/api/house/hooks", target)).status).toBe(404);
  expect((await account.call("POST", "/api/house/hooks/rotate", target)).status).toBe(409);
  b.answer((_, response) => void response.end("ok"));
  sending.now += 3_000;
  await sending.run();
  expect(heardBy(b).at(-1)).toBe(
    `channel.removed: This is the last message about the house of ${by}: this channel was removed by ${by}.`,
  );
  const left = await database.adHoc(
    "SELECT hook_id FROM hook_deliveries WHERE agent_id = $1 UNION SELECT hook_id FROM hooks WHERE agent_id = $1",
    [account.id],
  );
  expect(left).toEqual([{ hook_id: ids[0] }]);
});

test("a channel turned off for failures is reported within two minutes", async () => {
  const { account, a, b, sending, heardBy } = await twoHooks();
  b.answer((_, response) => void response.writeHead(500).end());
  const creature = { name: "Pip", species: "Tabby", stage: "adult", keeper: account.username } as const;
  for (let message = 1; message <= 5; message++) {
    const creatureId = `00000000-0000-7000-8000-00000000000${message}`;
    const event = { agentId: account.id, creatureId, about: [], event: "creature.died", at: sending.now } as const;
    await database.withTransaction((tx) => queueDeliveries(tx, [{ ...event, payload: { creature } }], sending.now));
  }
  let reportedAt: number | undefined;
  let offAt: number | undefined;
  for (let minute = 0; minute < 100 && reportedAt === undefined; minute++) {
    sending.now += 60_000;
    await sending.run();
    if (offAt === undefined && (await statesOf(account)).includes("agent off")) offAt = minute;
    if (heardBy(a).some((each) => each.startsWith("channel.off"))) reportedAt = minute;
  }
  expect(heardBy(a).at(-1)).toBe(
    "channel.off: Messages to https://b.receiver.example/sec… stopped: five in a row failed.",
  );
  expect((reportedAt ?? Infinity) - (offAt ?? 0)).toBeLessThan(2);
});
