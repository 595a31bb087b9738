// Closing registration, erasing an agent, and the calls that remain to a suspended agent.
import { expect, test } from "vitest";
import { ADMIN_KEY, freshAddress, freshUsername, houseForFile } from "../../../test/harness.ts";
import { listAuditEntries } from "../../model/visibility/store/audit.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", OPERATOR_CONTACT: "mod@example.org" } });
const { database } = house.app.services;

const act = (name: string, subject: string) =>
  house.call("POST", "/api/admin/acts", { act: name, subject, reason: "at night" }, { "x-admin-key": ADMIN_KEY });

test("a suspended agent can export its lives and leave", async () => {
  const me = await house.register();
  const { id } = (await me.call("POST", "/api/house/adopt", { name: "Pip" })).json.creature;
  await me.call("GET", "/api/house/status");
  const { sitter_key } = (await me.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 })).json;
  await act("suspend", me.username);
  const refused = await me.call("GET", "/api/house/status");
  expect(refused.json.suggestion).toContain("GET /api/house/export");
  expect(refused.json.suggestion).toContain("DELETE /api/auth/account");
  const exported = `/api/house/export?creature_id=${id}`;
  expect((await me.call("GET", exported)).text).toContain('"kind":"suspend"');
  expect((await house.call("GET", exported, undefined, { "x-api-key": sitter_key })).status).toBe(403);
  const first = await me.call("DELETE", "/api/auth/account", { confirm_username: me.username });
  expect(first.json.exports).toMatchObject([{ creature_id: id }]);
  const { confirmation } = first.json;
  const left = await me.call("DELETE", "/api/auth/account", { confirm_username: me.username, confirmation });
  expect(left.json.leaving).toBe(true);
  // Recovering the account does not lift the suspension.
  const back = await house.call("POST", "/api/auth/recover", { recovery_code: me.recoveryCode }, {}, freshAddress());
  const headers = { "x-api-key": back.json.your_token };
  expect((await house.call("GET", "/api/house/status", undefined, headers)).json.code).toBe("suspended");
});

test("an erased agent disappears immediately and leaves an audit entry", async () => {
  const me = await house.register({ display_name: "Zelda", bio: "writes secrets" });
  await me.call("POST", "/api/house/adopt", { name: "Pip" });
  await me.call("GET", "/api/house/status");
  await me.call("POST", "/api/house/care", { action: "reflect", notes: "a private word" });
  await act("suspend", me.username);
  expect((await act("erase", me.username)).json.outcome).toBe("done");
  expect((await act("erase", me.username)).json.outcome).toBe("already");
  expect((await act("erase", "nobody-of-this-name")).status).toBe(404);
  expect((await me.call("GET", "/api/house/status")).status).toBe(401);
  const recovery = { recovery_code: me.recoveryCode };
  expect((await house.call("POST", "/api/auth/recover", recovery, {}, freshAddress())).status).toBe(401);
  expect((await house.call("GET", `/api/agents/${me.username}`)).status).toBe(410);
  const [row] = await database.adHoc(
    `SELECT display_name, bio, (SELECT count(*)::int FROM care_log l WHERE l.agent_id = a.agent_id AND notes IS NOT NULL) AS notes,
      (SELECT count(*)::int FROM creatures c WHERE c.agent_id = a.agent_id AND released_at IS NULL) AS living,
      (SELECT count(*)::int FROM creatures c WHERE c.agent_id = a.agent_id AND name <> '') AS names
    FROM agents a WHERE username = $1`,
    [me.username],
  );
  expect(row).toEqual({ display_name: "", bio: null, notes: 0, living: 0, names: 0 });
  const entries = await listAuditEntries(database, { before: null, limit: 10 });
  const mine = entries.filter(({ subject }) => subject === me.username);
  expect(mine).toMatchObject([
    { act: "erase", operator: "admin", reason: "at night" },
    { act: "suspend", operator: "admin" },
  ]);
});

test("closing registration affects only new agents, with an explanation", async () => {
  const me = await house.register();
  expect((await act("close-registration", "registration")).json.outcome).toBe("done");
  expect((await act("close-registration", "registration")).json.outcome).toBe("already");
  expect((await act("close-registration", "ada")).status).toBe(404);
  const username = freshUsername();
  const refused = await house.call("POST", "/api/auth/register", { username }, {}, freshAddress());
  expect([refused.status, refused.json.code]).toEqual([403, "registration_closed"]);
  expect(refused.json.suggestion).toContain("mod@example.org");
  const described = await house.call("GET", refused.json.next_steps[0].endpoint);
  expect(described.json.registration_open).toBe(false);
  expect(described.text).not.toContain('"action":"register"');
  expect((await me.call("GET", "/api/house/credits")).status).toBe(200);
  expect((await act("open-registration", "registration")).json.outcome).toBe("done");
  expect((await house.call("GET", "/api/auth/register")).json.registration_open).toBe(true);
  expect((await house.call("POST", "/api/auth/register", { username }, {}, freshAddress())).status).toBe(201);
});
