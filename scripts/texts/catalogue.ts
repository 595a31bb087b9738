// Everything that a user can read, derived from the sources: API, pages, command line, the operator's view, alerts and
// runbook, descriptions for OpenAPI and MCP, and what creatures say.
import { globSync, readFileSync } from "node:fs";
import { LineCounter, isScalar, parseDocument, visit } from "yaml";
import type { Literal } from "./literals.ts";
import { literalsOf } from "./literals.ts";
import { textsInMarkup } from "./markup.ts";

export const KINDS = [
  "errors",
  "suggestions",
  "steps",
  "messages",
  "descriptions",
  "page copy",
  "command line",
  "operator",
  "settings",
  "alerts and runbook",
  "species",
  "creatures' lines",
] as const;
export type Kind = (typeof KINDS)[number];

export interface Text {
  readonly kind: Kind;
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** Where texts are, and of which kind; the first that matches. `undefined`: by the property that holds the text. */
const SOURCES: readonly (readonly [prefix: string, kind: Kind | undefined])[] = [
  ["src/web/operator/", "operator"],
  ["src/web/", "page copy"],
  ["src/served-docs/", "page copy"],
  ["src/config/", "settings"],
  ["src/contracts/", undefined],
  ["src/endpoints/", undefined],
  ["src/http/", undefined],
  ["src/payments/", undefined],
  ["src/app/", undefined],
  ["src/identity/", undefined],
  ["src/providers/", undefined],
  ["packages/denkeeper/src/", "command line"],
  ["scripts/dev/", "command line"],
  ["packages/rules/src/species/", "species"],
  ["packages/rules/src/replay/", "command line"],
  ["packages/rules/src/", "creatures' lines"],
  ["packages/trials/src/", "creatures' lines"],
];

/** Files whose strings are data. */
const LEFT_OUT = [
  /\.test\.ts$/,
  /\/generated\//,
  /^src\/web\/browser\//,
  /^src\/served-docs\/(fields|sample|example-answer)\.ts$/,
  /^src\/providers\/similarity\//,
  /^src\/app\/portraits\//,
  /^src\/identity\/reserved-names\.ts$/,
  /^packages\/rules\/src\/species\/(?!catalog\/[\w-]+(?<!-items)\.ts$)/,
];

/** What is called with texts that no user reads. */
const UNREAD_CALLS =
  /^(meta|classes|svg|RegExp|Error|TypeError|includes|has|startsWith|endsWith|split|replace|replaceAll|join|statement|faultPoint|info|warn|debug|fatal|error|gauge|counter|histogram|Counter|Gauge|Histogram|attributeOf|querySelector|matches|setHeader|describe|example)$/;
const UNREAD_KEYS =
  /^(summary|class|className|style|href|viewBox|d|help|contentType|headers|example|points|path|sql|text)$/;
const CONTRACT_KEYS = /^(error|suggestion|invalid|invalidSuggestion|failure)$/;
const CONTRACT_FILE = /^src\/contracts\/(?!kit\/|shapes\/(?!paying-errors))/;
/** Two words, or one that begins a heading. What is filled in does not count. */
const WORDS = /\p{L}{2,}\P{L}*\s\P{L}*\p{L}/u;
const HEADING = /^\p{Lu}\p{Ll}+[.!?:]?$/u;
/** "{name} hatched." */
const SHORT_SENTENCE = /\p{L}{3,}[.!?]$/u;
const FILLED_IN = /\{[^}]*\}/g;
/** SQL, addresses, paths, header values, classes. */
const NOT_PROSE =
  /^(SELECT|INSERT|UPDATE|DELETE|WITH|LOCK|BEGIN|HTTP\/|Bearer |urn:|https?:|[\w-]+=)|'self'|'none'|no-store|max-age|redis\.call|__|\w--\w|^[\w-]+\/[\w-]+[;,]|^\S*$/;

const KIND_BY_KEY: readonly (readonly [key: RegExp, kind: Kind])[] = [
  [/^(suggestion|invalidSuggestion|details)$/, "suggestions"],
  [/^(error|invalid|failure)$/, "errors"],
  [/^(description|why|WHY|look|comeBack)$/, "steps"],
];
const KIND_BY_CALL: readonly (readonly [call: RegExp, kind: Kind])[] = [
  [/^(Failure|refuse)$/, "errors"],
  [/(Step|Steps|^step|^towards\w+)$/, "steps"],
];

/** Kinds whose headings are single words. */
const SHOWN: ReadonlySet<Kind | undefined> = new Set<Kind>(["page copy", "operator", "command line"]);

function kindOf({ keys, calls }: Literal): Kind {
  const byKey = KIND_BY_KEY.find(([pattern]) => keys.some((key) => pattern.test(key)));
  const byCall = KIND_BY_CALL.find(([pattern]) => calls.some((call) => pattern.test(call)));
  return byKey?.[1] ?? byCall?.[1] ?? "messages";
}

/** What the reference, OpenAPI and MCP say about operations and fields. */
function isDescription(file: string, { keys: [key = ""], calls: [call] }: Literal): boolean {
  if (!file.startsWith("src/contracts/")) return false;
  const isField = call === "describe" || (call === "meta" && key === "description");
  return isField || (CONTRACT_FILE.test(file) && /^(summary|description)$/.test(key));
}

function isRead(file: string, shows: boolean, literal: Literal): boolean {
  const { text, keys, calls } = literal;
  if (file.includes("/species/catalog/")) return keys[0] === "personality";
  if (isDescription(file, literal)) return true;
  if (CONTRACT_FILE.test(file)) return keys.some((key) => CONTRACT_KEYS.test(key)) && !keys.includes("response");
  const operatorReadsErrors = file.startsWith("src/config/") || file.startsWith("packages/denkeeper/");
  const unread = calls.some(
    (call) => UNREAD_CALLS.test(call) && !(operatorReadsErrors && /^(Error|describe)$/.test(call)),
  );
  const written = text.replaceAll(FILLED_IN, "");
  const hasWords = WORDS.test(written) || (text.includes(" ") && SHORT_SENTENCE.test(written));
  const isProse = (hasWords && !NOT_PROSE.test(text.trim())) || (shows && HEADING.test(text));
  return !unread && !keys.some((key) => UNREAD_KEYS.test(key)) && isProse;
}

function textsOfSource(file: string, kind: Kind | undefined): Text[] {
  return literalsOf(file, readFileSync(file, "utf8")).flatMap((literal) => {
    if (literal.tag === "svg") return [];
    if (literal.tag === "html" || literal.text.includes("</"))
      return textsInMarkup(literal).map(({ text, line }) => ({ kind: kind ?? "page copy", text, file, line }));
    if (literal.tag !== undefined || !isRead(file, SHOWN.has(kind), literal)) return [];
    const text = literal.text.replaceAll(/\s+/g, " ").trim();
    return [
      {
        kind: isDescription(file, literal) ? "descriptions" : (kind ?? kindOf(literal)),
        text,
        file,
        line: literal.line,
      },
    ];
  });
}

/** Summaries and descriptions of alerts. */
function textsOfAlerts(file: string): Text[] {
  const lines = new LineCounter();
  const texts: Text[] = [];
  visit(parseDocument(readFileSync(file, "utf8"), { lineCounter: lines }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || !/^(summary|description)$/.test(String(key.value))) return;
      const { line } = lines.linePos(value.range?.[0] ?? 0);
      texts.push({ kind: "alerts and runbook", text: String(value.value), file, line });
    },
  });
  return texts;
}

/** The rows of the runbook. */
function textsOfRunbook(file: string): Text[] {
  const all = readFileSync(file, "utf8").split("\n");
  const from = all.indexOf("## When an alert fires");
  const to = all.findIndex((line, index) => index > from && line.startsWith("## "));
  return all.slice(from, to).flatMap((line, index) => {
    const text = line.replaceAll(/\s{2,}/g, " ").trim();
    return WORDS.test(text) ? [{ kind: "alerts and runbook", text, file, line: from + index + 1 } as const] : [];
  });
}

/** Titles of the dashboard's panels. */
function textsOfDashboard(file: string): Text[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const text = /"(?:title|description)": "(.*\p{L}.*)"/u.exec(line)?.[1];
      return text === undefined ? [] : [{ kind: "operator", text, file, line: index + 1 } as const];
    });
}

/** Every text once, in the order of kinds and files. */
export function catalogue(): Text[] {
  const files = globSync(["src/**/*.ts", "packages/*/src/**/*.ts", "scripts/dev/*.ts"]).toSorted();
  const ofSources = files.flatMap((file) => {
    if (LEFT_OUT.some((pattern) => pattern.test(file))) return [];
    const source = SOURCES.find(([prefix]) => file.startsWith(prefix));
    return source === undefined ? [] : textsOfSource(file, source[1]);
  });
  const all = [
    ...ofSources,
    ...textsOfDashboard("deploy/grafana/dashboard.json"),
    ...textsOfAlerts("deploy/prometheus/alerts.yml"),
    ...textsOfRunbook("docs/operating.md"),
  ];
  const seen = new Set<string>();
  const once = all.filter(({ kind, text }) => seen.size < seen.add(`${kind} ${text}`).size);
  return once.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}
