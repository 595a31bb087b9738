// Restores a PostgreSQL under load from a base backup and archived WAL to a point in time, and exits with 1 if a row differs.
// Requires PostgreSQL and Redis to be installed.
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OwnPostgres } from "../../test/processes/own-postgres.ts";
import { ownerOfDatabase } from "../../test/processes/unprivileged.ts";
import { numberOption, optionsOf } from "../options.ts";
import { Cluster } from "./cluster/cluster.ts";
import { differences, fingerprintOf } from "./cluster/fingerprint.ts";

const values = optionsOf(import.meta.filename, {
  seconds: numberOption("load before the backup, before the restored moment, and after it", 10),
});

const POINT = "the moment";
/** Archives as docs/operating.md says. The temporary name keeps partial segments out of the archive. */
const ARCHIVING = {
  wal_level: "replica",
  archive_mode: "on",
  archive_timeout: "5s",
  archive_command:
    "test ! -f ../../archive/%f && cp %p ../../archive/%f.part && mv ../../archive/%f.part ../../archive/%f",
};
const loaded = (): Promise<void> => sleep(1000 * values.seconds);

async function run(cluster: Cluster): Promise<boolean> {
  const { postgres, history } = cluster;
  const archive = join(postgres.folder, "archive");
  mkdirSync(archive);
  const owner = ownerOfDatabase();
  if (owner !== undefined) chownSync(archive, owner.uid, owner.gid);
  await loaded();
  const backup = join(postgres.folder, "backup");
  await postgres.call("pg_basebackup", ["-d", postgres.superUrl(), "-D", backup, "-X", "none", "--checkpoint=fast"]);
  await loaded();
  await cluster.hold();
  const held = await fingerprintOf(postgres, "house");
  await postgres.ask(`SELECT pg_create_restore_point('${POINT}')`);
  const { acknowledged } = history;
  await cluster.resume();
  await loaded();
  await postgres.untilArchived();
  await cluster.hold();
  // Without later writes, a restore of the whole archive would pass, too.
  const later = differences(held, await fingerprintOf(postgres, "house")).length;
  // From here on, only the backup and the archive survive.
  await postgres.kill();
  const restored = await OwnPostgres.restore(backup, archive, POINT);
  try {
    const found = await fingerprintOf(restored, "house");
    const wrong = differences(held, found);
    const rows = [...found.values()].reduce((sum, { rows: count }) => sum + count, 0);
    console.log(
      `restored to ${acknowledged} of ${history.acknowledged} acknowledged writes: ${found.size} tables, ${rows} rows, ${wrong.length} tables differ (${later} from what was there at the end)`,
    );
    for (const line of wrong) console.log(`  ${line}`);
    return wrong.length === 0 && later > 0 && acknowledged > 0 && history.acknowledged > acknowledged;
  } finally {
    await restored.remove();
  }
}

const cluster = await Cluster.open({ keepers: 4, lifecycleClients: 2, apis: 1, settings: ARCHIVING });
const isFine = await run(cluster).finally(() => cluster.close());
process.exit(isFine ? 0 : 1);
