// Configures mutation testing of the domain. Excludes the simulation and word tests, which would run for every mutant but find
// nothing that other tests do not find sooner.
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
