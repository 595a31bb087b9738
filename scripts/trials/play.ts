// Plays a baseline keeper, in process or over HTTP, to its end: the file that it leaves is the same.
import { setTimeout as sleep } from "node:timers/promises";
import { practiceSeed } from "@denkeeper/rules/trials/chance.ts";
import type { Keeper } from "@denkeeper/rules/trials/keepers/keepers.ts";
import type { Scenario } from "@denkeeper/rules/trials/scenario.ts";
import { Run } from "@denkeeper/rules/trials/run.ts";
import { runFile } from "@denkeeper/rules/trials/run-file.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { HASHES } from "../../src/platform/hashes.ts";
import { HttpHouse } from "./http-house.ts";

/** How long the service may take to replay and score a run. */
const SCORED_WITHIN_MS = 120_000;
const ASKED_EVERY_MS = 100;

export interface Plan {
  readonly keeper: Keeper;
  readonly scenario: Scenario;
  /** The number of a practice seed. */
  readonly practice: number;
}

export interface Played {
  readonly file: string;
  readonly calls: number;
}
