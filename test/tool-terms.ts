// Checks the laws for errors over MCP: they name tools, not HTTP calls, and every step leads to a tool.
import { expect } from "vitest";
import { ENDPOINTS } from "../src/endpoints.ts";
import type { AnswerJson } from "../src/http/contract/contract.ts";
import { inToolTerms, toolSteps } from "../src/mcp/steps.ts";
import { toolsFrom } from "../src/mcp/tools.ts";

const AUDIENCE = { tools: toolsFrom(ENDPOINTS), hasKey: true };

export function expectInToolTerms(error: AnswerJson, where: string): void {
  const { suggestion, next_steps: steps } = inToolTerms(error, AUDIENCE);
  expect(suggestion, where).not.toMatch(/\/api\/|\b(?:GET|POST|DELETE) \//);
  expect(JSON.stringify(steps), where).not.toContain('"endpoint"');
  for (const step of error.next_steps ?? []) expect(toolSteps([step], AUDIENCE), where).toHaveLength(1);
}
