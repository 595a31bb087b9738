// Measures what agents read, in bytes and tokens, against budgets and the recorded baseline. Starts a real service.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { openHouse } from "../release/package/house.ts";
import { baselineOf, faultsIn, tableOf } from "./budgets.ts";
import { readingsOf } from "./readings.ts";

const BASELINE = join(import.meta.dirname, "baseline.json");

/** How many times as many lives make the baseline. */
const BASELINE_TIMES = 4;

const { values } = parseArgs({ options: { help: { type: "boolean" }, record: { type: "boolean" } } });

if (values.help) {
  console.log(`node scripts/context/context.ts [options]

Prints what agents read: tools, documents, and whole lives kept in compact views. Tokens are those of o200k_base. Exits
with 1 when a figure exceeds its budget or has grown by more than 5% over scripts/context/baseline.json.
  --record  writes the baseline`);
  process.exit(0);
}

// A worker would draw portraits, which nobody reads here.
const house = await openHouse({ ROLE: "api" });
const readings = await readingsOf(house.url, values.record ? BASELINE_TIMES : 1).finally(() => house.close());
if (values.record) writeFileSync(BASELINE, `${JSON.stringify(baselineOf(readings), undefined, 2)}\n`);
const baseline = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(BASELINE, "utf8")));
const faults = faultsIn(readings, baseline);
console.log(tableOf(readings, baseline));
for (const fault of faults) console.log(`- ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
