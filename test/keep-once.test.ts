// Runs examples/schedule/keep-once.sh against a service to test its output, its exit codes and its retries.
import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openDen, type Den } from "./den.ts";
import { houseForFile } from "./harness.ts";

interface Run {
  readonly exit: number;
  readonly out: string;
}

function keepOnce(url: string, key: string): Promise<Run> {
  const env = { ...process.env, DENKEEPER_URL: url, DENKEEPER_KEY: key };
  return new Promise((resolve) => {
    execFile("sh", ["examples/schedule/keep-once.sh"], { env }, (error, out) =>
      resolve({ exit: error === null ? 0 : Number(error.code), out: out.trim() }),
    );
  });
}

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

/** Registers a test account with a hatched housecat. */
async function denWithPip(): Promise<Den> {
  const den = await openDen(house);
  await den.hatched({ name: "Pip", species_slug: "housecat" });
  return den;
}

async function toCheckIn(den: Den): Promise<void> {
  await den.advanceTo((await den.call("GET", "/api/house/status?view=compact")).json.recommended_checkin.at);
}

/** Starts a proxy in front of the service. The first call to each path triggers `fault`; later calls pass through. */
async function behind(fault: (response: ServerResponse) => void): Promise<{ url: string; seen: string[] }> {
  const met = new Set<string>();
  const seen: string[] = [];
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const path = request.url ?? "/";
    seen.push(`${path} ${String(request.headers["idempotency-key"] ?? "")}`);
    if (!met.has(path)) {
      met.add(path);
      fault(response);
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => /^(?:authorization|content-type|idempotency-key)$/.test(name)),
    ) as Record<string, string>;
    const body = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
    const answer = await house.call(request.method ?? "GET", path, body, headers);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
  };
  const server = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // -- edge: a TCP server's address is an object
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen };
}

test("keepOnce feeds on time and reports late meals once, and empty houses", async () => {
  const den = await denWithPip();
  expect(await keepOnce(house.url, den.key)).toMatchObject({ exit: 0 });
  await toCheckIn(den);
  const fed = await keepOnce(house.url, den.key);
  expect(fed.out).toMatch(/^HEARTBEAT_OK, next at 20\d\d-/);
  expect(fed.exit).toBe(0);
  await den.advance(20);
  const late = await keepOnce(house.url, den.key);
  expect(late.exit).toBe(1);
  expect(late.out).toContain("Pip");
  expect(late.out).not.toContain("HEARTBEAT_OK");
  expect(await keepOnce(house.url, den.key)).toMatchObject({ exit: 0 });

  await den.advance(72);
  const died = await keepOnce(house.url, den.key);
  expect(died.exit).toBe(1);
  expect(died.out).toContain("Pip");
  expect(await keepOnce(house.url, den.key)).toMatchObject({ exit: 1 });
});

test.each<[name: string, fault: (response: ServerResponse) => void]>([
  ["a 503", (response) => response.writeHead(503, { "retry-after": "1" }).end('{"error":"Busy","next_steps":[]}')],
  [
    "a cut connection",
    (response) => response.writeHead(200, { "content-length": "999" }).write('{"report":', () => response.destroy()),
  ],
])("after %s, keepOnce retries with the same Idempotency-Key and succeeds", async (_, fault) => {
  const den = await denWithPip();
  await toCheckIn(den);
  const { url, seen } = await behind(fault);
  expect(await keepOnce(url, den.key)).toMatchObject({ exit: 0, out: expect.stringMatching(/^HEARTBEAT_OK/) });
  const visits = seen.filter((call) => call.startsWith("/api/house/visit"));
  expect(visits).toHaveLength(2);
  expect(new Set(visits).size).toBe(1);
  const { json } = await den.call("GET", "/api/house/history");
  expect(json.care_log?.filter((entry: { action: string }) => entry.action === "feed")).toHaveLength(1);
});

test("keepOnce reports a wrong key", async () => {
  const run = await keepOnce(house.url, "dk_wrong");
  expect(run.exit).toBe(1);
  expect(run.out).toMatch(/^Status 401: /);
});
