// The last part of most outputs: what to type next.
import type { NextStep } from "../generated/types.ts";
import { nextCommand } from "./next-command.ts";
import { dim } from "./style.ts";

export function nextLines(steps: readonly NextStep[], most = 3): string {
  if (steps.length === 0) return "";
  return `\n${dim("Next:")}\n${steps
    .slice(0, most)
    .map((step) => `  ${nextCommand(step)}`)
    .join("\n")}`;
}
