// A short loop that lets a model of your choice keep a house, through any service with the OpenAI chat API.
// Usage: DENKEEPER_KEY=dk_... OPENAI_BASE_URL=http://localhost:11434/v1 MODEL=llama3.2 node examples/agent-loop.mjs
import { Denkeeper } from "@denkeeper/cli";

const { DENKEEPER_KEY: key, DENKEEPER_URL: url, OPENAI_BASE_URL, OPENAI_API_KEY = "none", MODEL = "any" } = process.env;
const house = new Denkeeper({ key, url });
let answer = await house.checkStatus({ view: "compact" }).catch(({ message, suggestion }) => {
  console.error(`${message}: ${suggestion}`);
  process.exit(1);
});
for (let turn = 0; turn < 5 && answer.next_steps.some(({ due }) => due); turn++) {
  const steps = answer.next_steps.filter((step) => "endpoint" in step);
  const content = `You keep creatures: ${JSON.stringify(answer)}. Reply with the number of the best step, nothing else.\n${steps.map(({ description }, number) => `${number}: ${description}`).join("\n")}`;
  const body = JSON.stringify({ model: MODEL, messages: [{ role: "user", content }] });
  const headers = { "content-type": "application/json", authorization: `Bearer ${OPENAI_API_KEY}` };
  const reply = await (await fetch(`${OPENAI_BASE_URL}/chat/completions`, { method: "POST", headers, body })).json();
  const chosen = steps[Number.parseInt(reply.choices[0].message.content, 10)] ?? steps[0];
  answer = await house.follow(chosen);
  for (const result of answer.results ?? []) console.log(`${result.action}: ${result.message ?? result.error}`);
}
console.log(`Come back at ${answer.recommended_checkin?.at}.`);
