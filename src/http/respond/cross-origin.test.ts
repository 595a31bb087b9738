// Tests what pages on other sites may do (CORS). The closed calls are listed by hand, so that each new secret requires a
// decision.
import { expect, test, vi } from "vitest";
import { ADMIN_KEY, freshAddress, houseForFile } from "../../../test/harness.ts";
import { textsAbout } from "../../docs/pages.ts";
import { ENDPOINTS } from "../../endpoints.ts";
import { addressOf, type Contract } from "../contract/contract.ts";
import { isOpen } from "./cross-origin.ts";

const house = await houseForFile();
const contracts: readonly Contract[] = ENDPOINTS.map(({ contract }) => contract);
const ORIGIN = { origin: "https://pages.example" };

const CLOSED = [
  "GET /api/admin/analytics",
  "GET /api/admin/audit",
  "POST /api/admin/acts",
  "POST /api/admin/outages",
  "POST /api/auth/recover",
  "POST /api/auth/recovery-code",
  "POST /api/auth/register",
  "POST /api/auth/rotate-key",
  "POST /api/house/hooks",
  "POST /api/house/hooks/rotate",
  "POST /api/house/owner-link",
  "POST /api/house/ping-link",
  "POST /api/house/sitters",
];

const SAMPLE = { username: "someone", id: "01a1dd99-0c84-768b-85f4-f051eafc2de7", slug: "owl" };

function pathOf(contract: Contract): string {
  const params = { ...SAMPLE, ...contract.example?.params };
  return addressOf(contract, { params: Object.fromEntries(Object.entries(params)) }).replaceAll(/\{\w+\}/g, "x");
}

function preflight(path: string, method: string, headers: Record<string, string> = {}) {
  return house.call(
    "OPTIONS",
    path,
    undefined,
    { ...ORIGIN, "access-control-request-method": method, ...headers },
    freshAddress(),
  );
}

test("operator calls and calls with secrets are closed to other sites", () => {
  const closed = contracts.filter((contract) => !isOpen(contract)).map(({ method, path }) => `${method} ${path}`);
  expect(closed.toSorted()).toEqual(CLOSED);
});

test.each(contracts.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  "%s follows its contract toward other sites, without cookies",
  async (name, contract) => {
    const open = !CLOSED.includes(name);
    const { status, headers } = await preflight(pathOf(contract), contract.method, {
      "access-control-request-headers": "authorization,content-type,idempotency-key,if-none-match,x-api-key",
    });
    expect(status).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe(open ? "*" : undefined);
    expect(headers["access-control-allow-methods"]?.split(", ").includes(contract.method) ?? false).toBe(open);
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    if (open) {
      const allowed = headers["access-control-allow-headers"]?.toLowerCase().split(", ");
      expect(allowed).toEqual(
        expect.arrayContaining(["authorization", "x-api-key", "idempotency-key", "if-none-match"]),
      );
      expect(Number(headers["access-control-max-age"])).toBeGreaterThan(600);
    }
    const answer = await house.call(contract.method, pathOf(contract), undefined, ORIGIN, freshAddress());
    expect(answer.headers["access-control-allow-origin"], answer.text).toBe(open ? "*" : undefined);
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  },
);

test("a cross-site page may read limits, retries, and payment headers", async () => {
  const { headers } = await house.call("POST", "/api/house/credits", {}, ORIGIN, freshAddress());
  const exposed = headers["access-control-expose-headers"]?.toLowerCase().split(", ");
  const contract = contracts.find(({ name }) => name === "buyCredits");
  const own = Object.values(contract?.errors ?? {}).flatMap((each) => Object.keys(each.headers ?? {}));
  expect(own.length).toBeGreaterThan(0);
  for (const name of ["x-ratelimit-remaining", "retry-after", "etag", "x-request-id", "idempotency-replayed", ...own]) {
    expect(exposed).toContain(name.toLowerCase());
  }
});

test("a cross-site page may read error answers", async () => {
  const me = await house.register();
  const bad = await me.call("POST", "/api/house/care", { action: "hug" }, ORIGIN);
  const unknown = await house.call("GET", "/api/none/such", undefined, ORIGIN);
  const keyless = await house.call("GET", "/api/house/status", undefined, ORIGIN);
  const care = () => me.call("POST", "/api/house/care", { action: "reflect" }, ORIGIN);
  const limited = (await Promise.all([care(), care(), care()])).find(({ status }) => status === 429);
  vi.spyOn(house.app.services.rollups, "get").mockRejectedValueOnce(new Error("planted"));
  const broken = await house.call("GET", "/api/stats", undefined, ORIGIN);
  vi.spyOn(house.app.services.concurrency, "hasRoom").mockReturnValueOnce(false);
  const overloaded = await house.call("GET", "/api/stats", undefined, ORIGIN);
  const answers = [bad, keyless, unknown, limited, broken, overloaded];
  expect(answers.map((answer) => answer?.status)).toEqual([400, 401, 404, 429, 500, 503]);
  for (const answer of answers) expect(answer?.headers["access-control-allow-origin"]).toBe("*");
});

test("a cross-site page cannot read secrets or operator answers", async () => {
  const body = { username: "cross-origin-reader" };
  const registered = await house.call("POST", "/api/auth/register", body, ORIGIN, freshAddress());
  expect([registered.status, registered.headers["access-control-allow-origin"]]).toEqual([201, undefined]);
  const admin = await house.call("GET", "/api/admin/analytics", undefined, { ...ORIGIN, "x-admin-key": ADMIN_KEY });
  expect([admin.status, admin.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
});

test.each(["/mcp", "/"])("%s is closed to pages of other sites", async (path) => {
  const asked = await preflight(path, "POST");
  expect(asked.headers["access-control-allow-origin"]).toBeUndefined();
  const got = await house.call("GET", path, undefined, { ...ORIGIN, accept: "text/html" }, freshAddress());
  expect(got.headers["access-control-allow-origin"]).toBeUndefined();
});

test("any page may read texts, even with a conditional request", async () => {
  for (const { path } of textsAbout(ENDPOINTS.map(({ contract }) => contract))) {
    const { status, headers } = await preflight(path, "GET", { "access-control-request-headers": "if-none-match" });
    expect([status, headers["access-control-allow-origin"], headers["access-control-allow-methods"]], path).toEqual([
      204,
      "*",
      "GET",
    ]);
    expect((await house.call("GET", path, undefined, ORIGIN, freshAddress())).headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("ETag"),
    });
  }
});

test("preflights have a generous limit, separate from unknown addresses", async () => {
  const from = freshAddress();
  const ask = () =>
    house.call("OPTIONS", "/api/house/hall", undefined, { ...ORIGIN, "access-control-request-method": "GET" }, from);
  const first = await ask();
  for (let count = 0; count < 70; count++) await ask();
  expect((await ask()).status).toBe(204);
  expect(Number(first.headers["x-ratelimit-limit"])).toBe(1_200);
  expect((await house.call("GET", "/api/none/such", undefined, {}, from)).status).toBe(404);
});
