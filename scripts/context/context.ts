// Measures the texts that agents read, in bytes and tokens (o200k_base): tools, documents, and whole lives in compact views.
// Starts a real service. Exits with 1 when a size exceeds its budget or has grown more than 5 % over baseline.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openHouse } from "../house.ts";
import { baselineOf, faultsIn, tableOf } from "./budgets.ts";
import { readingsOf } from "./readings.ts";
import { flag, optionsOf } from "../options.ts";

const BASELINE = join(import.meta.dirname, "baseline.json");

/** A baseline averages this many times more lives than a check. */
const BASELINE_TIMES = 4;

const values = optionsOf(import.meta.filename, {
  record: flag("writes the baseline"),
});

// Runs no worker, because portraits are not measured.
const house = await openHouse({ ROLE: "api" });
const readings = await readingsOf(house.url, values.record ? BASELINE_TIMES : 1).finally(() => house.close());
if (values.record) writeFileSync(BASELINE, `${JSON.stringify(baselineOf(readings), undefined, 2)}\n`);
const baseline = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(BASELINE, "utf8")));
const faults = faultsIn(readings, baseline);
console.table(tableOf(readings, baseline));
for (const fault of faults) console.log(`- ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
