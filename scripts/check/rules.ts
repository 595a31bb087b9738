// Checks that every rule of docs/rules.md has a test titled with its id, and that every test of packages/rules names a rule.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const RULE_LINE = /^\*\*([A-Z]+-\d+)\*\*/gm;
const ID = /\b[A-Z]+-\d+\b/g;
const TITLE_WITH_IDS = /^[A-Z]+-\d+(, [A-Z]+-\d+)*\b/;

const ruleIds = [...readFileSync("docs/rules.md", "utf8").matchAll(RULE_LINE)].map(([, id]) => id ?? "");
const listed = spawnSync(join("node_modules", ".bin", "vitest"), ["list", "--json"], { encoding: "utf8" });
const tests = JSON.parse(listed.stdout.slice(listed.stdout.indexOf("["))) as { name: string; file: string }[];

const faults: string[] = [];
const seen = new Set<string>();
for (const id of ruleIds) {
  if (seen.has(id)) faults.push(`docs/rules.md has rule ${id} twice: give one the next free number`);
  seen.add(id);
}

const tested = new Set<string>();
for (const { name, file } of tests) {
  const title = name.split(" > ").at(-1) ?? name;
  const ids = TITLE_WITH_IDS.exec(title)?.[0].match(ID) ?? [];
  if (ids.length === 0 && /\/packages\/rules\//.test(file))
    faults.push(`a test title does not begin with a rule id: ${file}: ${title}`);
  for (const id of ids) {
    tested.add(id);
    if (!seen.has(id)) faults.push(`docs/rules.md has no rule ${id}, which a test names: ${file}: ${title}`);
  }
}
for (const id of seen) if (!tested.has(id)) faults.push(`no test title begins with the id of rule ${id}`);

for (const fault of faults) console.log(fault);
console.log(`${seen.size} rules, ${tests.length} tests, ${faults.length} faults`);
process.exitCode = faults.length === 0 && seen.size > 0 ? 0 : 1;
