// Tests that the cost of statements is bounded as the data grows: every statement that counts, skips, ranks, sums or reads the log
// is listed in test/bounds.ts. test/explain.test.ts counts the rows that requests read.
import { globSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { BY_REQUEST, BY_WORKER, LOG_READERS } from "./bounds.ts";
import { allStatements } from "./statements/all-statements.ts";
import { withFunctions } from "./statements/functions.ts";

const COUNTING = /\bOFFSET\b|\bcount\(|\bsum\(|\brank\(|\bdense_rank\(|\bpercent_rank\(|\brow_number\(|\bntile\(/i;

let statements: readonly { readonly name: string; readonly text: string }[] = [];
beforeAll(async () => {
  // Test files share a process, so statements of tests and scripts may be registered, too.
  statements = (await allStatements("src/**/*.ts"))
    .filter(({ name }) => !/^(?:test|seed|faults|mistaken)\b/.test(name))
    .map(({ name, text }) => ({ name, text: withFunctions(text) }));
});

const named = (pattern: RegExp) => statements.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
const listed = (...lists: readonly Readonly<Record<string, readonly string[]>>[]) =>
  lists.flatMap((list) => Object.values(list).flat());

test("every statement that counts, skips, ranks or sums is bounded", () => {
  expect(statements.length).toBeGreaterThan(250);
  expect(named(COUNTING).toSorted()).toEqual(listed(BY_WORKER, BY_REQUEST).toSorted());
});

test("every reader of the log has a documented range", () => {
  expect(named(/\bcare_log\b/).toSorted()).toEqual(listed(LOG_READERS).toSorted());
});

test("no code that answers requests imports statements of the worker", () => {
  const store = globSync("src/{**/store,platform/database}/*.ts").map((path) => ({
    path,
    source: readFileSync(path, "utf8"),
  }));
  const ofWorker = new Set(listed(BY_WORKER));
  const functions = store.flatMap(({ source }) => exportsSending(source, ofWorker));
  expect(functions).toHaveLength(ofWorker.size);
  // Excludes the jobs in src/community/rollups, which only the worker runs.
  const answering = globSync(
    "src/{accounts,care,community,credits,docs,http,mcp,operator,owners,portraits,site,ui}/**/*.ts",
  ).filter((path) => !path.endsWith(".test.ts") && !path.startsWith("src/community/rollups/"));
  for (const path of answering) {
    const source = readFileSync(path, "utf8");
    for (const name of functions) expect(new RegExp(`\\b${name}\\(`).test(source), `${path}: ${name}`).toBe(false);
    expect(source, path).not.toMatch(/ from "(?:\.\.\/)+(?:[\w-]+\/)*rollups\/[\w-]+\.ts"/);
  }
});

/** Returns the exported functions of a source that execute one of the statements, or that a statement declaration creates. */
function exportsSending(source: string, names: ReadonlySet<string>): readonly string[] {
  const senders = [
    ...source.matchAll(
      /^export const (\w+) = (?:lister|valueLister|finder|valueFinder|counter|command)\(\{\s*name: "([^"]+)"/gm,
    ),
  ]
    .filter(([, , name = ""]) => names.has(name))
    .map(([, sender = ""]) => sender);
  const constants = [...source.matchAll(/const (\w+) = statement\(\{\s*name: "([^"]+)"/g)]
    .filter(([, , name = ""]) => names.has(name))
    .map(([, constant = ""]) => constant);
  const functions = source.split(/^export (?=async function)/m).slice(1);
  const sending = functions
    .filter((text) => constants.some((constant) => text.includes(`query(${constant},`)))
    .flatMap((text) => /^async function (\w+)/.exec(text)?.[1] ?? []);
  return [...senders, ...sending];
}
