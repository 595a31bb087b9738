// Lists the steps of the gate and of the full check. Only the full check has steps of many minutes, and limits on durations.

/** `node`, `npm` or a program of node_modules/.bin, with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

export interface CheckStep {
  readonly name: string;
  /** Undefined for a step of the full check alone. */
  readonly gate?: Command;
  /** Undefined if the full check runs the command of the gate. */
  readonly full?: Command;
  /** Environment variables in the full check. */
  readonly fullEnv?: Readonly<Record<string, string>>;
  /** Programs that few machines have. Without one of them, the step is skipped. */
  readonly needs?: readonly string[];
  /**
   * Position in the gate. "first": other steps read its output. "early": it takes longest. "waiting": it mostly waits, so it runs
   * next to a busy step. "alone": it measures durations.
   */
  readonly when?: "first" | "early" | "waiting" | "alone";
  /** True if the step uses the PostgreSQL and Redis of the check. */
  readonly database?: true;
}

/** Negative controls in the gate: one without a fault, and one with. */
const QUICKEST_CONTROLS = "no version check,record outside the transaction";

/** The steps in the order of the full check. */
export const STEPS: readonly CheckStep[] = [
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
  { name: "licenses", gate: ["node", "scripts/release/licenses.ts"] },
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
