// Renders a page of at most 6,000 bytes for each operation and each error code, to fit an agent's context, with the facts of the
// API reference and the list of errors.
import { snakeCase, type Contract } from "../http/contract/contract.ts";
import type { Services } from "../http/request/services.ts";
import { once } from "../platform/once.ts";
import { callParts, everyCall, headingOf, headedList } from "./api-reference.ts";
import type { DocsDocument } from "./documents.ts";
import { errorCodes, errorPage } from "./errors-page.ts";

export const MOST_BYTES = 6_000;
/** The list of calls, one line each. */
export const CALLS = "/docs/api/index.md";

export const EVERY_CALL: DocsDocument = {
  name: "everyCall",
  path: "/docs/api/every-call.md",
  title: "What holds for every call",
  about: "Keys, steps, limits, repeating, input, and errors that any call may answer with.",
  text: once(({ contracts, config }) => everyCall(contracts, config.baseUrl)),
};

type SmallPage = Pick<DocsDocument, "path" | "text">;

/** Operations whose answers have more fields than fit on a page. A test checks this list. */
const LONG: ReadonlySet<string> = new Set(["checkStatus", "care", "home", "publicCreature", "publicAgent"]);
/** Stands for the service's address while pages are cut, so that all installations cut them at the same place. */
const LONGEST_ADDRESS = `https://${"x".repeat(56)}`;

function nameOf({ name }: Contract): string {
  return snakeCase(name);
}

function fieldsPathOf(contract: Contract): SmallPage["path"] {
  return `/docs/api/${nameOf(contract)}-fields.md`;
}

/**
 * Splits an operation's page, computed for the longest address, into the text that fits and the lines on inner fields that do
 * not.
 */
const split = once((contract: Contract): { readonly text: string; readonly others: readonly string[] } => {
  const { before, fields, after } = callParts(contract, LONGEST_ADDRESS, "#");
  const foot = `[Every call](${LONGEST_ADDRESS}${CALLS}). An error: ${LONGEST_ADDRESS}/docs/errors/CODE.md\n`;
  const pageWith = (lines: readonly string[]) =>
    [...before, ...headedList("## Fields of the answer", lines), ...after, foot].join("\n\n");
  const more = `- [More](${LONGEST_ADDRESS}${fieldsPathOf(contract)})`;
  let room = MOST_BYTES - Buffer.byteLength(pageWith([more]));
  const fitting = fields.filter((line) => (room -= Buffer.byteLength(line) + 1) >= 0);
  const others = fields.slice(fitting.length);
  return { text: pageWith(others.length === 0 ? fields : [...fitting, more]), others };
});

export function smallPageOf(contract: Contract): SmallPage {
  const text = ({ config }: Services) => split(contract).text.replaceAll(LONGEST_ADDRESS, config.baseUrl);
  return { path: `/docs/api/${nameOf(contract)}.md`, text };
}

function fieldsPage(contract: Contract): SmallPage {
  const heading = `# ${headingOf(contract)}: more fields of the answer`;
  return { path: fieldsPathOf(contract), text: () => `${heading}\n\n${split(contract).others.join("\n")}\n` };
}

function callsText(services: Services): string {
  const lines = services.contracts.map((contract) => {
    const size = (Buffer.byteLength(smallPageOf(contract).text(services)) / 1_000).toFixed(1);
    return `- [${headingOf(contract)}](${nameOf(contract)}.md) ${size} KB: ${contract.summary}`;
  });
  return `# Every call\n\nWhat holds for each: [every-call.md](every-call.md).\n\n${lines.join("\n")}\n`;
}

export function smallPages(contracts: readonly Contract[]): readonly SmallPage[] {
  return [
    { path: CALLS, text: once(callsText) },
    EVERY_CALL,
    ...contracts.map(smallPageOf),
    ...contracts.filter(({ name }) => LONG.has(name)).map(fieldsPage),
    ...[...errorCodes(contracts)].map((name): SmallPage => ({
      path: `/docs/errors/${name}.md`,
      text: once((services) => errorPage(name, services)),
    })),
  ];
}
