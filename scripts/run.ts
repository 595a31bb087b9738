// Runs one file of a folder by its name: `npm run bench -- NAME` and `npm run faults -- NAME`. Without a name it lists them.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [folder = "", name = "", ...options] = process.argv.slice(2);
const path = join(import.meta.dirname, folder);
const names = readdirSync(path).flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? []);

/** How the comment that opens a file begins. */
function purposeOf(file: string): string {
  const comment = /^(?:\/\/.*\n)+/.exec(readFileSync(join(path, `${file}.ts`), "utf8"))?.[0] ?? "";
  return /^.*?(?=[.:] )/.exec(comment.replaceAll(/^\/\/ ?/gm, "").replaceAll("\n", " "))?.[0] ?? "";
}

if (names.includes(name)) {
  process.argv.splice(2, Infinity, ...options);
  await import(join(path, `${name}.ts`));
} else {
  const isQuestion = name === "" || name === "--help";
  if (!isQuestion) console.log(`There is no ${name}.\n`);
  console.log(`npm run ${folder} -- NAME [options]    -- NAME --help lists the options\n`);
  for (const each of names) console.log(`  ${each.padEnd(10)}${purposeOf(each)}`);
  process.exitCode = isQuestion ? 0 : 2;
}
