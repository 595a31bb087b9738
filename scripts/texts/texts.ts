// `npm run texts`: everything that a user can read, by kind, each with where it comes from, to be read in one sitting.
// With kinds as arguments: only those (`npm run texts -- errors steps`).
import { KINDS, catalogue } from "./catalogue.ts";

const wanted = process.argv.slice(2);
const all = catalogue();
for (const kind of KINDS) {
  const texts = all.filter((each) => each.kind === kind);
  if (wanted.length > 0 && !wanted.some((word) => kind.includes(word))) continue;
  console.log(`\n## ${kind} (${texts.length})\n`);
  let last = "";
  for (const { text, file, line } of texts) {
    if (file !== last) console.log(file);
    last = file;
    console.log(`  ${String(line).padStart(4)}  ${text}`);
  }
}
