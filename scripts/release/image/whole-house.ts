// Runs the image as a standalone house without settings: as root on a volume of root, as hosts mount them, and as user 1000 in a
// terminal.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../test/processes/free-port.ts";
import { until } from "../../../test/processes/own-redis.ts";
import type { Container, Runner, User } from "./container.ts";

const READY_MS = 120_000;

function must(holds: boolean, what: string, container: Container): void {
  if (!holds) throw new Error(`whole house: failed: ${what}\n${container.log().slice(-4000)}`);
}

/** Waits until the house has printed its greeting and is ready. Returns the elapsed time. */
async function opened(container: Container, port: string): Promise<string> {
  const startedAt = performance.now();
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => container.hasEnded() || (container.log().includes("Try it:") && (await isReady())), READY_MS);
  must(!container.hasEnded(), "it opens", container);
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

async function stop(container: Container): Promise<void> {
  must((await container.stop()) === 0, "it ends with 0 on SIGTERM", container);
}

const keyIn = (volume: string) => /^ADMIN_KEY=(\w+)$/m.exec(readFileSync(join(volume, "settings.env"), "utf8"))?.[1];

export async function tryWholeHouse(runner: Runner): Promise<void> {
  for (const user of [0, 1000] as const) {
    const refused = runner.start({}, [], { user });
    must((await refused.ended) === 1 && refused.log().includes("Nothing is mounted at /data"), "it refuses", refused);
  }
  console.log("without a volume: refused");

  const volume = runner.makeVolume("data-of-root", 0);
  const port = String(await freePort());
  const start = (user: User, place: string, isTerminal: boolean) =>
    runner.start({ PORT: port }, [], {
      user,
      isTerminal,
      mounts: { "/data": place },
    });
  const house = start(0, volume, false);
  try {
    console.log(`whole house, new volume of root: ready after ${await opened(house, port)}`);
    const key = keyIn(volume) ?? "";
    must(
      key.length >= 32 && !house.log().includes(key) && house.log().includes(" key --data /data"),
      "no secret",
      house,
    );
    const owners = readdirSync(volume, { recursive: true }).map((name) => statSync(join(volume, String(name))).uid);
    must(new Set([statSync(volume).uid, ...owners]).size === 1, "user 1000 has all of the volume", house);
    for (const user of [0, 1000] as const) {
      must(house.run(user, "denkeeper-server", "key") === key, `key by user ${user}`, house);
      house.run(user, "denkeeper-server", "backup");
    }
    const made = readdirSync(join(volume, "backups")).filter((name) => name.endsWith(".dump"));
    must(made.length >= 2, "two backups", house);
    must(house.run(1000, "bash", "scripts/healthcheck.sh") === "", "healthy", house);
  } finally {
    await stop(house);
  }
  const dump = readdirSync(join(volume, "backups")).findLast((name) => name.endsWith(".dump")) ?? "";
  const restored = runner.start({}, ["denkeeper-server", "restore", `/data/backups/${dump}`], {
    user: 0,
    mounts: { "/data": volume },
  });
  must((await restored.ended) === 0, "a backup can be restored", restored);
  console.log("no secret in the log; key and backup work as root and as the owner; a backup was restored");

  const own = runner.makeVolume("data-of-1000");
  for (const times of [1, 0]) {
    const shown = start(1000, own, true);
    try {
      console.log(
        `whole house in a terminal, ${times === 1 ? "new volume" : "again"}: ready after ${await opened(shown, port)}`,
      );
      must(shown.log().split(keyIn(own) ?? "").length - 1 === times, `its key is shown ${times} times`, shown);
    } finally {
      await stop(shown);
    }
  }
}
