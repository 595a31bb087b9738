// For mutation testing: without the simulation, which would run for every mutant and finds what other tests find sooner.
import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.ts";

export default mergeConfig(
  config,
  defineConfig({ test: { include: ["src/domain/**/*.test.ts"], exclude: ["src/domain/balance.test.ts"] } }),
);
