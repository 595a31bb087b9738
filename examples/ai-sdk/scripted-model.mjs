// A mock model that needs no network: it checks the house, makes each call that is due, then stops.
import { MockLanguageModelV4 } from "ai/test";

const usage = { inputTokens: {}, outputTokens: {} };

function reply(prompt) {
  const { role, content } = prompt.at(-1);
  if (role !== "tool") return { toolName: "check_status", arguments: {} };
  const answer = JSON.parse(content[0].output.value[0].text);
  if (answer.error) throw new Error(`${answer.error}: ${answer.suggestion}`);
  const due = answer.next_steps.find((step) => step.due);
  if (due) return { toolName: due.tool, arguments: due.arguments };
  return { text: `Nothing else is due. ${answer.recommended_checkin?.reason ?? ""}` };
}

export const scriptedModel = new MockLanguageModelV4({
  async doGenerate({ prompt }) {
    const { text, toolName, arguments: input } = reply(prompt);
    if (text) return { content: [{ type: "text", text }], finishReason: { unified: "stop" }, usage, warnings: [] };
    const call = { type: "tool-call", toolCallId: crypto.randomUUID(), toolName, input: JSON.stringify(input) };
    return { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] };
  },
});
