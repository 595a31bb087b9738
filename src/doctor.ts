// Implements `npm run doctor`, which checks an installation and reports its faults. In the image: `node src/doctor.ts`.
import { parseArgs } from "node:util";
import { examine, shortOf } from "./operator/doctor/checks.ts";
import { now } from "./platform/clock.ts";
import { countOf } from "./platform/counted.ts";

const { values } = parseArgs({
  options: {
    all: { type: "boolean" },
    help: { type: "boolean" },
    json: { type: "boolean" },
    quick: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(`npm run doctor -- [options]

Checks the settings, this machine, PostgreSQL, Redis and the place for portraits. Prints six lines, and everything that
is wrong. Run it with the same environment as the service. It deletes what it writes as a test. Exits with 1 if there is
a fault.
  --all    prints every check
  --quick  connects to nothing
  --json   prints the findings as JSON`);
  process.exit(0);
}

const lines = await examine({ env: process.env, now, quick: values.quick });
const count = (level: string): number => lines.filter((line) => line.level === level).length;
const [faults, warnings] = [count("fault"), count("warning")];

if (values.json) console.log(JSON.stringify({ ok: faults === 0, faults, warnings, findings: lines }, null, 2));
else {
  const printed = values.all ? lines : shortOf(lines);
  const width = Math.max(...printed.map(({ check }) => check.length));
  for (const { level, check, text } of printed) console.log(`${level.padEnd(7)}  ${check.padEnd(width)}  ${text}`);
  console.log(`\n${countOf(faults, "fault")}, ${countOf(warnings, "warning")}.`);
}
process.exitCode = faults === 0 ? 0 : 1;
