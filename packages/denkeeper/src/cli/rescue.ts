// A buddy that a coding agent once kept in its settings, as a name and a species to adopt by. The file also holds accounts and
// tokens: nothing of it but the buddy's name and the word for its kind leaves this file.
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { CliError } from "./failure.ts";
import { fieldsOf, parsed, type Fields } from "./json.ts";

/** The kinds that there were, and who is nearest to each here. */
export const NEAREST: Readonly<Record<string, string>> = {
  duck: "parrot",
  goose: "parrot",
  blob: "pixel",
  cat: "housecat",
  dragon: "phoenix",
  octopus: "axolotl",
  owl: "owl",
  penguin: "owl",
  turtle: "tortoise",
  snail: "tortoise",
  ghost: "echo",
  axolotl: "axolotl",
  capybara: "hamster",
  cactus: "hedgehog",
  robot: "robot",
  rabbit: "jackrabbit",
  mushroom: "sprite",
  chonk: "chonk",
};
const PLACES = ["companion", "buddy", "buddyCompanion"];
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_LETTERS = 50;

export interface Rescued {
  readonly name: string;
  /** Undefined where the file does not say it clearly: then its keeper chooses. */
  readonly kind: string | undefined;
}

export function rescuedFrom(file = join(homedir(), ".claude.json")): Rescued {
  const found = buddyIn(parsed(contentOf(file)));
  if (found !== undefined) return found;
  throw new CliError(
    `There is no buddy in ${file}`,
    "Adopt it by its name:\n  denkeeper adopt <name> --species <slug>",
  );
}

function contentOf(file: string): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const otherwise = "Give the file that has your buddy:\n  denkeeper adopt --rescue <file>";
  if (size === undefined) throw new CliError(`File not found: ${file}`, otherwise);
  if (size > MOST_BYTES) throw new CliError(`${file} is larger than 64 MB`, otherwise);
  return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
}

/** Its name as far as names go here: letters, digits, spaces, - and _. */
export function buddyIn(json: unknown): Rescued | undefined {
  const all = fieldsOf(json);
  const flat = { name: all["buddyName"], species: all["buddySpecies"] };
  for (const { name, ...more } of [...PLACES.map((place): Fields => fieldsOf(all[place])), flat] as const) {
    if (typeof name !== "string") continue;
    const plain = name
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{M}\p{Nd} _-]+/gu, " ")
      .replaceAll(/ +/g, " ")
      .trim();
    const cut = Array.from(plain).slice(0, MOST_LETTERS).join("").trim();
    if (/[\p{L}\p{Nd}]/u.test(cut)) return { name: cut, kind: kindOf(cut, more) };
  }
  return undefined;
}

/**
 * What its species says; without one, how its name ends, then its personality. Two kinds in one text are none, and many names
 * end like a short one.
 */
function kindOf(name: string, { species, personality }: Fields): string | undefined {
  if (typeof species === "string" && species.trim() !== "") return onlyKind(species, false);
  return onlyKind(name, true) ?? (typeof personality === "string" ? onlyKind(personality, false) : undefined);
}

function onlyKind(text: string, isName: boolean): string | undefined {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  const isIn = (kind: string) =>
    words.some((word) => word === kind || (isName && kind.length > 3 && word.endsWith(kind)));
  const [kind, ...others] = Object.keys(NEAREST).filter(isIn);
  return others.length === 0 ? kind : undefined;
}

/** "Gritblob was a blob. The nearest here is a Pixel." */
export function rescueWords({ name, kind }: Rescued): string {
  if (kind === undefined) return `Its file does not say what ${name} was.`;
  const nearest = NEAREST[kind] ?? kind;
  const was = `${name} was ${withArticle(kind)}.`;
  const here = nearest.charAt(0).toUpperCase() + nearest.slice(1);
  return nearest === kind ? `${was} There are ${kind}s here, too.` : `${was} The nearest here is ${withArticle(here)}.`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
