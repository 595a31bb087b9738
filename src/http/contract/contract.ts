// The contract of an endpoint. Validation, handler types, rate limits, OpenAPI, discovery, did_you_mean and next_steps
// all come from it, so they cannot drift apart.
import type { Seconds } from "@denkeeper/rules/time/units.ts";
import { z } from "zod";
import type { JsonObject } from "../../platform/json.ts";
import type { CallerLoad } from "../../model/agents/store/callers.ts";
import { MOST_WARNINGS, warning } from "./body-fields.ts";
import type { FieldFault } from "./check-schema.ts";
import { namedObject } from "./json-schema.ts";

type HttpMethod = "GET" | "POST" | "DELETE";

/** An entry of `next_steps`: a call of this API, or a link to somewhere else. */
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

/** Cache-Control of what everybody may know: shared caches keep it for a minute. */
export const PUBLIC_MINUTE = "public, s-maxage=60, stale-while-revalidate=30";

/** Every answer has it. */
export const nextSteps = z.array(nextStep).meta({ id: "NextSteps", description: "Suggested next calls." });

/** The maximum of a limit in an installation that multiplies every limit with `factor`. */
export function scaledMax(max: number, factor: number): number {
  return Math.max(1, Math.round(max * factor));
}

/** A fixed window that counts requests. */
export interface Limit {
  /** Whose requests are counted together. An agent's counter moves only after its key matched. */
  readonly by: "ip" | "agent";
  readonly max: number;
  readonly windowSeconds: Seconds;
  /** Contracts with the same counter share it. Without one it is the contract's own. */
  readonly counter?: string;
  /**
   * How many calls that carry a payment may come in the window, when those are counted apart: whoever was told to pay must
   * not be refused for having asked.
   */
  readonly paying?: number;
  /**
   * Only calls that took effect count: each reserves its place and gives it back otherwise. So many others, refused and
   * replayed, may come in the window.
   */
  readonly others?: number;
  /** Whether the counter starts anew with each deployment. */
  readonly perDeployment?: true;
}

/** What has a window: its own, or one that it shares. */
export interface LimitOwner {
  readonly name: string;
  readonly limit: Limit;
}

/** An error that the handler may raise by its code. */
interface ErrorCase {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 422 | 503;
  /** The `error` text of the answer. */
  readonly error: string;
  /** When it happens, for the documentation. */
  readonly description: string;
  /** What to do about it, unless the handler knows better. */
  readonly suggestion?: string;
  readonly headers?: OwnHeaders;
}

/** Headers that only some answers have, each with what it means. */
export type OwnHeaders = Readonly<Record<string, string>>;

export interface Contract {
  /** The operation's name, unique, in camelCase. */
  readonly name: string;
  readonly method: HttpMethod;
  /** With parameters in braces: /api/house/species/{slug}. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly auth: "none" | "optional" | "required" | "admin";
  /**
   * What a sitter's key may do here: read about the creatures it is for, care for them, or visit them, where each action
   * is checked alone. Without it: nothing.
   */
  readonly sitter?: "reads" | "cares" | "visits";
  /** What the key check brings along. Without it: the agent. */
  readonly load?: CallerLoad;
  readonly limit: Limit;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** A schema that accepts undefined lets the call come without a body. */
  readonly body?: z.ZodType<object | undefined, object | undefined>;
  /** Whether it begins something that stays: refused while the disk is nearly full (ROOM-1). */
  readonly begins?: true;
  /** What it does to the house. Without it: GET reads, POST writes, DELETE takes away for good. */
  readonly effect?: "reads" | "writes" | "takes_away";
  /**
   * The MCP tool that makes the call. Without it: one of its own name. Contracts of the same tool have the same effect, and
   * the argument `what` selects one. `none` has no tool.
   */
  readonly tool?: string;
  /** What a caller of the tool must know beyond the summary. Every client pays for it in tokens. */
  readonly toolNote?: string;
  /** What the tool always asks for, and therefore does not take as an argument. */
  readonly toolQuery?: Readonly<Record<string, string>>;
  /** What the tool asks for unless the arguments say otherwise. */
  readonly toolDefaults?: Readonly<Record<string, string>>;
  /** A call that works, for the documentation and the tests. */
  readonly example?: {
    readonly params?: object;
    readonly query?: object;
    readonly body?: object;
    /** What became of the creature that it names. Without it: it lives. */
    readonly creature?: "dead" | "released";
  };
  readonly status: 200 | 201;
  readonly response: z.ZodType<{ next_steps: NextStep[] }, { next_steps: NextStep[] }>;
  /** Another content type that the handler may answer with. */
  readonly alternative?: { readonly contentType: string; readonly description: string };
  /** Headers that the handler may set, beside those of every answer. */
  readonly headers?: OwnHeaders;
  /** Whether the handler tags what can be seen, so that callers who have it are answered with 304. */
  readonly conditional?: true;
  /** Whether the answer holds a secret: its Idempotency-Key is then long, and its replay short. */
  readonly secret?: true;
  /** Fields of the body that have no effect, and may be anything, where another one is given. */
  readonly ignoredWith?: Readonly<Record<string, string>>;
  /** The inputs that hold a secret. No answer repeats them. */
  readonly secretInputs?: readonly string[];
  /** Whether the call ends the caller's key: a repeated one is then answered to the key that has ended. */
  readonly endsKey?: true;
  /** Whether a suspended agent may call it: it can always take its lives along and leave. */
  readonly whileSuspended?: true;
  /** Cache-Control of answers to callers without a key, also of those that say 400. */
  readonly publicCache?: string;
  /** The `error` text of a 400 for input that does not fit the schemas, and what to do about it. */
  readonly invalid: string;
  readonly invalidSuggestion?: string;
  readonly invalidSteps?: readonly NextStep[];
  /** The `error` text of a 500. */
  readonly failure: string;
  readonly errors: Readonly<Record<string, ErrorCase>>;
}

type Usual = Pick<Contract, "status" | "invalid" | "failure">;
/** What holds where a contract says nothing else. */
const USUAL: Usual = { status: 200, invalid: "Invalid request", failure: "Something went wrong" };

/** Declares an endpoint. Keeps the exact types, from which those of its handler and its steps follow. */
export function contract<const C extends Omit<Contract, keyof Usual> & Partial<Usual>>(stated: C): C & Usual {
  const parts = { ...USUAL, ...stated };
  const { body, response, sitter } = parts;
  const added = {
    ...(sitter === undefined ? {} : { sitting_for: sittingFor.optional() }),
    ...(body === undefined ? {} : { warnings: warnings.optional() }),
  };
  if (response instanceof z.ZodObject) return { ...parts, response: extended(response, added) };
  if (!(response instanceof z.ZodUnion)) return parts;
  const shapes = response.options.map((each) => (each instanceof z.ZodObject ? extended(each, added) : each));
  return { ...parts, response: z.union(shapes) };
}

// Handlers write none of them: warnings come from the body and through `call.reply.warnings`, `sitting_for` and what stages add from the key.
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

/** What a step says about one part of the call: required when the target requires any of it. */
type StepPart<Key extends string, Schema> = [InputOf<Schema>] extends [never]
  ? { readonly [K in Key]?: never }
  : undefined extends InputOf<Schema>
    ? { readonly [K in Key]?: NonNullable<InputOf<Schema>> }
    : object extends InputOf<Schema>
      ? { readonly [K in Key]?: InputOf<Schema> }
      : { readonly [K in Key]: InputOf<Schema> };

export type StepOptions<C extends Contract> = {
  /** A short label. Without it: the target's name in snake_case. */
  readonly action?: string;
  readonly description: string;
} & StepPart<"params", C["params"]> &
  StepPart<"query", C["query"]> &
  StepPart<"body", C["body"]>;

/** What `StepOptions` come to for any contract. */
interface AnyStepOptions {
  readonly action?: string;
  readonly description: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: Record<string, unknown>;
}

/** As much of a contract as a step needs (see signposts.ts). */
type StepTarget = Pick<Contract, "name" | "method" | "path">;

/**
 * A next step to another endpoint, checked against the contract of that endpoint. A step to a signpost is checked by the
 * tests, as is every step in a recorded answer.
 */
export function step<C extends Contract>(target: C, options: StepOptions<C>): NextStep;
export function step(target: StepTarget & { readonly summary?: never }, options: AnyStepOptions): NextStep;
export function step(target: StepTarget, options: AnyStepOptions): NextStep {
  const { action = snakeCase(target.name), description, params, query, body } = options;
  const endpoint = addressOf(target, { params, query });
  const call = { action, method: target.method, endpoint, description };
  return body === undefined ? call : { ...call, body };
}

/** The fields that name creatures. */
export const TARGETS: ReadonlySet<string> = new Set(["creature_id", "id", "creature_ids"]);

/** The fields of an object; none of what is no object. */
export function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

export function takesTarget(schema: z.ZodType | undefined): boolean {
  return Object.keys(shapeOf(schema)).some((name) => TARGETS.has(name));
}

/** The path of a call, with its parameters filled in and its query behind. */
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

/** An answer or an error as the service has written it. */
export type AnswerJson = JsonObject & { readonly next_steps?: readonly NextStep[] };

export function answerIn(text: string): AnswerJson {
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: the service wrote this text itself
  return JSON.parse(text);
}

/** A contract's name as the API shows it. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What an error says beside its text. */
export interface FailureMore {
  /** What exactly is wrong with the input: `details` and `invalid_fields` of the answer. */
  readonly faults?: readonly FieldFault[];
  readonly suggestion?: string;
  readonly nextSteps?: readonly NextStep[];
  /** Fields of this error alone, such as `your_creatures`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: Seconds;
}
