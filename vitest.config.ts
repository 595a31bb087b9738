import { defineConfig } from "vitest/config";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";
import { FULL } from "./test/tier.ts";

/** Files that measure time. They run at the end, one at a time, so that no other test takes the processor from them. */
const BY_THE_CLOCK = [
  "src/app/portraits/portrait-job.test.ts",
  "src/endpoints/house/events.get/handler.test.ts",
  "src/http/guard/rate-limit.test.ts",
  "packages/portraits/src/render.test.ts",
  "src/providers/similarity/judge.test.ts",
  "src/providers/similarity/remote.test.ts",
  "src/http/server/server.test.ts",
];

/** Files that mock a module, which other files must not see. */
const ALONE = ["packages/rules/src/life/same-life-later.test.ts"];

/** Files of the full tier alone. The gate itself runs in a fresh clone, after `npm ci`. */
const FULL_ONLY = FULL ? [] : ["test/fresh-clone.test.ts", "scripts/dev/dev.test.ts"];

/** The slowest files. They start first, so that none of them is left running alone at the end. */
const LONGEST = [
  "test/pages/pages.test.ts",
  "test/fuzz.test.ts",
  "test/fresh-clone.test.ts",
  "test/processes/image.test.ts",
  "test/explain.test.ts",
  "src/payments/killed.test.ts",
  "src/payments/stripe/kill.test.ts",
  "test/every-endpoint.test.ts",
  "test/pages/operator.test.ts",
  "test/hidden-stats.test.ts",
  "packages/denkeeper/src/cli/cli.test.ts",
  "src/payments/x402/rail.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((file) => moduleId.endsWith(`/${file}`));
    // This is the sequencer's own method, not that of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

// A hook may take as long as a test: dropping a database waits for a checkpoint of the whole server, with all its databases.
const common = { setupFiles: ["test/properties.ts"], testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ["test/global-setup.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: "side by side",
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "test/**/*.test.ts", "packages/*/src/**/*.test.ts"],
          exclude: [...BY_THE_CLOCK, ...ALONE, ...FULL_ONLY],
          // A worker loads the service once for all of its files. Loading it for each file takes two seconds of CPU time.
          isolate: false,
          // Many tests wait for other processes: on two cores one worker, the default, leaves most of the time unused.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: "by the clock",
          include: [...BY_THE_CLOCK, ...ALONE],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
