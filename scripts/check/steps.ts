// The steps of the two checks. `npm run check`, the gate, is to take eight minutes on two quiet cores; what takes longer belongs to
// `npm run check -- --full`. The gate fails for what a change did, never because the machine is slow: its steps wait as long as they
// must, and only the full check bounds how long something takes.

/** A program of node_modules/.bin, or node or npm, and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

export interface CheckStep {
  readonly name: string;
  /** What the gate runs. A step without it belongs to the full check alone. */
  readonly gate?: Command;
  /** What the full check runs, where it is not the same. */
  readonly full?: Command;
  /** Variables for the full check. */
  readonly fullEnv?: Readonly<Record<string, string>>;
  /** Programs that few machines have. Without one, the step does not run, and the table of times shows that. */
  readonly needs?: readonly string[];
  /**
   * When the gate runs it. First: others read what it writes. Early: it takes the longest. Waiting: it mostly waits, and runs beside
   * one that works. Alone: it measures time, or fills the machine.
   */
  readonly when?: "first" | "early" | "waiting" | "alone";
  /** Whether it uses the PostgreSQL and the Redis that the check starts. */
  readonly database?: true;
}

/** Negative controls of the gate: one without a fault, one with. The full check has all of them. */
const QUICKEST_CONTROLS = "no version check,record outside the transaction";

/** In the order in which the full check runs them. A new step is one line. */
export const STEPS: readonly CheckStep[] = [
  // First, because others read what they write: the files that are not committed, and the built client.
  { name: "generated", gate: ["node", "scripts/generate/generate.ts", "--check"], when: "first" },
  { name: "client", gate: ["node", "test/processes/built-package.ts"], when: "first" },
  { name: "format", gate: ["oxfmt", "--check"] },
  { name: "lint", gate: ["oxlint", "--type-aware", "--deny-warnings"] },
  { name: "types", gate: ["tsc"] },
  { name: "browser-types", gate: ["tsc", "-p", "src/ui/browser"] },
  { name: "unused", gate: ["knip"] },
  { name: "vectors", gate: ["node", "scripts/generate/vectors.ts", "--check"] },
  { name: "rules", gate: ["node", "scripts/check/rules.ts"] },
  { name: "words", gate: ["node", "scripts/check/words/words.ts"] },
  { name: "secrets", gate: ["node", "scripts/release/secrets.ts"] },
  { name: "licenses", gate: ["node", "scripts/release/audit.ts", "--licences"] },
  {
    name: "package",
    gate: ["node", "scripts/release/package.ts", "--short"],
    full: ["node", "scripts/release/package.ts"],
    database: true,
  },
  {
    name: "faults",
    gate: ["node", "scripts/faults/kills.ts", "--short", "--controls", QUICKEST_CONTROLS],
    full: ["node", "scripts/faults/kills.ts"],
    when: "waiting",
  },
  {
    name: "upgrade",
    gate: ["node", "scripts/faults/upgrade.ts", "--short"],
    full: ["node", "scripts/faults/upgrade.ts"],
    when: "waiting",
  },
  {
    name: "abuse",
    gate: ["node", "scripts/faults/abuse.ts", "--short"],
    full: ["node", "scripts/faults/abuse.ts"],
    when: "alone",
    database: true,
  },
  { name: "context", gate: ["node", "scripts/context/context.ts"], database: true },
  { name: "pure", gate: ["vitest", "run", "--project", "pure", "--project", "alone"], fullEnv: { TEST_TIER: "full" } },
  {
    name: "house",
    gate: ["vitest", "run", "--project", "house"],
    fullEnv: { TEST_TIER: "full" },
    when: "early",
    database: true,
  },
  { name: "disk", full: ["node", "scripts/faults/disk.ts"] },
  { name: "fuzz", full: ["npm", "run", "--silent", "fuzz"], database: true },
  { name: "simulate", full: ["node", "scripts/simulate/simulate.ts"] },
  { name: "reliability", full: ["node", "scripts/simulate/simulate.ts", "--reliability"] },
  { name: "gaming", full: ["node", "scripts/simulate/simulate.ts", "--gaming", "--count", "100"] },
  { name: "follower", full: ["node", "scripts/simulate/follower.ts"], database: true },
  { name: "items", full: ["node", "scripts/simulate/items.ts"] },
  {
    name: "image",
    full: ["node", "scripts/release/image.ts"],
    needs: ["buildah", "runc", "debootstrap"],
    database: true,
  },
  { name: "release", full: ["node", "scripts/release/release.ts", "--draft"] },
  {
    name: "manifests",
    full: ["vitest", "run", "test/deploy.test.ts", "test/deploy/kubernetes.test.ts"],
    needs: ["promtool", "kubectl"],
  },
  { name: "alone", full: ["node", "scripts/faults/alone.ts"], database: true },
  { name: "restore", full: ["node", "scripts/faults/restore.ts"] },
  { name: "pooler", full: ["node", "scripts/faults/pooler.ts"], needs: ["pgbouncer"] },
  { name: "failover", full: ["node", "scripts/faults/failover.ts"] },
];
