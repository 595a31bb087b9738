// Every command that a document, a comment or a message names exists: npm scripts, runs by name, and files to run.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOfCheckout } from "./processes/clone.ts";

const ROOT = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };
const TEXT = /\.(?:md|ts|mjs|py|sh|ya?ml|json|toml|ini|cfg|conf|service|example)$|^\.ci\/|Dockerfile$/;
/** What was, and this file. */
const LEFT_OUT = /^CHANGELOG\.md$|^test\/commands\.test\.ts$|^package-lock\.json$|\.lock$/;

function faultOf(command: string): string | undefined {
  const [, script = "", run] = /^npm run (?:--silent )?([\w-]+(?::\w+)?)(?: -- ([a-z]+))?/.exec(command) ?? [];
  if (script !== "" && scripts[script] === undefined) return "there is no such script";
  const isNamed = script === "bench" || script === "faults";
  if (isNamed && run !== undefined && !existsSync(join(ROOT, "scripts", script, `${run}.ts`))) return "no such run";
  const file = /^node ((?:scripts|src|tools)\/\S+\.ts)/.exec(command)?.[1];
  return file !== undefined && !existsSync(join(ROOT, file)) ? "there is no such file" : undefined;
}

test("every command that a file names exists", async () => {
  const faults: string[] = [];
  let seen = 0;
  for (const file of (await filesOfCheckout()).filter((each) => TEXT.test(each) && !LEFT_OUT.test(each))) {
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [command] of text.matchAll(
      /npm run (?:--silent )?[a-z][\w-]*(?::\w+)?(?: -- [a-z]+)?|node (?:scripts|src|tools)\/\S+\.ts/g,
    )) {
      seen++;
      const fault = faultOf(command);
      if (fault !== undefined) faults.push(`${file}: ${command}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect(seen).toBeGreaterThan(100);
});

test("there are eighteen npm scripts", () => {
  expect(Object.keys(scripts)).toHaveLength(18);
});

test("a command that does not exist is found", () => {
  expect(faultOf("npm run test:nothing")).toBe("there is no such script");
  expect(faultOf("npm run nothing")).toBe("there is no such script");
  expect(faultOf("npm run bench -- nothing")).toBe("no such run");
  expect(faultOf("node scripts/nothing.ts")).toBe("there is no such file");
});
