// For mutation testing: without the simulation and the words, which would run for every mutant and find what other tests
// find sooner.
import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.ts";

export default mergeConfig(
  config,
  defineConfig({
    test: { exclude: ["src/domain/balance.test.ts", "src/domain/words/**", "node_modules/**"], isolate: false },
  }),
);
