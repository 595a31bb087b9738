// Negative controls: inject a fault into a service without the protection against it, which proves that the checker can detect it.
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster, type ClusterOptions } from "./cluster.ts";
import { strike } from "./strikes.ts";
import type { Law, Violation } from "../workload/history.ts";

interface NegativeControl extends Pick<ClusterOptions, "sourceEdit" | "settings" | "freshKeys" | "connections"> {
  readonly name: string;
  /** The fault; undefined if concurrent calls suffice. */
  readonly kind?: string;
  /** At least one of these laws must be found broken. */
  readonly laws: readonly Law[];
}

const LOST: Law = "nothing acknowledged is lost";
const TWICE: Law = "nothing is applied twice";
const BACK: Law = "it answers again in time";
const BACK_WITHIN_MS = 5_000;
const NO_SYNC = { synchronous_commit: "off", wal_writer_delay: "10s", wal_writer_flush_after: "1GB" };
/** Two connections, kept busy by slow commits, because only a connection in use can be lost. */
const FEW = { connections: 2, settings: { commit_delay: "20000", commit_siblings: "0" } };

function unprotected(sourceEdit: string, kind: string | undefined, ...laws: readonly Law[]): NegativeControl {
  return { name: sourceEdit, sourceEdit, ...(kind === undefined ? {} : { kind }), laws };
}

export const NEGATIVE_CONTROLS: readonly NegativeControl[] = [
  unprotected("no version check", undefined, "versions are dense", "the log explains the state"),
  unprotected("record outside the transaction", "API -9", TWICE),
  unprotected("gravestone outside the transaction", "worker -9", "deaths have gravestones"),
  { name: "commits that do not wait for the disk", settings: NO_SYNC, kind: "PostgreSQL -9", laws: [LOST] },
  { ...unprotected("connections that are never released", "PostgreSQL restart", BACK), ...FEW },
  unprotected("no counting without Redis", "Redis -9", BACK),
  unprotected("patience with Redis", "Redis frozen", BACK),
  { name: "retries under another key", freshKeys: true, kind: "replies cut", laws: [TWICE] },
  unprotected("trust in every clock", "clock off by 30 days", "no creature dies early"),
];

const WARM_UP_MS = 1_000;
/** Outlasts the first deaths of the lifecycle workload. */
const FIRST_DEATHS_MS = 5_000;
const TRIES = 4;

/** Runs a control until a violation of its laws is caught, up to four times, because a kill may come at a harmless moment. */
export async function runNegativeControl({ kind, laws, ...unsafe }: NegativeControl) {
  const started = performance.now();
  let caught: Violation | undefined;
  for (let attempt = 0; attempt < TRIES && caught === undefined; attempt++) {
    const works = kind === "worker -9";
    const size = { keepers: 8, lifecycleClients: works ? 12 : 0, apis: kind === "API -9" ? 2 : 1, works };
    const cluster = await Cluster.open({ ...size, ...unsafe });
    try {
      await sleep(works ? FIRST_DEATHS_MS : WARM_UP_MS);
      if (kind !== undefined) await strike(cluster, kind, BACK_WITHIN_MS);
      // Answers may already show a violation, without the check of the database.
      const onTheSpot = cluster.history.violations.find(({ law }) => laws.includes(law));
      caught = onTheSpot ?? (await cluster.judge()).violations.find(({ law }) => laws.includes(law));
    } finally {
      await cluster.close();
    }
  }
  return { caught, seconds: (performance.now() - started) / 1000 };
}
