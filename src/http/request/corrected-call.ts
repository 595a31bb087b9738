// What a call with invalid input probably meant: the same call with each faulty field replaced, so an agent can send it
// as given. Every proposal is checked against the contract before it is shown.
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
  /** The body, as far as it was JSON. */
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** What helps to correct a call: a suggestion, the caller's creatures when the wrong one was named, and steps. */
export function correction(
  contract: Contract,
  sent: SentFields,
  asker: CallAuthor | undefined,
): Required<Pick<FailureMore, "fields" | "nextSteps">> & { readonly names: readonly string[] } {
  const house = asker === undefined ? [] : inhabitantsOf(asker);
  const place = contract.method === "GET" ? "query" : "body";
  const schema = contract[place];
  if (schema === undefined || contract.params !== undefined) return { fields: {}, nextSteps: [], names: [] };
  const given = place === "query" ? sent.query : isJsonObject(sent.body) ? sent.body : {};
  const guess: CorrectionInput = { given, faulty: faultyFields(schema, given), house };
  const isAboutTarget = guess.faulty.some((name) => TARGETS.has(name));
  const corrected = correctedFields(contract, schema, guess);
  const step = corrected === undefined ? [] : [stepWith(contract, corrected, place, { given, query: sent.query })];
  return {
    fields: isAboutTarget && loadsHouse(contract) ? { your_creatures: house.map(briefView) } : {},
    nextSteps: [
      ...step,
      ...(takesTarget(schema) || isVisit(contract) ? targetSteps(contract, house, isAboutTarget) : []),
    ],
    names: guess.faulty.flatMap((name) => {
      const text = namedLike(given[name]);
      return text !== undefined && text === corrected?.[name] ? [`${name} "${text}" would work.`] : [];
    }),
  };
}

function inhabitantsOf({ caller: { creatures, houseNow } }: CallAuthor): readonly VisibleNow[] {
  return creatures.map(({ creature }) => visibleAt(creature, houseNow)).filter(({ kind }) => kind !== "dead");
}

function loadsHouse({ load = "agent" }: Contract): boolean {
  return load !== "agent";
}

function faultyFields(schema: z.ZodType, given: Fields): readonly string[] {
  const issues = schema.safeParse(given).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => String(path[0] ?? "")))];
}

interface CorrectionInput {
  readonly given: Fields;
  readonly faulty: readonly string[];
  readonly house: readonly VisibleNow[];
}

/** The fields as the contract takes them; undefined when there is no honest proposal. */
function correctedFields(contract: Contract, schema: z.ZodType, guess: CorrectionInput): Fields | undefined {
  const { method, auth } = contract;
  // Nobody is helped to what cannot be undone, nor to a call with a secret that only they know.
  if (method === "DELETE" || auth === "admin" || contract.secretInputs !== undefined) return undefined;
  const shape = shapeOf(schema);
  const samples = samplesOf(contract, guess);
  const kept = Object.entries(guess.given).filter(
    ([name]) => Object.hasOwn(shape, name) && !guess.faulty.includes(name),
  );
  const replaced = guess.faulty.flatMap((name): readonly [string, unknown][] => {
    const field = shape[name];
    if (field === undefined || TARGETS.has(name)) return [];
    const found = candidates(name, guess.given[name], field, samples[name]).find(
      (value) => value !== undefined && z.safeParse(field, value).success,
    );
    return found === undefined ? [] : [[name, found]];
  });
  const target = takesTarget(schema) ? targetFor(contract, shape, guess) : {};
  if (target === undefined) return undefined;
  const proposals = [
    { ...Object.fromEntries([...kept, ...replaced]), ...target },
    { ...samples, ...target },
  ];
  return proposals.find((fields) => schema.safeParse(fields).success);
}

/** The values of the contract's example, as they are sent. A visit is one to the caller's own creatures. */
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

/** What any text field takes. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}\p{P} ]{0,99}$/u;

/** The visit that was probably meant: each action by its name, to the creature of that id or name. */
function visitFor({ given, house }: CorrectionInput): Fields {
  const living = house.flatMap(({ kind, creature }) => (kind === "living" ? [creature] : []));
  const [first, ...others] = living;
  if (first === undefined) return {};
  const wanted = Array.isArray(given["actions"]) ? given["actions"].filter(isJsonObject).slice(0, 50) : [];
  const meant = wanted.flatMap(({ creature_id: target, action: named, item, notes }) => {
    const text = typeof target === "string" ? target.toLowerCase() : "";
    const only = others.length === 0 ? first : undefined;
    const creature = living.find(({ id, name }) => id === text || name.toLowerCase() === text) ?? only;
    const [action] = typeof named === "string" ? nearestTo(named, CARE_ACTIONS, 1) : [];
    if (creature === undefined || action === undefined) return [];
    const beside = action === "reflect" ? { notes } : { item, notes };
    const kept = Object.entries(beside).filter(([, value]) => typeof value === "string" && PLAIN.test(value));
    return [{ creature_id: creature.id, action, ...Object.fromEntries(kept) }];
  });
  const once = new Map(meant.map((each) => [each.creature_id + each.action, each]));
  return { actions: once.size > 0 ? [...once.values()] : [{ creature_id: first.id, action: "reflect" }] };
}

/** What may have been meant by the value of a field, the likeliest first. */
function candidates(name: string, given: unknown, field: z.core.$ZodType, sample: unknown): readonly unknown[] {
  const values = enumOf(field);
  const near = typeof given === "string" ? nearestTo(given, values, 1)[0] : undefined;
  // None is always safe.
  if (name === "item") return [];
  return name === "username" ? [freshName(inAscii(given))] : [near, namedLike(given), sample];
}

const MOST_LETTERS = 40;

/** The letters and digits of a text that a username may have; undefined when there are too few. */
function inAscii(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const plain = given.slice(0, 4 * MOST_LETTERS).normalize("NFKD");
  const letters = plain.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return letters.length < 2 ? undefined : letters.slice(0, MOST_LETTERS);
}

function enumOf(field: z.core.$ZodType): readonly string[] {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

const LONGEST_NAME = 50;

function namedLike(given: unknown): string | undefined {
  return typeof given === "string" && given.length <= 4 * LONGEST_NAME ? workingName(given, LONGEST_NAME) : undefined;
}

/**
 * The creature that the call is about: the one named, by id or by name, or else the first that lives here. Undefined when
 * it cannot be known.
 */
function targetFor(contract: Contract, shape: object, { given, faulty, house }: CorrectionInput): Fields | undefined {
  const living = house.filter(({ kind }) => kind === "living");
  const [first] = living;
  if (!loadsHouse(contract) || contract.example?.creature !== undefined || first === undefined) return undefined;
  if (!("creature_id" in shape)) return {};
  const wanted = given["creature_id"] ?? given["id"];
  const text = typeof wanted === "string" ? wanted.toLowerCase() : "";
  const meant = living.find(({ creature: { id, name } }) => id === text || name.toLowerCase() === text);
  // A valid id of a creature that does not live here: which one was meant is anyone's guess.
  if (meant === undefined && wanted !== undefined && !faulty.some((name) => TARGETS.has(name))) return undefined;
  return { creature_id: (meant ?? first).creature.id };
}

function stepWith(
  contract: Contract,
  fields: Fields,
  place: "query" | "body",
  { given, query: sent }: { readonly given: Fields; readonly query: SentFields["query"] },
): NextStep {
  const { name, method } = contract;
  const kept = Object.keys(fields).some((field) => fields[field] === given[field]);
  const description = kept ? "Your call, corrected." : "An example of this call.";
  const isQueryFit = contract.query?.safeParse(sent).success === true;
  const query = place === "query" ? fields : isQueryFit ? sent : undefined;
  const endpoint = addressOf(contract, { query });
  const call = { action: snakeCase(name), method, endpoint, description };
  return place === "query" || Object.keys(fields).length === 0 ? call : { ...call, body: fields };
}

/** Where to find the creature that is meant. */
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
