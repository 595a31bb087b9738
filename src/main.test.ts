// The process as a whole: it migrates, listens, logs no secrets, and stops without dropping a request.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openHouse } from "../test/harness.ts";
import { until } from "../test/own-redis.ts";

interface Started {
  readonly log: () => string;
  readonly port: () => number;
  readonly exited: Promise<unknown[]>;
  stop(): void;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ["src/main.ts"], { env: { PATH: process.env["PATH"] ?? "", ...env } });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  return {
    log: () => log,
    port: () => Number(/"port":(\d+)/.exec(log)?.[1] ?? 0),
    exited: once(child, "exit"),
    stop: () => child.kill("SIGTERM"),
  };
}

test("on SIGTERM running requests are answered, new ones are not taken, and it exits with 0", async () => {
  const house = await openHouse();
  const { databaseUrl } = house.app.parts.config;
  const service = start({ DATABASE_URL: databaseUrl, PORT: "0" });
  await until(() => service.port() > 0);
  const url = `http://127.0.0.1:${service.port()}/api/auth/register`;
  const secret = "an-idempotency-key-of-more-than-32-characters";

  const body = JSON.stringify({ username: "late-luna" });
  const headers = { "content-length": body.length, "idempotency-key": secret, authorization: "Bearer dk_hidden" };
  const running = request(url, { method: "POST", headers });
  running.write(body.slice(0, 5));
  await sleep(200);
  service.stop();
  await until(() => service.log().includes("stopping"));
  await sleep(100);
  await expect(fetch(url)).rejects.toThrow("fetch failed");
  running.end(body.slice(5));
  const [response] = (await once(running, "response")) as [{ statusCode: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(201);
  expect(await service.exited).toEqual([0, null]);

  expect(service.log()).toContain('"status":201');
  for (const hidden of [secret, "dk_hidden", "dk_"]) expect(service.log()).not.toContain(hidden);
  await house.close();
});

test("a wrong environment ends it with a reason", async () => {
  const service = start({ PORT: "x" });
  expect((await service.exited)[0]).not.toBe(0);
  expect(service.log()).toContain("DATABASE_URL");
  expect(service.log()).toContain("PORT");
});
