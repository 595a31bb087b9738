// An agent that lost its key regains the same creature with its recovery code.
import { expect, test } from "vitest";
import { freshAddress, houseForFile } from "../harness.ts";
import { zoneAt } from "../den.ts";

const house = await houseForFile();

test("the recovery code leads back to the creature after a lost key", async () => {
  const me = await house.register({ timezone: zoneAt(10) });
  await me.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "tabby" });
  const before = await me.call("GET", "/api/house/status");
  // The key is lost. Only the recovery code from registration remains.
  const recovered = await house.call(
    "POST",
    "/api/auth/recover",
    { recovery_code: me.recoveryCode },
    {},
    freshAddress(),
  );
  const back = { authorization: `Bearer ${recovered.json.your_token}` };
  const after = await house.call("GET", "/api/house/status", undefined, back);
  expect(after.json.creature.id).toBe(before.json.creature.id);
  const cared = await house.call("POST", "/api/house/care", { action: "play" }, back);
  expect(cared.json.action_result.success).toBe(true);
  const account = await house.call("GET", "/api/auth/account", undefined, back);
  expect(account.json.events[0]).toMatchObject({ kind: "recovered" });
  expect((await me.call("GET", "/api/house/status")).status).toBe(401);
});
