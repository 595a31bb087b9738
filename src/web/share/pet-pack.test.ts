// Pet packs over HTTP: 202 until a worker has drawn the sheet, then a ZIP file with exactly the files of the format.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { buildProgram } from "../../../packages/denkeeper/src/cli/program.ts";
import { readPack } from "../../../packages/denkeeper/src/cli/pets/unpack.ts";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { jobsOf, look, untilDrawn } from "../../../test/pictures.ts";
import { freePort } from "../../../test/processes/free-port.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { startServiceProcess } from "../../../test/processes/service.ts";
import { speciesPortraitInput } from "../../app/portraits/portrait-subject.ts";
import { sheetName } from "../../app/portraits/pet-sheet.ts";
import { freeLostJobs } from "../../store/operations/lost-jobs.ts";
import { startWorker } from "../../worker/worker.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, pictures, config } = house.app.services;
const petJobs = async () => (await jobsOf(house)).filter(({ task }) => task === "draw_pet");

async function working(work: () => Promise<void>): Promise<void> {
  const worker = await startWorker(config, pino({ level: "silent" }));
  try {
    await work();
  } finally {
    await worker.stop();
  }
}

test("a pack is drawn once however many ask, and then is the file that every request gets", async () => {
  const path = "/species/lynx/pet.zip";
  const waiting = await Promise.all(Array.from({ length: 6 }, () => look(house, path)));
  for (const { status, headers, bytes } of waiting) {
    expect(status).toBe(202);
    expect(Object.fromEntries(headers)).toMatchObject({ "retry-after": "3", "cache-control": "no-store" });
    expect(JSON.parse(bytes.toString())).toMatchObject({ status: "drawing", retry_after_seconds: 3 });
  }
  const page = await look(house, path, { accept: "text/html" });
  expect([page.status, page.headers.get("refresh")]).toEqual([202, "3"]);
  expect(page.bytes.toString()).toContain("<h1>Drawing Lynx</h1>");
  expect(await petJobs()).toHaveLength(1);

  await working(() => untilDrawn(house));
  const { status, headers, bytes } = await look(house, path);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="denkeeper-lynx.zip"',
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
  });
  expect((await look(house, path, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  expect((await look(house, path)).bytes.equals(bytes)).toBe(true);
  expect(await petJobs()).toEqual([]);
  const pack = readPack(bytes);
  expect(JSON.parse(pack.manifest)).toEqual({
    id: "denkeeper-lynx",
    displayName: "Lynx",
    description: "Lynx from Denkeeper, where creatures live in real time.",
    spritesheetPath: "spritesheet.webp",
  });
  const { width, height, hasAlpha } = await sharp(pack.sheet).metadata();
  expect([width, height, hasAlpha]).toEqual([1536, 1872, true]);
  // It is stored, but not among the portraits that anyone may ask for by name.
  const name = sheetName({ input: speciesPortraitInput({ slug: "lynx", family: "cat" }, []), looks: false });
  expect(await pictures.get(name)).toEqual(Buffer.from(pack.sheet));
  expect((await look(house, `/portraits/${name}.webp`)).status).toBe(404);
});

test("a creature's pack follows its stage and keeps its id", async () => {
  const keeper = await house.register();
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Sir Pip-Pip", species_slug: "tabby" });
  const { id } = adopted.json.creature;
  const path = `/agents/${keeper.username}/creatures/${id}/pet.zip?looks=1`;
  const drawingOf = async (stage: string) => {
    expect((await look(house, path)).status, stage).toBe(202);
    const [job] = await database.adHoc<{ stage: string }>(
      "SELECT payload->'input'->>'stage' AS stage FROM graphile_worker._private_jobs WHERE key LIKE '%-pet'",
    );
    return job?.stage;
  };
  expect(await drawingOf("egg")).toBe("egg");
  await database.adHoc("DELETE FROM graphile_worker._private_jobs");
  await keeper.call("GET", "/api/house/status");
  expect(await drawingOf("baby")).toBe("baby");
  await working(() => untilDrawn(house));
  expect(JSON.parse(readPack((await look(house, path)).bytes).manifest)).toEqual({
    id: `denkeeper-sir-pip-pip-${id.slice(-8)}`,
    displayName: "Sir Pip-Pip",
    description: `Sir Pip-Pip, a Tabby kept by @${keeper.username} on Denkeeper. Drawn as a baby.`,
    spriteVersionNumber: 2,
    spritesheetPath: "spritesheet.webp",
  });
  // The command finds it by its name.
  const dir = mkdtempSync(join(tmpdir(), "denkeeper-pet-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const words = ["pet", "install", "sir pip-pip", "--agent", keeper.username, "--looks", "--dir", dir];
  await buildProgram("0").parseAsync([...words, "--url", house.url, "--json"], { from: "user" });
  expect(readdirSync(join(dir, `denkeeper-sir-pip-pip-${id.slice(-8)}`))).toEqual(["pet.json", "spritesheet.webp"]);
  await keeper.call("DELETE", "/api/house/release", { creature_id: id });
  expect((await look(house, path)).status).toBe(404);
});

test("no pack of what is not public, and no job for it", async () => {
  const den = await openDen(house);
  const moved = await den.hatched();
  await den.advance(1);
  for (const path of [
    "/species/no_such_species/pet.zip",
    "/species/constructor/pet.zip",
    "/agents/nobody-at-all/creatures/019a8e3c-0000-7000-8000-000000000000/pet.zip",
    `/agents/${den.username}/creatures/${moved}/pet.zip`,
    `/agents/${den.username}/creatures/not-a-uuid/pet.zip`,
  ]) {
    const { status, json } = await house.call("GET", path);
    expect([status, json.code], path).toEqual([404, "picture_not_found"]);
  }
  expect(await petJobs()).toEqual([]);
});

test("a full queue refuses new packs, not those that wait; a job that failed for good is queued again", async () => {
  const first = "/species/gecko/pet.zip";
  expect((await look(house, first)).status).toBe(202);
  await database.adHoc("SELECT graphile_worker.add_job('draw_pet', priority => 10) FROM generate_series(1, 99)");
  const refused = await look(house, "/species/owl/pet.zip");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
  expect((await look(house, first)).status).toBe(202);
  await database.adHoc("DELETE FROM graphile_worker._private_jobs WHERE key IS NULL");
  await database.adHoc("UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'no'");
  expect((await look(house, first)).status).toBe(202);
  const jobs = await petJobs();
  expect(jobs.filter(({ attempts }) => attempts === 0)).toHaveLength(1);
  await database.adHoc("DELETE FROM graphile_worker._private_jobs");
});

test("a worker killed while it draws leaves no half file, and another one draws the pack", async () => {
  const path = "/species/robot/pet.zip";
  await look(house, path);
  const first = await startServiceProcess(house, await freePort(), { PORTRAITS_DIR: config.portraitsDir });
  const running = "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'draw_pet' AND locked_at IS NOT NULL";
  await until(async () => (await database.adHoc(running)).length === 1);
  await first.kill();
  const name = sheetName({ input: speciesPortraitInput({ slug: "robot", family: "ai-native" }, []), looks: false });
  const left = await pictures.get(name);
  // On a machine that stalled it was done before. Then it is whole.
  if (left === undefined) expect(await petJobs()).toHaveLength(1);
  else await sharp(left).raw().toBuffer();
  await database.adHoc(
    "UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '20 minutes' WHERE locked_at IS NOT NULL",
  );
  await freeLostJobs(database);
  await working(() => untilDrawn(house));
  expect(readPack((await look(house, path)).bytes).id).toBe("denkeeper-robot");
});
