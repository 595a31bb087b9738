// Blind runs leak nothing (TRIAL-9): two runs of one seed, whose creatures differ in one feeding window alone, get the same
// answers to the same generated calls, until the rules make a meal or a stat differ. Compared are status, headers and
// body of every endpoint, with errors, replays and MCP calls. Without the blind view the comparison fails.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { scenarioNamed } from "@denkeeper/rules/trials/scenarios.ts";
import { ENDPOINTS } from "../../endpoints/index.ts";
import { freshAddress, houseForFile } from "../../../test/harness.ts";
import type { Answer } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";
import type { Drawn } from "../../../test/trials/generated-calls.ts";
import { drawnCalls } from "../../../test/trials/generated-calls.ts";
import type { TrialRun } from "../../../test/trials/runs.ts";
import { startRun, witnessOf } from "../../../test/trials/runs.ts";
