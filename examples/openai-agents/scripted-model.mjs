// A mock model that needs no network: it checks the house, makes each call that is due, then stops.
import { Usage } from "@openai/agents";

function reply(input) {
  const last = Array.isArray(input) ? input.at(-1) : undefined;
  if (last?.type !== "function_call_result") return { name: "check_status", arguments: {} };
  const answer = JSON.parse(last.output[0].text);
  if (answer.error) throw new Error(`${answer.error}: ${answer.suggestion}`);
  const due = answer.next_steps.find((step) => step.due);
  if (due) return { name: due.tool, arguments: due.arguments };
  return { text: `Nothing else is due. ${answer.recommended_checkin?.reason ?? ""}` };
}

export const scriptedModel = {
  async getResponse({ input }) {
    const { text, name, arguments: args } = reply(input);
    const item = text
      ? { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }
      : {
          type: "function_call",
          callId: crypto.randomUUID(),
          name,
          arguments: JSON.stringify(args),
          status: "completed",
        };
    return { usage: new Usage(), output: [item] };
  },
};
