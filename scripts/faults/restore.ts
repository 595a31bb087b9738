// Backup and point-in-time restore: a base backup and archived WAL of a PostgreSQL under load, then every row of the
// restored database against what the running one held at that time. Needs the programs of PostgreSQL and Redis.
import { chownSync, mkdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ownerOfDatabase } from "../../test/processes/unprivileged.ts";
import { OwnPostgres } from "./cluster/own-postgres.ts";
import { Cluster, closeOnSignals } from "./cluster/cluster.ts";
import { differences, fingerprintOf, type Fingerprint } from "./restore/fingerprint.ts";
import { numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  seconds: numberOption("how long there is load before the backup, between backup and the moment, and after it", 10),
});

const ms = 1000 * values.seconds;
const owner = ownerOfDatabase();

function own(folder: string): string {
  mkdirSync(folder);
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

interface Moment {
  readonly name: string;
  readonly held: Fingerprint;
  readonly acknowledged: number;
}

/** A moment at which nobody writes, with a name in the log, and what every table holds then. */
async function rememberMoment(cluster: Cluster): Promise<Moment> {
  const { postgres, history } = cluster;
  const name = "the moment";
  await cluster.hold();
  const held = await fingerprintOf(postgres, "house");
  await postgres.ask(`SELECT pg_create_restore_point('${name}')`);
  const { acknowledged } = history;
  await cluster.goOn();
  return { name, held, acknowledged };
}

async function run(): Promise<boolean> {
  const archive = "archive";
  const cluster = await Cluster.open({
    keepers: 4,
    lifecycleClients: 2,
    apis: 1,
    works: true,
    // As docs/operating.md says: a segment is copied under another name first, so that no half of one is ever there.
    settings: {
      archive_mode: "on",
      archive_timeout: "5s",
      archive_command: `test ! -f ../${archive}/%f && cp %p ../${archive}/%f.part && mv ../${archive}/%f.part ../${archive}/%f`,
    },
  });
  try {
    const { postgres } = cluster;
    own(join(postgres.folder, archive));
    await sleep(ms);
    const backup = join(postgres.folder, "backup");
    const started = performance.now();
    await postgres.call("pg_basebackup", ["-d", postgres.superUrl(), "-D", backup, "-X", "none", "--checkpoint=fast"]);
    const backupSeconds = (performance.now() - started) / 1000;
    await sleep(ms);
    const moment = await rememberMoment(cluster);
    await sleep(ms);
    await postgres.ask("SELECT pg_switch_wal()");
    await postgres.untilArchived();
    const after = cluster.history.acknowledged;
    await cluster.hold();
    // What was written since must be seen as a difference, or the comparison is blind.
    const later = differences(moment.held, await fingerprintOf(postgres, "house")).length;
    // Everything but the backup and the archive is lost.
    await postgres.kill();
    const restoring = performance.now();
    const restored = await OwnPostgres.restore(backup, join(postgres.folder, archive), moment.name);
    try {
      const restoreSeconds = (performance.now() - restoring) / 1000;
      const found = await fingerprintOf(restored, "house");
      const wrong = differences(moment.held, found);
      const rows = [...found.values()].reduce((sum, { rows: count }) => sum + count, 0);
      console.log(
        `backup under load in ${backupSeconds.toFixed(1)} s; restored in ${restoreSeconds.toFixed(1)} s to ${moment.acknowledged} acknowledged writes (${after} were made in all)`,
      );
      console.log(
        `${found.size} tables, ${rows} rows compared, ${wrong.length} tables differ (${later} from what was there at the end); load ${loadavg()[0]?.toFixed(1)}`,
      );
      for (const line of wrong) console.log(`  ${line}`);
      return wrong.length === 0 && later > 0 && moment.acknowledged > 0 && after > moment.acknowledged;
    } finally {
      await restored.remove();
    }
  } finally {
    await cluster.close();
  }
}

closeOnSignals();
process.exit((await run()) ? 0 : 1);
