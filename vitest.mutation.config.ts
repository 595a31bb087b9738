// For mutation testing of the domain: without the simulation and the words, which would run for every mutant and find
// what other tests find sooner.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/domain/**/*.test.ts"],
    exclude: ["src/domain/balance.test.ts", "src/domain/words/**"],
    setupFiles: ["test/properties.ts"],
    testTimeout: 60_000,
    isolate: false,
  },
});
