// Negative controls: runs faults against a service from which the matching protection was removed. The checker must report a
// violation, or it cannot detect that fault.
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster, type ClusterOptions } from "./cluster.ts";
import { strike } from "./strikes.ts";
import type { Law, Violation } from "../workload/history.ts";

interface NegativeControl extends Pick<ClusterOptions, "sourceEdit" | "settings" | "freshKeys" | "connections"> {
  readonly name: string;
  /** The fault to inject; undefined where concurrent calls suffice. */
  readonly kind?: string;
  /** The checker must find at least one of these laws broken. */
  readonly laws: readonly Law[];
}

const LOST: Law = "nothing acknowledged is lost";
const TWICE: Law = "nothing is applied twice";
const BACK: Law = "it answers again in time";
const BACK_WITHIN_MS = 5_000;
const NO_SYNC = { synchronous_commit: "off", wal_writer_delay: "10s", wal_writer_flush_after: "1GB" };
/** Two connections that slow commits keep busy, because only a connection in use can be lost. */
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
/** Time until the first creatures have died. */
const FIRST_DEATHS_MS = 5_000;
const TRIES = 4;

export interface ControlResult {
  /** The first violation of an expected law. */
  readonly caught: Violation | undefined;
  readonly seconds: number;
}

/** Runs a control until the checker reports the violation. Allows a few tries, because a kill may come at a harmless moment. */
export async function runNegativeControl({ kind, laws, ...unsafe }: NegativeControl): Promise<ControlResult> {
  const started = performance.now();
  let caught: Violation | undefined;
  for (let attempt = 0; attempt < TRIES && caught === undefined; attempt++) {
    const works = kind === "worker -9";
    const size = { keepers: 8, lifecycleClients: works ? 12 : 0, apis: kind === "API -9" ? 2 : 1, works };
    const cluster = await Cluster.open({ ...size, ...unsafe });
    try {
      await sleep(works ? FIRST_DEATHS_MS : WARM_UP_MS);
      if (kind !== undefined) await strike(cluster, kind, BACK_WITHIN_MS);
      // A violation that is visible in the answers makes the full check unnecessary.
      const onTheSpot = cluster.history.violations.find(({ law }) => laws.includes(law));
      caught = onTheSpot ?? (await cluster.judge()).violations.find(({ law }) => laws.includes(law));
    } finally {
      await cluster.close();
    }
  }
  return { caught, seconds: (performance.now() - started) / 1000 };
}
