// An example answer of each endpoint for the documentation: a recorded one (`npm run record`), or one generated from
// the schema.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Contract } from "../contracts/kit/contract.ts";
import { isJsonObject } from "../platform/json.ts";
import { sampleOf } from "./sample.ts";

export const RECORDED_ANSWERS = join(import.meta.dirname, "recorded-answers.json");

/** Under which address they were recorded. */
const RECORDED_AT = "http://localhost:3000";
const RECORDED = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(RECORDED_ANSWERS, "utf8")));

const LONGEST_TEXT = 20;

export function exampleAnswer(contract: Contract, baseUrl: string): unknown {
  return recordedAnswer(contract, baseUrl) ?? sampleOf(contract.response);
}

/** As a service at `baseUrl` would give it, but for long texts and long lists. Undefined if none was recorded. */
export function recordedAnswer({ name }: Contract, baseUrl: string): unknown {
  const recorded = RECORDED[name];
  if (recorded === undefined) return undefined;
  return JSON.parse(JSON.stringify(recorded, shortened).replaceAll(RECORDED_AT, baseUrl));
}

/** An example shows where a text or a list stands, not all that is in it. */
function shortened(field: string, value: unknown): unknown {
  // A JSON Schema within an answer: the document itself describes the same fields.
  if (field === "properties" && isJsonObject(value)) return Object.fromEntries(Object.entries(value).slice(0, 1));
  if (Array.isArray(value) && value.every(isJsonObject)) return value.slice(0, 1);
  const isLong = typeof value === "string" && value.length > LONGEST_TEXT && value.includes(" ");
  return isLong ? `${value.slice(0, LONGEST_TEXT)}…` : value;
}
