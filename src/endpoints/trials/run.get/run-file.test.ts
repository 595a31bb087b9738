// The file of a run as it is sent: the stored bytes, to whoever can unpack them.
import { expect, test } from "vitest";
import { freshAddress, houseForFile } from "../../../../test/harness.ts";
import { scoreRun, startRun } from "../../../../test/trial-runs.ts";
import { findRunFile } from "../../../store/trials/runs.ts";

const house = await houseForFile();

async function finished() {
  const run = await startRun(house, { scenario: "first-1", practice: 1 });
  await run.call("POST", "/api/house/clock", { advance_hours: 720 });
  await scoreRun(house, run.id);
  return { ...run, address: `/api/trials/runs/${run.id}?format=jsonl` };
}

test("a file is sent as it is stored, and unpacked to those who do not take gzip", async () => {
  const { id, address } = await finished();
  const stored = await findRunFile(house.app.services.database, id);
  const packed = await fetch(house.url + address, { headers: { "accept-encoding": "gzip" } });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(Number(packed.headers.get("content-length"))).toBe(stored?.length);
  const plain = await house.call("GET", address);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.text).toBe(await packed.text());
  expect(plain.text).toContain('"type":"end"');
});

test("a file is kept for a day by everybody's caches, and by none when a key was shown", async () => {
  const { address, call } = await finished();
  const { headers } = await house.call("GET", address);
  expect(headers["cache-control"]).toBe("public, max-age=86400, immutable");
  expect(headers["vary"]).toContain("accept-encoding");
  expect(headers["vary"]).toContain("authorization");
  expect((await call("GET", address)).headers["cache-control"]).not.toContain("public");
});

test("an address gets 30 files a minute, and is still told about runs", async () => {
  const { id, address } = await finished();
  const from = freshAddress();
  const answers = await Promise.all(Array.from({ length: 31 }, () => house.call("GET", address, undefined, {}, from)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await house.call("GET", `/api/trials/runs/${id}`, undefined, {}, from)).status).toBe(200);
});
