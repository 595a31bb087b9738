// Defines the contract of an endpoint. Validation, handler types, rate limits, OpenAPI, discovery, did_you_mean, and next_steps
// are all derived from it, so they cannot drift apart.
import type { Seconds } from "@denkeeper/rules/time/units.ts";
import { z } from "zod";
import type { JsonObject } from "../../platform/json.ts";
import type { CallerLoad } from "../../model/agents/store/callers.ts";
import { MOST_WARNINGS, warning } from "./body-fields.ts";
import type { FieldFault } from "./check-schema.ts";
import { namedObject } from "./json-schema.ts";

type HttpMethod = "GET" | "POST" | "DELETE";

/** An entry of `next_steps`, which is either a call of this API or a link to another site. */
export const nextStep = z
  .union([
    namedObject("CallStep", {
      action: z.string(),
      method: z.enum(["GET", "POST", "DELETE"]),
      endpoint: z.string().regex(/^\//),
      description: z.string(),
      body: z.record(z.string(), z.unknown()).optional(),
      due: z.boolean().optional().describe("Only on a visit with all that is due in the house. Send it as given."),
    }),
    namedObject("LinkStep", { action: z.string(), url: z.url(), description: z.string() }),
  ])
  .meta({ id: "NextStep", description: "A suggested next call that works as given, or a link." });
export type NextStep = z.output<typeof nextStep>;

/** Cache-Control of public answers. Shared caches store them for a minute. */
export const PUBLIC_MINUTE = "public, s-maxage=60, stale-while-revalidate=30";

export const nextSteps = z.array(nextStep).meta({ id: "NextSteps", description: "Suggested next calls." });

/** Returns a limit's maximum after scaling by RATE_LIMIT_FACTOR. */
export function scaledMax(max: number, factor: number): number {
  return Math.max(1, Math.round(max * factor));
}

/** A limit on the number of requests in a fixed window. */
export interface Limit {
  /** The subject that requests are counted by. An agent's counter increases only after the key matched. */
  readonly by: "ip" | "agent";
  readonly max: number;
  readonly windowSeconds: Seconds;
  /** Contracts that name the same counter share it. Defaults to the contract's own counter. */
  readonly counter?: string;
  /**
   * The maximum for calls that carry a payment. They have a separate counter, so that asking for a price never uses up the right
   * to pay.
   */
  readonly paying?: number;
  /** The maximum for refused and replayed calls. Set where only calls that take effect count against `max`. */
  readonly others?: number;
  /** Set if each deployment starts a new counter. */
  readonly perDeployment?: true;
}

/** A contract, or another named object that has a limit. */
export interface LimitOwner {
  readonly name: string;
  readonly limit: Limit;
}

/** An error that a handler may throw by its code. */
interface ErrorCase {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 422 | 503;
  readonly error: string;
  /** Describes, for the documentation, when the error occurs. */
  readonly description: string;
  /** The default suggestion, which the handler may override. */
  readonly suggestion?: string;
  readonly headers?: OwnHeaders;
}

/** Descriptions of headers that only some answers have, by name. */
export type OwnHeaders = Readonly<Record<string, string>>;

export interface Contract {
  /** The unique name of the operation, in camelCase. */
  readonly name: string;
  readonly method: HttpMethod;
  /** The path, with parameters in braces, such as /api/house/species/{slug}. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly auth: "none" | "optional" | "required" | "admin";
  /** How a sitter key may use the call. Undefined if it may not. For `cares` and `visits`, it must allow each action. */
  readonly sitter?: "reads" | "cares" | "visits";
  /** The parts of the house that the key check loads, which may depend on the query. Defaults to the agent alone. */
  readonly load?: CallerLoad | ((search: string) => CallerLoad);
  readonly limit: Limit;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** A schema that accepts undefined makes the body optional. */
  readonly body?: z.ZodType<object | undefined, object | undefined>;
  /** Set if the call creates something permanent. Such calls are refused while the disk is nearly full (ROOM-1). */
  readonly begins?: true;
  /** Defaults by method: GET `reads`, POST `writes`, and DELETE `takes_away`, which is permanent. */
  readonly effect?: "reads" | "writes" | "takes_away";
  readonly mcp?: ContractMcp;
  /** A call that succeeds, for the documentation and the tests. */
  readonly example?: {
    readonly params?: object;
    readonly query?: object;
    readonly body?: object;
    /** The state of the creature in the example. Defaults to living. */
    readonly creature?: "dead" | "released";
  };
  readonly status: 200 | 201;
  readonly response: z.ZodType<{ next_steps: NextStep[] }, { next_steps: NextStep[] }>;
  /** A content type other than JSON that the handler may answer with. */
  readonly alternative?: { readonly contentType: string; readonly description: string };
  /** Headers that the handler may set beyond the standard ones. */
  readonly headers?: OwnHeaders;
  readonly cache?: {
    /** Set if the handler sends an ETag. A caller with the current version then gets a 304. */
    readonly conditional?: true;
    /** Cache-Control of answers to callers without a key, including a 400. */
    readonly public?: string;
  };
  readonly secrets?: {
    /** Set if the answer contains a secret. Its Idempotency-Key must then be long, and replays are available only briefly. */
    readonly answer?: true;
    /** Inputs that contain a secret. No answer repeats them. */
    readonly inputs?: readonly string[];
    /** Set if the call ends the caller's key. A retry may then still use the ended key. */
    readonly endsKey?: true;
  };
  /** Maps a body field to the field whose presence makes the server ignore it. */
  readonly ignoredWith?: Readonly<Record<string, string>>;
  /** Set if a suspended agent may make the call. Such an agent can always export its lives and leave. */
  readonly whileSuspended?: true;
  /** The `error` text of a 400 for input that fails validation. */
  readonly invalid: string;
  readonly invalidSuggestion?: string;
  readonly invalidSteps?: readonly NextStep[];
  /** The `error` text of a 500. */
  readonly failure: string;
  readonly errors: Readonly<Record<string, ErrorCase>>;
}

interface ContractMcp {
  /**
   * The tool that makes the call, or `none`. By default, each contract has its own tool. If contracts share a tool, its `what`
   * argument selects one.
   */
  readonly tool?: string;
  /** Facts beyond the summary that a caller of the tool must know. Every client pays for this text in tokens. */
  readonly note?: string;
  /** Query fields that the tool always sends and does not accept as arguments. */
  readonly query?: Readonly<Record<string, string>>;
  /** Query fields that the tool sends unless an argument overrides them. */
  readonly defaults?: Readonly<Record<string, string>>;
}

type ContractDefaults = Pick<Contract, "status" | "invalid" | "failure">;
const DEFAULTS: ContractDefaults = { status: 200, invalid: "Invalid request", failure: "Something went wrong" };

/** Declares an endpoint. The types of its handler and its steps are inferred from the exact types given here. */
export function contract<const C extends Omit<Contract, keyof ContractDefaults> & Partial<ContractDefaults>>(
  declared: C,
): C & ContractDefaults {
  const parts = { ...DEFAULTS, ...declared };
  const { body, response, sitter } = parts;
  const added = {
    ...(sitter === undefined ? {} : { sitting_for: sittingFor.optional() }),
    ...(body === undefined ? {} : { warnings: warnings.optional() }),
  };
  if (response instanceof z.ZodObject) return { ...parts, response: extended(response, added) };
  if (!(response instanceof z.ZodUnion)) return parts;
  const shapes = response.options.map((shape) => (shape instanceof z.ZodObject ? extended(shape, added) : shape));
  return { ...parts, response: z.union(shapes) };
}

// Added to each answer by the pipeline, not by handlers. Warnings come from the body and `call.reply.warnings`. `sitting_for`
// comes from the key.
const warnings = z
  .array(warning)
  .max(MOST_WARNINGS)
  .meta({ id: "Warnings", description: "Parts of your body that had no effect." });
const sittingFor = z
  .object({
    keeper: z.string().describe("The username of the keeper whose creatures these are."),
    until: z.iso.datetime().describe("When your key ends."),
  })
  .meta({
    id: "SittingFor",
    description: "Only for sitters: whose creatures these are, and until when your key is valid.",
  });

function extended(shape: z.ZodObject, added: z.core.$ZodLooseShape): z.ZodObject {
  const fresh = Object.entries(added).filter(([name]) => !(name in shape.shape));
  if (fresh.length === 0) return shape;
  return shape.extend(Object.fromEntries(fresh)).meta({ ...shape.meta() });
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ParamsOf<C extends Contract> = OutputOf<C["params"]>;
export type QueryOf<C extends Contract> = OutputOf<C["query"]>;
export type BodyOf<C extends Contract> = OutputOf<C["body"]>;
export type ResponseOf<C extends Contract> = z.input<C["response"]>;
export type ErrorCodeOf<C extends Contract> = keyof C["errors"] & string;

/** Requires a part of the call in a step's options if the target requires any field of that part. */
type StepPart<Key extends string, Schema> = [InputOf<Schema>] extends [never]
  ? { readonly [K in Key]?: never }
  : undefined extends InputOf<Schema>
    ? { readonly [K in Key]?: NonNullable<InputOf<Schema>> }
    : object extends InputOf<Schema>
      ? { readonly [K in Key]?: InputOf<Schema> }
      : { readonly [K in Key]: InputOf<Schema> };

export type StepOptions<C extends Contract> = {
  /** Defaults to the target's name in snake_case. */
  readonly action?: string;
  readonly description: string;
} & StepPart<"params", C["params"]> &
  StepPart<"query", C["query"]> &
  StepPart<"body", C["body"]>;

/** Step options for a contract whose exact type is unknown. */
interface AnyStepOptions {
  readonly action?: string;
  readonly description: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: Record<string, unknown>;
}

/** The fields of a contract that a step needs. A signpost has only these. */
type StepTarget = Pick<Contract, "name" | "method" | "path">;

/**
 * Creates a next step to another endpoint. The compiler checks the step against that endpoint's contract. Tests check steps to
 * signposts.
 */
export function step<C extends Contract>(target: C, options: StepOptions<C>): NextStep;
export function step(target: StepTarget & { readonly summary?: never }, options: AnyStepOptions): NextStep;
export function step(target: StepTarget, options: AnyStepOptions): NextStep {
  const { action = snakeCase(target.name), description, params, query, body } = options;
  const endpoint = addressOf(target, { params, query });
  const call = { action, method: target.method, endpoint, description };
  return body === undefined ? call : { ...call, body };
}

/** Names of input fields that identify creatures. */
export const TARGETS: ReadonlySet<string> = new Set(["creature_id", "id", "creature_ids"]);

/** Returns the fields of an object schema, or no fields for any other schema. */
export function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

export function takesTarget(schema: z.ZodType | undefined): boolean {
  return Object.keys(shapeOf(schema)).some((name) => TARGETS.has(name));
}

/** Returns the path of a call with its parameters and query filled in. */
export function addressOf(
  { path }: Pick<Contract, "path">,
  { params, query }: { readonly params?: object | undefined; readonly query?: object | undefined },
): string {
  const filled = params === undefined ? path : filledIn(path, params);
  if (query === undefined) return filled;
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function filledIn(path: string, params: object): string {
  const values = new Map(Object.entries<string>({ ...params }));
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** The JSON body of an answer or an error. */
export type AnswerJson = JsonObject & { readonly next_steps?: readonly NextStep[] };

export function parseAnswer(text: string): AnswerJson {
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: the service wrote this text itself
  return JSON.parse(text);
}

/** Returns a contract's name in the form that the API shows. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Optional parts of an error answer, beyond its text. */
export interface FailureMore {
  /** Sent as `details` and `invalid_fields`. */
  readonly faults?: readonly FieldFault[];
  readonly suggestion?: string;
  readonly nextSteps?: readonly NextStep[];
  /** Fields specific to this error, such as `your_creatures`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: Seconds;
}
