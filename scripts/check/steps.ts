// The steps of the two checks. `npm run check`, the gate, is to take about ten minutes on two quiet cores, so that on a
// machine half as slow again it still ends within CI's fifteen; what takes longer belongs to `npm run check -- --full`.
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program of node_modules/.bin, or node or npm, and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

export interface Step {
  readonly name: string;
  /** What the gate runs. A step without it belongs to the full check alone. */
  readonly gate?: Command;
  /** What the full check runs, where it is not the same. */
  readonly full?: Command;
  /** Variables for the full check. */
  readonly fullEnv?: Readonly<Record<string, string>>;
  /** Programs that few machines have. Where one is missing the step is not run, and the table of times says so. */
  readonly needs?: readonly string[];
  /** Whether it mostly waits. In the gate it starts at once and runs beside others. */
  readonly waits?: true;
  /** Whether it measures time, or fills the machine. In the gate it runs after all others, beside none. */
  readonly alone?: true;
  /** Whether it calls a running service. One is started for it, and named with --base. */
  readonly callsService?: true;
}

const CHARTS = join(tmpdir(), "denkeeper-lives");

/** Negative controls of the gate: one without a fault, one with. The full check has all of them. */
const QUICKEST_CONTROLS = "no version check,record outside the transaction";

/** In the order in which the full check runs them. A new step is one line. */
export const STEPS: readonly Step[] = [
  // First, because it also writes the files that are not committed: lint and types read them.
  { name: "generated", gate: ["node", "scripts/generate/generate.ts", "--check"] },
  { name: "format", gate: ["oxfmt", "--check"] },
  { name: "lint", gate: ["oxlint", "--type-aware", "--deny-warnings"] },
  { name: "types", gate: ["tsc"] },
  { name: "browser-types", gate: ["tsc", "-p", "src/web/browser"] },
  { name: "unused", gate: ["knip"] },
  { name: "vectors", gate: ["node", "scripts/generate/vectors.ts", "--check"] },
  { name: "rules", gate: ["node", "scripts/check/rules.ts"] },
  { name: "secrets", gate: ["node", "scripts/release/secrets.ts"] },
  { name: "licenses", gate: ["node", "scripts/release/audit.ts", "--licences"] },
  {
    name: "package",
    gate: ["node", "scripts/release/package.ts", "--short"],
    full: ["node", "scripts/release/package.ts"],
  },
  {
    name: "faults",
    gate: ["node", "scripts/faults/all.ts", "--short", "--controls", QUICKEST_CONTROLS],
    full: ["node", "scripts/faults/all.ts"],
    waits: true,
  },
  {
    name: "upgrade",
    gate: ["node", "scripts/faults/upgrade.ts", "--short"],
    full: ["node", "scripts/faults/upgrade.ts"],
    waits: true,
  },
  {
    name: "abuse",
    gate: ["node", "scripts/faults/abuse.ts", "--short"],
    full: ["node", "scripts/faults/abuse.ts"],
    alone: true,
  },
  { name: "context", gate: ["node", "scripts/context/context.ts"] },
  { name: "pure", gate: ["vitest", "run", "--project", "pure", "--project", "alone"], fullEnv: { TEST_TIER: "full" } },
  { name: "house", gate: ["vitest", "run", "--project", "house"], fullEnv: { TEST_TIER: "full" }, alone: true },
  { name: "disk", full: ["node", "scripts/faults/disk.ts"] },
  { name: "fuzz", full: ["npm", "run", "--silent", "fuzz"] },
  { name: "simulate", full: ["node", "scripts/simulate/simulate.ts", "--charts", CHARTS] },
  { name: "lines", full: ["node", "scripts/simulate/simulate.ts", "--lines"] },
  { name: "reliability", full: ["node", "scripts/simulate/simulate.ts", "--reliability"] },
  { name: "gaming", full: ["node", "scripts/simulate/simulate.ts", "--gaming", "--count", "100"] },
  { name: "extras", full: ["node", "scripts/simulate/simulate.ts", "--extras"] },
  { name: "keeper", full: ["node", "scripts/simulate/keeper.ts"], callsService: true },
  { name: "items", full: ["node", "scripts/simulate/items.ts"] },
  { name: "image", full: ["node", "scripts/release/image.ts"], needs: ["buildah", "runc", "debootstrap"] },
  { name: "release", full: ["node", "scripts/release/release.ts", "--dry-run", "--skip-image"] },
  {
    name: "manifests",
    full: ["vitest", "run", "test/deploy.test.ts", "test/deploy/kubernetes.test.ts"],
    needs: ["promtool", "kubectl"],
  },
  { name: "alone", full: ["node", "scripts/faults/alone.ts"] },
  { name: "alone-restore", full: ["node", "scripts/faults/alone-restore.ts"] },
  { name: "restore", full: ["node", "scripts/faults/restore.ts"] },
  { name: "pooler", full: ["node", "scripts/faults/pooler.ts"], needs: ["pgbouncer"] },
  { name: "failover", full: ["node", "scripts/faults/failover.ts"], needs: ["patroni", "etcd", "haproxy"] },
];
