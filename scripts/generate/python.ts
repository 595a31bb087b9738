// Writes the version and the table of operations into the Python client, which is otherwise written by hand: it has to stay one file.
import type { Contract } from "../../src/contracts/kit/contract.ts";

const START = "`npm run generate` from the contracts.\n";
const END = "# end of the generated part\n";
const LONGEST_LINE = 120;

/** Python's naming, which is also that of the MCP tools. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** As many words in a line as fit. */
function inLines(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const last = text.slice(text.lastIndexOf("\n") + 1);
    return last.length + word.length < LONGEST_LINE ? `${text} ${word}` : `${text}\n    ${word}`;
  }, "   ");
}

function generatedText(contracts: readonly Contract[], version: string): string {
  const offered = contracts.filter(({ auth }) => auth !== "admin");
  const lines = offered.map(({ name, method, path, auth, query: taken }) => {
    const query = Object.keys(taken?.shape ?? {}).map((field) => `"${field}"`);
    // In Python a tuple of one needs a comma.
    const tuple = query.length === 1 ? `(${query[0]},)` : `(${query.join(", ")})`;
    return `    "${snakeCase(name)}": Operation("${method}", "${path}", ${tuple}, "${auth}"),\n`;
  });
  const names = inLines(offered.map(({ name }) => `"${snakeCase(name)}",`));
  return `__version__: Final = "${version}"\nOperationName = Literal[\n${names}\n]\nOPERATIONS: Final[dict[OperationName, Operation]] = {\n${lines.join("")}}\n`;
}

/** The client's file with its generated part made anew. */
export function pythonClient(file: string, contracts: readonly Contract[], version: string): string {
  const start = file.indexOf(START) + START.length;
  const end = file.indexOf(END);
  if (start < START.length || end < start) throw new Error("the Python client has lost its generated part");
  return `${file.slice(0, start)}${generatedText(contracts, version)}${file.slice(end)}`;
}
