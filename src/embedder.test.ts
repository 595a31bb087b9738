// A process with ROLE=embedder needs no database, serves the model, and stops when asked.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { CHILD_ENV } from "../test/processes/child-env.ts";
import { until } from "../test/processes/own-redis.ts";
import { BUILT_IN_MODEL } from "./config/model-id.ts";

test("ROLE=embedder serves the model until SIGTERM", async () => {
  const env = { ...CHILD_ENV, ROLE: "embedder", PORT: "0" };
  const child = spawn(process.execPath, ["src/main.ts"], { env });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  const exited = once(child, "exit");
  await until(() => log.includes('"port":'));
  const body = JSON.stringify({ model: BUILT_IN_MODEL, input: "tuna" });
  const port = /"port":(\d+)/.exec(log)?.[1];
  const response = await fetch(`http://127.0.0.1:${port}/v1/embeddings`, { method: "POST", body });
  expect(response.status).toBe(200);
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});
