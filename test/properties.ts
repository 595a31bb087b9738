// Configures all fast-check properties: the number of runs, and a printed seed that repeats a failure with FC_SEED=... npm test.
import * as fc from "fast-check";
import { FULL } from "./tier.ts";

const seed = process.env["FC_SEED"] === undefined ? Date.now() % 0x7fffffff : Number(process.env["FC_SEED"]);
const numRuns = Number(process.env["FC_RUNS"] ?? (FULL ? 1000 : 200));
fc.configureGlobal({ seed, numRuns });
console.log(`fast-check: seed ${seed}, ${numRuns} runs a property`);
