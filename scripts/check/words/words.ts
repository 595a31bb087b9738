// Reports doubtful expressions in the texts of the repository or of the folders named as arguments.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { doubtfulIn, isChecked } from "./doubtful.ts";

const folders = process.argv.slice(2);
const files = execFileSync("git", ["ls-files", "--", ...folders], { encoding: "utf8" })
  .trim()
  .split("\n");
let count = 0;
for (const file of files) {
  if (!isChecked(file) || !existsSync(file)) continue;
  for (const fault of doubtfulIn(file, readFileSync(file, "utf8"))) {
    count++;
    console.log(fault);
  }
}
console.log(`${count} doubtful expressions`);
process.exitCode = count === 0 ? 0 : 1;
