// npm run doctor: examines an installation and says what is wrong with it. Also `node src/doctor.ts` in the image.
import { parseArgs } from "node:util";
import { examine, shortOf } from "./operator/doctor/checks.ts";
import { now } from "./platform/clock.ts";

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

Checks the settings, this machine, PostgreSQL, Redis and the place for portraits. Prints six lines, and whatever else is
wrong. Run it with the same environment as the service. What it writes as a test, it deletes. Exits with 1 if there is a fault.
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
  const shown = values.all ? lines : shortOf(lines);
  const width = Math.max(...shown.map(({ check }) => check.length));
  for (const { level, check, text } of shown) console.log(`${level.padEnd(7)}  ${check.padEnd(width)}  ${text}`);
  const plural = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
  console.log(`\n${plural(faults, "fault")}, ${plural(warnings, "warning")}.`);
}
process.exitCode = faults === 0 ? 0 : 1;
