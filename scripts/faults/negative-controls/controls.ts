// Negative controls: each kind of fault against a service without the protection for it. The checker must report the
// violation, or it is blind.
import { setTimeout as sleep } from "node:timers/promises";
import type { Law, Violation } from "../workload/history.ts";
import { KINDS, strike } from "../strikes/kinds.ts";
import { Cluster, type ClusterOptions } from "../cluster/cluster.ts";

interface NegativeControl extends Pick<ClusterOptions, "sourceEdit" | "settings" | "freshKeys" | "connections"> {
  readonly name: string;
  /** Whether it is quick and sure enough for every run of CI. */
  readonly quick?: true;
  /** The fault, or undefined where concurrent calls are enough. */
  readonly kind: string | undefined;
  /** One of these must be found broken. */
  readonly laws: readonly Law[];
}

const LOST: Law = "nothing acknowledged is lost";
const TWICE: Law = "nothing is applied twice";
const BACK: Law = "it answers again within 5 s";

function unprotected(sourceEdit: string, kind: string | undefined, ...laws: readonly Law[]): NegativeControl {
  return { name: sourceEdit, sourceEdit, kind, laws };
}

/** With two connections, and commits that take so long that both are always in use: only those can be lost. */
function leaking(kind: string): NegativeControl {
  const settings = { commit_delay: "20000", commit_siblings: "0" };
  return { ...unprotected("connections that are never released", kind, BACK), connections: 2, settings };
}

export const NEGATIVE_CONTROLS: readonly NegativeControl[] = [
  { ...unprotected("no version check", undefined, "versions are dense", "the log explains the state"), quick: true },
  { ...unprotected("record outside the transaction", "API -9", TWICE), quick: true },
  unprotected("gravestone outside the transaction", "worker -9", "deaths have gravestones"),
  {
    name: "commits that do not wait for the disk",
    settings: { synchronous_commit: "off", wal_writer_delay: "10s", wal_writer_flush_after: "1GB" },
    kind: "PostgreSQL -9",
    laws: [LOST],
    quick: true,
  },
  unprotected("answer before the commit", "PostgreSQL immediate stop", LOST),
  leaking("PostgreSQL restart"),
  unprotected("no counting without Redis", "Redis -9", BACK),
  { ...unprotected("patience with Redis", "Redis frozen", BACK), quick: true },
  { name: "retries under another key", freshKeys: true, kind: "replies cut", laws: [TWICE], quick: true },
  leaking("connections used up"),
  unprotected("trust in every clock", "clock off by 30 days", "nobody dies before their time"),
  unprotected("patience with providers", "provider hangs", BACK),
];

const WARM_UP_MS = 1_000;
const LIFECYCLE_CLIENTS = 12;
/** After so long the first of them have died. */
const FIRST_DEATHS_MS = 5_000;
const TRIES = 4;

export interface Controlled {
  readonly name: string;
  readonly kind: string;
  /** The first that was found of what had to be found. */
  readonly caught: Violation | undefined;
  readonly seconds: number;
}

/** Runs a control until it fails as it should, a few times at most: a kill may come at a harmless moment. */
export async function runNegativeControl({
  name,
  kind,
  laws,
  sourceEdit,
  settings,
  freshKeys,
  connections,
}: NegativeControl): Promise<Controlled> {
  const started = performance.now();
  let caught: Violation | undefined;
  for (let attempt = 0; attempt < TRIES && caught === undefined; attempt++) {
    const works = kind === "worker -9";
    const apis = kind === "API -9" ? 2 : 1;
    const cluster = await Cluster.open({
      keepers: 8,
      lifecycleClients: works ? LIFECYCLE_CLIENTS : 0,
      apis,
      works,
      sourceEdit,
      settings,
      freshKeys,
      connections,
    });
    try {
      await sleep(works ? FIRST_DEATHS_MS : WARM_UP_MS);
      const fault = KINDS.find((each) => each.name === kind);
      if (fault !== undefined) await strike(cluster, fault);
      // What an answer within the limit has shown needs no further look.
      const onTheSpot = cluster.history.violations.find(({ law }) => laws.includes(law));
      caught = onTheSpot ?? (await cluster.judge()).violations.find(({ law }) => laws.includes(law));
    } finally {
      await cluster.close();
    }
  }
  return { name, kind: kind ?? "concurrent calls", caught, seconds: (performance.now() - started) / 1000 };
}
