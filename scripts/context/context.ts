// Measures the texts that agents read, in bytes and tokens (o200k_base), and exits with 1 if a size exceeds its budget or the
// baseline by more than 5 %.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openHouse } from "../house.ts";
import { baselineOf, faultsIn, tableOf } from "./budgets.ts";
import { readingsOf } from "./readings.ts";
import { flag, optionsOf } from "../options.ts";

const BASELINE = join(import.meta.dirname, "baseline.json");

/** How many times more lives a baseline averages than a check. */
const BASELINE_TIMES = 4;

const values = optionsOf(import.meta.filename, {
  record: flag("writes the baseline"),
});

const house = await openHouse({ ROLE: "api" });
const readings = await readingsOf(house.url, values.record ? BASELINE_TIMES : 1).finally(() => house.close());
if (values.record) writeFileSync(BASELINE, `${JSON.stringify(baselineOf(readings), undefined, 2)}\n`);
const baseline = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(BASELINE, "utf8")));
const faults = faultsIn(readings, baseline);
console.table(tableOf(readings, baseline));
for (const fault of faults) console.log(`- ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
