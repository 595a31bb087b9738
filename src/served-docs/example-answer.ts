// An example answer of each endpoint for the documentation: a recorded one (`npm run record`), or one generated from
// the schema.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Contract } from "../http/contract/contract.ts";
import { sampleOf } from "./sample.ts";

export const RECORDED_ANSWERS = join(import.meta.dirname, "recorded-answers.json");

/** Under which address they were recorded. */
const RECORDED_AT = "http://localhost:3000";
const RECORDED = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(RECORDED_ANSWERS, "utf8")));

/** As a service at `baseUrl` would give it. */
export function exampleAnswer({ name, response }: Contract, baseUrl: string): unknown {
  const recorded = RECORDED[name];
  if (recorded === undefined) return sampleOf(response);
  return JSON.parse(JSON.stringify(recorded).replaceAll(RECORDED_AT, baseUrl));
}
