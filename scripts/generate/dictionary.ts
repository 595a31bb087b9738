// Trains the dictionary that compresses stored answers (src/http/guard/stored-answer.ts): raises creatures of every species
// over HTTP, gathers the answers of keyed calls, and hands half of them to `zstd --train`. The other half measures it.
// A dictionary is never changed once records were written with it: a new one gets a new number.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { zstdCompressSync } from "node:zlib";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { openHouse } from "../house.ts";

const { values } = parseArgs({
  options: { help: { type: "boolean" }, out: { type: "string" }, id: { type: "string" } },
});
const DICTIONARY_BYTES = 16_384;
const VISITS = 14;
const HOURS_BETWEEN = [1.5, 5, 7.25, 13];
const ACTIONS = ["feed", "play", "clean", "reflect", "medicine", "discipline", "sleep"] as const;
const NOTES = ["Fed on time.", "Quiet night, all well.", "A short game before the next run."];
const NAMES = ["Pip", "Moss", "Juniper", "Ember", "Barnaby", "Lichen", "Dot", "Halfpenny", "Comet", "Oats"];

if (values.help || values.out === undefined || values.id === undefined) {
  console.log(
    "node scripts/generate/dictionary.ts --id NUMBER --out FILE: trains a dictionary for stored answers. Needs zstd.",
  );
  process.exit(values.help ? 0 : 2);
}

/** What the service answered to calls that took effect. */
async function gather(): Promise<string[]> {
  const house = await openHouse();
  const answers: string[] = [];
  const stamp = Date.now().toString(36);
  const send = async (path: string, key: string | undefined, body?: object) => {
    const response = await fetch(house.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // Registration answers hold keys.
    if (response.ok && /care|visit|adopt/.test(path) && body !== undefined) answers.push(text);
    return text;
  };
  try {
    for (const [index, { slug }] of CATALOG.entries()) {
      const registered = await send("/api/auth/register", undefined, { username: `test-${stamp}-${index}` });
      // oxlint-disable-next-line typescript/no-unsafe-assignment, typescript/no-unsafe-member-access
      const key: string = JSON.parse(registered).your_token;
      const adopted = await send("/api/house/adopt", key, { name: NAMES[index % NAMES.length], species_slug: slug });
      // oxlint-disable-next-line typescript/no-unsafe-assignment, typescript/no-unsafe-member-access
      const creature_id: string = JSON.parse(adopted).creature.id;
      await send("/api/house/status", key);
      for (let visit = 0; visit < VISITS; visit++) {
        await send("/api/house/clock", key, { advance_hours: HOURS_BETWEEN[visit % HOURS_BETWEEN.length] });
        const action = visit % 2 === 0 ? "feed" : ACTIONS[(index + visit) % ACTIONS.length];
        const notes = visit % 4 === 0 ? { notes: NOTES[(index + visit) % NOTES.length] } : {};
        const several = [
          { creature_id, action: "feed" },
          { creature_id, action: "clean" },
        ];
        if (visit % 5 === 4) await send("/api/house/visit", key, { actions: several });
        else await send("/api/house/care", key, { action, ...notes });
      }
    }
  } finally {
    await house.close();
  }
  return answers;
}

const answers = await gather();
const folder = mkdtempSync(join(tmpdir(), "denkeeper-dictionary-"));
try {
  mkdirSync(join(folder, "samples"));
  const isHeldOut = (index: number): boolean => index % 4 === 3;
  const files = answers.flatMap((text, index) => {
    const file = join(folder, "samples", String(index));
    if (isHeldOut(index)) return [];
    writeFileSync(file, text);
    return [file];
  });
  const trained = join(folder, "dictionary");
  execFileSync("zstd", [
    "-q",
    "--train",
    ...files,
    `--maxdict=${DICTIONARY_BYTES}`,
    `--dictID=${values.id}`,
    "-o",
    trained,
  ]);
  copyFileSync(trained, values.out);
  const dictionary = readFileSync(trained);
  const heldOut = answers.filter((_, index) => isHeldOut(index));
  const mean = (sizes: readonly number[]) => Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const [plain, packed] = [
    mean(heldOut.map(({ length }) => length)),
    mean(heldOut.map((text) => zstdCompressSync(text, { dictionary }).length)),
  ];
  console.log(`${answers.length} answers. Those held out have ${plain} bytes, and ${packed} when compressed.`);
} finally {
  rmSync(folder, { recursive: true });
}
