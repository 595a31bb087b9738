// The gate's step "prose": documents and everything that users read, checked for the constructions that we avoid. What
// creatures say is exempt. Comments are counted but never fail. With paths as arguments only what is under them is checked.
//
// Where a construction is right, the line above names it with a reason: `prose: lies, it is about lying`, in a comment.
import { globSync, readFileSync } from "node:fs";
import { catalogue } from "../texts/catalogue.ts";
import type { Kind } from "../texts/catalogue.ts";
import { commentsOf } from "../texts/literals.ts";
import type { Construction } from "./prose/constructions.ts";
import { CONSTRUCTIONS } from "./prose/constructions.ts";

const DOCUMENTS = ["*.md", "docs/**/*.md", "examples/{,*/}*.md", "packages/*/README.md"];
/** Wit is welcome where it is about a creature. */
const EXEMPT: ReadonlySet<Kind> = new Set<Kind>(["creatures' lines", "species"]);
const COMMENTED = ["src/**/*.ts", "packages/*/src/**/*.ts", "scripts/**/*.ts", "test/**/*.ts"];
const EXCEPTION = /\bprose: ([^,\n]+), (.+)/;

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly construction: Construction;
  readonly words: string;
}

interface Checked {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly kind?: Kind;
}

function findingsIn({ file, line, text, kind }: Checked): Finding[] {
  return CONSTRUCTIONS.filter(({ except }) => kind === undefined || except?.includes(kind) !== true).flatMap(
    (construction) =>
      Array.from(text.matchAll(construction.pattern), ({ index, 0: match }) => ({
        file,
        line: line + (text.slice(0, index).match(/\n/g)?.length ?? 0),
        construction,
        words: text.slice(Math.max(0, index - 30), index + match.length + 30).replaceAll(/\s+/g, " "),
      })),
  );
}

/** Markdown without code and addresses. Line breaks stay, for the numbers of lines. */
function proseOf(markdown: string): string {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, " ");
  return markdown
    .replaceAll(/^(```+)[^\n]*\n[\s\S]*?^\1$/gm, blank)
    .replaceAll(/`[^`\n]+`/g, (code) => "x".repeat(code.length))
    .replaceAll(/\]\([^)]*\)/g, blank);
}

/** The finding is excepted by the line above it or by the line itself. */
function isExcepted({ file, line, construction }: Finding, used: Set<string>): boolean {
  const lines = readFileSync(file, "utf8").split("\n");
  return [line - 1, line].some((number) => {
    const named = EXCEPTION.exec(lines[number - 1] ?? "")?.[1];
    if (named === construction.name) used.add(`${file}:${number}`);
    return named === construction.name;
  });
}

const paths = process.argv.slice(2);
const isWanted = (file: string) => paths.length === 0 || paths.some((path) => file.startsWith(path));
const under = (patterns: string[]) =>
  globSync(patterns).filter((file) => !file.includes("node_modules") && isWanted(file));

const faults: string[] = [];
const isFound = (name: string, text: string) =>
  findingsIn({ file: "planted", line: 1, text: proseOf(text) }).some(({ construction }) => construction.name === name);
for (const { name, planted, fine } of CONSTRUCTIONS) {
  if (!isFound(name, planted)) faults.push(`"${name}" was not found in its planted sentence: ${planted}`);
  if (fine !== undefined && isFound(name, fine)) faults.push(`"${name}" was found where it is not: ${fine}`);
}

const documents = under(DOCUMENTS).map((file) => ({ file, line: 1, text: proseOf(readFileSync(file, "utf8")) }));
const texts = catalogue().filter(({ kind, file }) => !EXEMPT.has(kind) && !file.endsWith(".md") && isWanted(file));
const excepted = new Set<string>();
const findings = [...documents, ...texts].flatMap(findingsIn).filter((finding) => !isExcepted(finding, excepted));
for (const { file, line, construction, words } of findings) {
  const { name, reason, instead } = construction;
  faults.push(`${file}:${line}: "${name}" (${reason}); say: ${instead}\n    … ${words.trim()} …`);
}

const comments = under(COMMENTED).flatMap((file) =>
  commentsOf(file, readFileSync(file, "utf8")).map(({ text, line }) => ({ file, line, text })),
);
const advice = comments.flatMap(findingsIn);

for (const fault of faults) console.log(fault);
console.log(
  `${documents.length} documents, ${texts.length} texts, ${CONSTRUCTIONS.length} constructions, ${excepted.size} exceptions, ` +
    `${faults.length} faults; advisory: ${advice.length} in ${comments.length} comments`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
