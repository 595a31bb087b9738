import { defineConfig } from "vitest/config";

/** Files that measure time. They run at the end, one at a time, so that no other test takes the processor from them. */
const BY_THE_CLOCK = [
  "src/endpoints/house/events.get/handler.test.ts",
  "src/http/guard/rate-limit.test.ts",
  "packages/portraits/src/render.test.ts",
  "src/providers/similarity/judge.test.ts",
  "src/providers/similarity/remote.test.ts",
  "src/http/server/server.test.ts",
];

const common = { setupFiles: ["test/properties.ts"], testTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ["test/global-setup.ts"],
    projects: [
      {
        test: {
          ...common,
          name: "side by side",
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "test/**/*.test.ts", "packages/*/src/**/*.test.ts"],
          exclude: BY_THE_CLOCK,
          // Many tests wait for other processes: on two cores one worker, the default, leaves most of the time unused.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: "by the clock",
          include: BY_THE_CLOCK,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
