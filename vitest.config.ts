import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { COMPILE_CACHE } from "./test/processes/child-env.ts";
import { FULL } from "./test/tier.ts";

// Workers run the sources without Vite. Node's compile cache halves the CPU time of loading the service.
process.env["NODE_COMPILE_CACHE"] ??= COMPILE_CACHE;

/** Files that mock a module, which other files must not see. Vite transforms them. */
const ALONE = ["packages/rules/src/life/same-life-later.test.ts"];

/** Lets Node run all other sources directly. Transforming each file, or scanning it for mocks, takes longer than most tests. */
const AS_THEY_ARE = { viteModuleRunner: false, nodeLoader: false };

/** More workers than cores, because many tests wait for other processes. */
const WORKERS = 4;

/** These files install packages, so only the full tier runs them. The gate itself runs in a fresh clone after `npm ci`. */
const FULL_ONLY = FULL
  ? []
  : [
      "test/fresh-clone.test.ts",
      "scripts/dev/dev.test.ts",
      "scripts/release/server/server.test.ts",
      "test/generated-clients.test.ts",
      "test/clients.test.ts",
    ];

/** The client's tests call a service. Tests of the other packages need neither a database nor a build. */
const CLIENT = "packages/denkeeper/src/**/*.test.ts";

/** The slowest files, slowest first. They start first, so that none of them is still running alone at the end. */
const LONGEST = [
  "test/pages/pages.test.ts",
  "test/documented-lines.test.ts",
  "test/pages/seeded.test.ts",
  "test/fresh-clone.test.ts",
  "test/processes/image.test.ts",
  "src/credits/x402/rail.test.ts",
  "src/main.test.ts",
  "test/every-endpoint.test.ts",
  "src/credits/killed.test.ts",
  "test/explain.test.ts",
  "scripts/simulate/evaluation/score-items.test.ts",
  "packages/denkeeper/src/cli/run.test.ts",
  "test/errors.test.ts",
  "test/concurrency.test.ts",
  "test/hidden.test.ts",
  "src/credits/stripe/kill.test.ts",
  "test/journeys/owners-week.test.ts",
  "packages/portraits/src/portrait.test.ts",
  "src/worker.test.ts",
  "test/foreign-words.test.ts",
  "src/http/server/server.test.ts",
  "packages/denkeeper/src/cli/mcp.test.ts",
  "src/care/items/judge.test.ts",
  "packages/rules/src/life/same-life-later.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? LONGEST.length : at;
    };
    // This `sort` is the sequencer's method, not an array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

// No test takes a minute on an idle machine, but a slow one may stall. A hook may take as long as a test, because dropping a
// database waits for a checkpoint of the whole server.
const common = {
  setupFiles: ["test/properties.ts"],
  // Room for short-lived objects: V8 would begin with a megabyte and collect garbage for a tenth of the processor time.
  execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 150_000 } },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: "pure",
          include: ["packages/*/src/**/*.test.ts"],
          exclude: [...ALONE, CLIENT],
          isolate: false,
          experimental: AS_THEY_ARE,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          ...common,
          name: "house",
          globalSetup: ["test/global-setup.ts"],
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "test/**/*.test.ts", CLIENT],
          exclude: FULL_ONLY,
          // A worker loads the service once for all of its files. Loading it for each file takes two seconds of CPU time.
          isolate: false,
          experimental: AS_THEY_ARE,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          ...common,
          name: "alone",
          include: ALONE,
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
