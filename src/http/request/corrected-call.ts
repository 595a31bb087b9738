// Proposes a corrected version of a call with invalid input. Each faulty field is replaced, so that an agent can send the
// proposal unchanged. Every proposal is validated against the contract.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { visibleAt, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { z } from "zod";
import { freshName } from "../../platform/identity/fresh-name.ts";
import { isJsonObject } from "../../platform/json.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import {
  TARGETS,
  addressOf,
  shapeOf,
  snakeCase,
  takesTarget,
  type Contract,
  type NextStep,
  type FailureMore,
} from "../contract/contract.ts";
import { workingName } from "../contract/fields.ts";
import { nearestTo } from "../contract/typos.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";
import { adoptStep, homeStepFor, statusStep } from "../contract/steps.ts";

export interface CallAuthor {
  readonly caller: Caller;
  readonly now: RealInstant;
}

export interface SentFields {
  readonly query: Readonly<Record<string, string>>;
  /** The body, if it was JSON. */
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns corrected calls as steps, names that would work, and the caller's creatures if it named a wrong one. */
export function correction(
  contract: Contract,
  sent: SentFields,
  author: CallAuthor | undefined,
): Required<Pick<FailureMore, "fields" | "nextSteps">> & { readonly names: readonly string[] } {
  const house = author === undefined ? [] : residentsOf(author);
  const place = contract.method === "GET" ? "query" : "body";
  const schema = contract[place];
  if (schema === undefined || contract.params !== undefined) return { fields: {}, nextSteps: [], names: [] };
  const input = place === "query" ? sent.query : isJsonObject(sent.body) ? sent.body : {};
  const guess: CorrectionInput = { input, faulty: faultyFields(schema, input), house };
  const isAboutTarget = guess.faulty.some((name) => TARGETS.has(name));
  const corrected = correctedFields(contract, schema, guess);
  const step = corrected === undefined ? [] : [stepWith(contract, corrected, place, { input, query: sent.query })];
  return {
    fields: isAboutTarget && loadsHouse(contract) ? { your_creatures: house.map(briefView) } : {},
    nextSteps: [
      ...step,
      ...(takesTarget(schema) || isVisit(contract) ? targetSteps(contract, house, isAboutTarget) : []),
    ],
    names: guess.faulty.flatMap((name) => {
      const text = namedLike(input[name]);
      return text !== undefined && text === corrected?.[name] ? [`${name} "${text}" would work.`] : [];
    }),
  };
}

function residentsOf({ caller: { creatures, houseNow } }: CallAuthor): readonly VisibleNow[] {
  return creatures.map(({ creature }) => visibleAt(creature, houseNow)).filter(({ kind }) => kind !== "dead");
}

function loadsHouse({ load = "agent" }: Contract): boolean {
  return load !== "agent";
}

function faultyFields(schema: z.ZodType, input: Fields): readonly string[] {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => String(path[0] ?? "")))];
}

interface CorrectionInput {
  readonly input: Fields;
  readonly faulty: readonly string[];
  readonly house: readonly VisibleNow[];
}

/** Returns input that is valid for the contract, or undefined if the best proposal would only be a guess. */
function correctedFields(contract: Contract, schema: z.ZodType, guess: CorrectionInput): Fields | undefined {
  const { method, auth } = contract;
  // Proposes nothing for a call that cannot be undone or that needs a secret only the caller knows.
  if (method === "DELETE" || auth === "admin" || contract.secrets?.inputs !== undefined) return undefined;
  const shape = shapeOf(schema);
  const samples = samplesOf(contract, guess);
  const valid = Object.entries(guess.input).filter(
    ([name]) => Object.hasOwn(shape, name) && !guess.faulty.includes(name),
  );
  const replaced = guess.faulty.flatMap((name): readonly [string, unknown][] => {
    const field = shape[name];
    if (field === undefined || TARGETS.has(name)) return [];
    const found = candidates(name, guess.input[name], field, samples[name]).find(
      (value) => value !== undefined && z.safeParse(field, value).success,
    );
    return found === undefined ? [] : [[name, found]];
  });
  const target = takesTarget(schema) ? targetFor(contract, shape, guess) : {};
  if (target === undefined) return undefined;
  const proposals = [
    { ...Object.fromEntries([...valid, ...replaced]), ...target },
    { ...samples, ...target },
  ];
  return proposals.find((fields) => schema.safeParse(fields).success);
}

/** Returns the values of the contract's example. A visit is addressed to the caller's own creatures. */
function samplesOf(contract: Contract, guess: CorrectionInput): Fields {
  const { example, method } = contract;
  if (method === "GET") {
    return Object.fromEntries(Object.entries(example?.query ?? {}).map(([name, value]) => [name, String(value)]));
  }
  return isVisit(contract) ? { ...example?.body, ...visitFor(guess) } : { ...example?.body };
}

function isVisit({ path }: Contract): boolean {
  return path === SIGNPOSTS.visit.path;
}

/** Matches text that every text field accepts. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}\p{P} ]{0,99}$/u;

/** Corrects the actions of a visit. Finds each creature by id or name, and each action by its spelling. */
function visitFor({ input, house }: CorrectionInput): Fields {
  const living = house.flatMap(({ kind, creature }) => (kind === "living" ? [creature] : []));
  const [first, ...others] = living;
  if (first === undefined) return {};
  const actions = Array.isArray(input["actions"]) ? input["actions"].filter(isJsonObject).slice(0, 50) : [];
  const corrected = actions.flatMap(({ creature_id: target, action: named, item, notes }) => {
    const text = typeof target === "string" ? target.toLowerCase() : "";
    const only = others.length === 0 ? first : undefined;
    const creature = living.find(({ id, name }) => id === text || name.toLowerCase() === text) ?? only;
    const [action] = typeof named === "string" ? nearestTo(named, CARE_ACTIONS, 1) : [];
    if (creature === undefined || action === undefined) return [];
    const texts = action === "reflect" ? { notes } : { item, notes };
    const plain = Object.entries(texts).filter(([, value]) => typeof value === "string" && PLAIN.test(value));
    return [{ creature_id: creature.id, action, ...Object.fromEntries(plain) }];
  });
  const unique = new Map(corrected.map((planned) => [planned.creature_id + planned.action, planned]));
  return { actions: unique.size > 0 ? [...unique.values()] : [{ creature_id: first.id, action: "reflect" }] };
}

/** Returns likely intended values of a field, the most likely first. */
function candidates(name: string, value: unknown, field: z.core.$ZodType, sample: unknown): readonly unknown[] {
  const values = enumOf(field);
  const near = typeof value === "string" ? nearestTo(value, values, 1)[0] : undefined;
  // An item is optional in every call, so the correction omits it.
  if (name === "item") return [];
  return name === "username" ? [freshName(inAscii(value))] : [near, namedLike(value), sample];
}

const MOST_LETTERS = 40;

/** Returns the letters and digits that a username allows, or undefined if too few remain. */
function inAscii(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const plain = value.slice(0, 4 * MOST_LETTERS).normalize("NFKD");
  const letters = plain.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return letters.length < 2 ? undefined : letters.slice(0, MOST_LETTERS);
}

function enumOf(field: z.core.$ZodType): readonly string[] {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

const LONGEST_NAME = 50;

function namedLike(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 4 * LONGEST_NAME ? workingName(value, LONGEST_NAME) : undefined;
}

/** Returns `creature_id` of the creature that the input names, otherwise of the first living one. Undefined: none is likely. */
function targetFor(contract: Contract, shape: object, { input, faulty, house }: CorrectionInput): Fields | undefined {
  const living = house.filter(({ kind }) => kind === "living");
  const [first] = living;
  if (!loadsHouse(contract) || contract.example?.creature !== undefined || first === undefined) return undefined;
  if (!("creature_id" in shape)) return {};
  const target = input["creature_id"] ?? input["id"];
  const text = typeof target === "string" ? target.toLowerCase() : "";
  const meant = living.find(({ creature: { id, name } }) => id === text || name.toLowerCase() === text);
  // The id is valid but belongs to no creature in this house, so the intended creature is unknown.
  if (meant === undefined && target !== undefined && !faulty.some((name) => TARGETS.has(name))) return undefined;
  return { creature_id: (meant ?? first).creature.id };
}

function stepWith(
  contract: Contract,
  fields: Fields,
  place: "query" | "body",
  { input, query: sent }: { readonly input: Fields; readonly query: SentFields["query"] },
): NextStep {
  const { name, method } = contract;
  const isCorrection = Object.keys(fields).some((field) => fields[field] === input[field]);
  const description = isCorrection ? "Your call, corrected." : "An example of this call.";
  const isQueryFit = contract.query?.safeParse(sent).success === true;
  const query = place === "query" ? fields : isQueryFit ? sent : undefined;
  const endpoint = addressOf(contract, { query });
  const call = { action: snakeCase(name), method, endpoint, description };
  return place === "query" || Object.keys(fields).length === 0 ? call : { ...call, body: fields };
}

/** Returns steps that show the caller its creatures. */
function targetSteps(contract: Contract, house: readonly VisibleNow[], isAboutTarget: boolean): readonly NextStep[] {
  if (!loadsHouse(contract) || contract.example?.creature !== undefined) {
    return [homeStepFor("See your creatures with their ids.")];
  }
  if (house.length === 0) return [adoptStep()];
  if (!isAboutTarget && house.some(({ kind }) => kind === "living")) return [];
  return house
    .slice(0, 1)
    .map(({ kind, creature: { id, name } }) =>
      statusStep(id, kind === "egg" ? `Call status to hatch ${name}.` : `See how ${name} is.`),
    );
}

function briefView({ creature: { id, name, species, stage } }: VisibleNow): Fields {
  const untrusted = species.tier === "community" ? { species_untrusted: true } : {};
  return { id, name, species: species.name, ...untrusted, stage, alive: true };
}
