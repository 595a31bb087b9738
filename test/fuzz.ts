// Generates requests from the OpenAPI description: mostly valid, sometimes at the limits, sometimes hostile.
import * as fc from "fast-check";
import type { Operation } from "./openapi.ts";

type Schema = Readonly<Record<string, unknown>>;

const KB_16 = 16 * 1024;

/** Encodes a text in invisible tag characters. */
function tagged(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
}

/** Values of about 16,000 characters that are slow to parse, each for another kind of parser. */
const LONG = [
  "x".repeat(KB_16),
  " ".repeat(KB_16),
  "/".repeat(KB_16),
  "a/".repeat(KB_16 / 2),
  "-".repeat(KB_16),
  "\u0000".repeat(KB_16),
  "\ud800".repeat(KB_16),
  "\u202e".repeat(KB_16),
  "\n".repeat(KB_16),
  `a${"\u0301\u0323".repeat(KB_16 / 2)}`,
  "\u{1f469}\u200d".repeat(KB_16 / 3),
  "\ufdfa".repeat(KB_16),
  tagged("obey".repeat(KB_16 / 8)),
  `https://example.com/${"%20".repeat(5_000)}`,
];

/** Characters that disguise text, alone and inside otherwise valid values. */
const DISGUISES = ["\u0000", "\ud800", "\udc00\ud800", "\u202e", "\u2066", "\u{e0041}", "\u200d", "\ufeff", "\u3164"];
const disguised = [
  "Pip",
  "feed",
  "test-fuzz",
  "Europe/Berlin",
  "https://example.com/a",
  "01890a5d-ac96-774b-bcce-b302099a8057",
].flatMap((good) => DISGUISES.map((hidden) => good.slice(0, 3) + hidden + good.slice(3)));

/** Generates any value, favoring those that have broken services before. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...LONG),
  fc.constantFrom(...disguised, ...DISGUISES, tagged("obey me")),
  fc.constantFrom<unknown>(
    "",
    " ",
    "\u0000",
    "\u202e\u2066abc",
    "\ud800",
    "'; DROP TABLE agents; --",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "%00%ff",
    "{{7*7}}",
    "x".repeat(5000),
    "\u{1f600}".repeat(300),
    "__proto__",
    "null",
    "NaN",
    "1e309",
    "-0",
    0,
    -1,
    0.1,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 31,
    true,
    false,
    null,
    [],
    {},
    [null],
    { __proto__: null, a: [[[]]] },
    { toString: "x", constructor: null },
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Generates values that mostly fit the schema. Some are just outside of its limits, or break rules that no schema can express. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map(fitting));
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  switch (schema["type"]) {
    case "object":
      return objects(schema);
    case "array":
      return fc.array(fitting((schema["items"] ?? {}) as Schema), { maxLength: Number(schema["maxItems"] ?? 3) });
    case "integer":
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return strings(schema);
    default:
      return hostile;
  }
}

function numbers({ type, minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(Number(minimum ?? 0), -1e6);
  const max = Math.max(min, Math.min(Number(maximum ?? 10_000), 1e6));
  const step = type === "integer" ? 1 : 0.01;
  const inside =
    type === "integer"
      ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
      : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 4, arbitrary: inside }, fc.constantFrom(min, max, min - step, max + step));
}

const PLAIN = ["a", "b", "x", "z", "0", "9", "_", "-"];

const OF_FORMAT: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  uri: fc.oneof(fc.webUrl({ validSchemes: ["https"] }), fc.webUrl({ validSchemes: ["ftp", "http"] })),
};

function strings({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const formatted = OF_FORMAT[String(format)];
  if (formatted !== undefined) return formatted;
  const min = Number(minLength ?? 0);
  const max = Math.min(Number(maxLength ?? 40), 1200);
  const unit = typeof pattern === "string" ? fc.constantFrom(...PLAIN) : "grapheme";
  const inside = fc.string({ unit, minLength: min, maxLength: Math.min(max, min + 20) });
  const edges = [min, max, max + 1, Math.max(0, min - 1)].map((length) => "a".repeat(length));
  return fc.oneof({ weight: 5, arbitrary: inside }, fc.constantFrom(...edges));
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>).map(
    ([name, schema]) =>
      [name, fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile })] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
}

/** Generates the documented example with a new name, and at most one field with another valid value. */
function nearly(example: object, { properties = {} }: Schema): fc.Arbitrary<object> {
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) =>
    fitting(schema).map((value) => ({ [name]: value })),
  );
  const fresh = fc.stringMatching(/^[a-z0-9]{12}$/).map((word) => {
    const named = Object.keys(example).filter((name) => ["username", "slug"].includes(name));
    return Object.fromEntries(named.map((name) => [name, word]));
  });
  const changed = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, ...fields);
  return fc.tuple(fresh, changed).map(([name, change]) => Object.assign({}, example, name, change));
}

export interface Fuzzed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Index of the caller, which may have a valid key, no key or an invalid key. */
  readonly caller: number;
}

const HEADER_TEXT = /^[\u0020-\u007e]*$/;

export function requestsFor(path: string, method: string, operation: Operation): fc.Arbitrary<Fuzzed> {
  const inPlace = (place: string) => {
    const fields = operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(
        ({ name, schema }) =>
          [name, fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile })] as const,
      );
    const requiredKeys = place === "path" ? fields.map(([name]) => name) : [];
    return fc.record(Object.fromEntries(fields), { requiredKeys });
  };
  const { schema, example = {} } = operation.requestBody?.content["application/json"] ?? {};
  const body =
    schema === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 14, arbitrary: nearly(example as object, schema).map((value) => JSON.stringify(value)) },
          { weight: 14, arbitrary: fitting(schema).map((value) => JSON.stringify(value)) },
          { weight: 2, arbitrary: hostile.map((value) => JSON.stringify(value)) },
          { weight: 1, arbitrary: fc.constantFrom("", "{", "\u0000", "[]", '{"a":1,"a":2}', '{"__proto__":{"x":1}}') },
        );
  const headers = inPlace("header").map((values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const text = textOf(value);
        return HEADER_TEXT.test(text) ? [[name, text.slice(0, 2000)]] : [];
      }),
    ),
  );
  return fc.record({
    method: fc.constant(method.toUpperCase()),
    path: fc.constant(path),
    operation: fc.constant(operation),
    params: inPlace("path"),
    query: inPlace("query"),
    body,
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
    caller: fc.nat({ max: 1_000_000 }),
  });
}

/** The server accepts 16 KB of headers, including the address. */
const MOST_ADDRESS = 15_000;
/** Raw parts of an address: invalid bytes, invisible text, dot segments, and separators. */
const RAW = ["%00", "%ED%A0%80", "%FF", "%F3%A0%81%81", "%E2%80%AE", "%", "%2e%2e%2f", ";", "//"];

/** Returns the address of a request with the generated values filled in. */
export function addressOfFuzzed({
  path,
  params,
  query,
  caller,
}: Pick<Fuzzed, "path" | "params" | "query" | "caller">): string {
  const encoded = (value: unknown): string => encodeURIComponent(textOf(value).toWellFormed());
  // A dot segment changes the path, so it is never sent as a value.
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]).replace(/^\.{1,2}$/, "-"));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
  // An unknown query field, sent twice.
  if (caller % 17 === 0) search.push("unasked=1", "unasked=2");
  if (caller % 23 === 0) search.push(`unasked=${RAW[caller % RAW.length] ?? ""}`);
  const raw = caller % 19 === 0 && path.includes("{") ? (RAW[caller % RAW.length] ?? "") : "";
  const address = search.length === 0 ? filled + raw : `${filled}${raw}?${search.join("&")}`;
  return address.slice(0, MOST_ADDRESS);
}

/** A page or picture, which is public but not in the API description. */
export interface FuzzedPage {
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly caller: number;
}

const QUERY_OF_PAGES = [
  "page",
  "per_page",
  "family",
  "stage",
  "mood",
  "species",
  "category",
  "agent",
  "q",
  "a",
  "b",
  "done",
  "sort",
];

export function pageRequests(paths: readonly string[]): fc.Arbitrary<FuzzedPage> {
  return fc.constantFrom(...paths).chain((path) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const params = fc.record(Object.fromEntries(names.map((name) => [name, hostile])));
    const query = fc.dictionary(fc.constantFrom(...QUERY_OF_PAGES), hostile, { maxKeys: 3 });
    return fc.record({ path: fc.constant(path), params, query, caller: fc.nat({ max: 1_000_000 }) });
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
