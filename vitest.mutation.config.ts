// For mutation testing of the domain: without the simulation and the words, which would run for every mutant and find
// what other tests find sooner.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/rules/src/**/*.test.ts"],
    exclude: ["packages/rules/src/life/balance.test.ts", "packages/rules/src/words/**"],
    setupFiles: ["test/properties.ts"],
    testTimeout: 60_000,
    isolate: false,
  },
});
