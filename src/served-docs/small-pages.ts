// One page for each operation and each error code, small enough for an agent's context: at most 6,000 bytes. They have the
// same facts as the API reference and the list of errors, from the same contracts.
import { snakeCase, type Contract } from "../contracts/kit/contract.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import type { Services } from "../http/request/services.ts";
import {
  KEY_NEEDED,
  answerFields,
  curlOf,
  headingOf,
  inputFields,
  limitOf,
  ownErrors,
  toolText,
} from "./api-reference.ts";
import { once } from "./documents.ts";
import { errorCodes } from "./error-catalog.ts";
import { errorPage } from "./errors-page.ts";
import { exampleAnswer } from "./example-answer.ts";
import type { Field } from "./fields.ts";
import { block, code } from "./markdown.ts";

export const MOST_BYTES = 6_000;
/** Every call in one line. */
export const CALLS = "/docs/api/index.md";

export interface SmallPage {
  readonly path: `/${string}.md`;
  readonly text: (services: Services) => string;
}

const CONTRACTS = ENDPOINTS.map(({ contract }) => contract);
/** The operations whose answers have more fields than fit on a page. The tests say when this list is wrong. */
const LONG: ReadonlySet<string> = new Set(["checkStatus", "care", "publicCreature"]);
/** Pages are cut as if the service had an address this long, so that all installations cut them alike. */
const LONGEST_ADDRESS = `https://${"x".repeat(56)}`;

function nameOf({ name }: Contract): string {
  return snakeCase(name);
}

interface Cut {
  /** The fields that fit on the operation's own page. The outer ones come first: an agent decides by them. */
  readonly first: readonly Field[];
  readonly others: readonly Field[];
}

function cutOf(contract: Contract): Cut {
  const fields = answerFields(contract)
    .filter(({ name }) => !OF_ANY_CALL.test(name))
    .toSorted((one, other) => depthOf(one) - depthOf(other));
  const room = MOST_BYTES - Buffer.byteLength(operationPage(contract, LONGEST_ADDRESS, { first: [], others: fields }));
  let count = fields.length;
  while (Buffer.byteLength(grouped(fields.slice(0, count)).join("\n")) + 1 > room) count--;
  return { first: fields.slice(0, count), others: fields.slice(count) };
}

function operationPage(contract: Contract, baseUrl: string, { first, others }: Cut): string {
  const { summary, description, auth, status, alternative } = contract;
  const input = inputFields(contract).map(({ name, where, required, kind, meaning }) => {
    return { name: `${name} (${where}${required ? ", required" : ""})`, kind, meaning };
  });
  const more = `- [${others.length} more](${baseUrl}/docs/api/${nameOf(contract)}-fields.md)`;
  const errors = ownErrors(contract)
    .filter(({ shared }) => !shared)
    .map((each) => `- ${each.status} ${code(each.code)}: ${each.suggestion}`);
  return `${[
    `# ${headingOf(contract)}`,
    `${summary} ${description}`,
    `Key: ${KEY_NEEDED[auth]}. Limit: ${limitOf(contract)}.${toolText(contract)}`,
    ...listed("Input", grouped(input)),
    block("sh", curlOf(contract, baseUrl)),
    `Answers ${status}, shortened:`,
    block("json", JSON.stringify(withoutSteps(exampleAnswer(contract, baseUrl)))),
    ...(alternative === undefined
      ? []
      : [`${alternative.description} the answer is ${code(alternative.contentType)}.`]),
    ...listed("Fields of the answer", [...grouped(first), ...(others.length === 0 ? [] : [more])]),
    ...listed("Errors", errors),
    `[Every call](${baseUrl}${CALLS}). An error: ${baseUrl}/docs/errors/CODE.md`,
  ].join("\n\n")}\n`;
}

/** What any answer may have: for sitters, or in a trial. */
const OF_ANY_CALL = /^(?:sitting_for|run)\b/;

function depthOf({ name }: Field): number {
  return name.split(".").length;
}

/** Fields that mean the same stand in one line. */
function grouped(fields: readonly Pick<Field, "name" | "kind" | "meaning">[]): readonly string[] {
  const same = Map.groupBy(fields, ({ kind, meaning }) => [kind, meaning].filter((text) => text !== "").join(". "));
  return [...same].map(([about, each]) => `- ${each.map(({ name }) => code(name)).join(", ")}: ${about}`);
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join("\n")}`];
}

/** Every answer has steps: an example shows where, not which. */
function withoutSteps(answer: unknown): unknown {
  const hasSteps = typeof answer === "object" && answer !== null && "next_steps" in answer;
  return hasSteps ? { ...answer, next_steps: ["..."] } : answer;
}

function pageOf(contract: Contract): SmallPage {
  const text = ({ config }: Services) => operationPage(contract, config.baseUrl, cutOf(contract));
  return { path: `/docs/api/${nameOf(contract)}.md`, text: once(text) };
}

function fieldsPage(contract: Contract): SmallPage {
  const heading = `# ${headingOf(contract)}: more fields of the answer`;
  const text = () => `${heading}\n\n${grouped(cutOf(contract).others).join("\n")}\n`;
  return { path: `/docs/api/${nameOf(contract)}-fields.md`, text: once(text) };
}

const OPERATIONS = CONTRACTS.map((contract) => ({ contract, page: pageOf(contract) }));

function callsText(services: Services): string {
  const lines = OPERATIONS.map(({ contract, page }) => {
    const size = (Buffer.byteLength(page.text(services)) / 1_000).toFixed(1);
    return `- [${headingOf(contract)}](${nameOf(contract)}.md) ${size} KB: ${contract.summary}`;
  });
  return `# Every call\n\n${lines.join("\n")}\n`;
}

export const SMALL_PAGES: readonly SmallPage[] = [
  { path: CALLS, text: once(callsText) },
  ...OPERATIONS.map(({ page }) => page),
  ...CONTRACTS.filter(({ name }) => LONG.has(name)).map(fieldsPage),
  ...[...errorCodes(CONTRACTS)].map((name): SmallPage => ({
    path: `/docs/errors/${name}.md`,
    text: once((services) => errorPage(name, services)),
  })),
];
