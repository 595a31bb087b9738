// Runs a script of a folder by its name (`npm run faults -- NAME`), or lists the scripts.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { purposeOf } from "./options.ts";

const [folder = "", name = "", ...options] = process.argv.slice(2);
const path = join(import.meta.dirname, folder);
const names = readdirSync(path).flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? []);

if (names.includes(name)) {
  process.argv.splice(2, Infinity, ...options);
  await import(join(path, `${name}.ts`));
} else {
  const isHelp = name === "" || name === "--help";
  if (!isHelp) console.log(`There is no script ${name} in scripts/${folder}.\n`);
  console.log(`npm run ${folder} -- NAME [options]    -- NAME --help lists the options\n`);
  for (const script of names)
    console.log(
      `  ${script.padEnd(10)}${/^[^.:]*/.exec(purposeOf(join(path, `${script}.ts`)).replaceAll("\n", " "))?.[0]}`,
    );
  process.exitCode = isHelp ? 0 : 2;
}
