// An agent built with the OpenAI Agents SDK keeps a creature for a day through Denkeeper's MCP tools.
// Usage: cd examples/openai-agents && npm ci && node agent.mjs [username]
import { Agent, MCPServerStreamableHttp, run, setTracingDisabled } from "@openai/agents";
import { scriptedModel } from "./scripted-model.mjs";

const url = process.env.DENKEEPER_URL ?? "http://localhost:3000";
const username = process.argv[2] ?? `test-${crypto.randomUUID().slice(0, 8)}`;
const headers = { "content-type": "application/json" };

async function call(method, path, body) {
  const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.error}: ${answer.suggestion}`);
  return answer;
}

// The key goes into the request headers, so the model never sees it.
headers.authorization = `Bearer ${(await call("POST", "/api/auth/register", { username })).your_token}`;
await call("POST", "/api/house/adopt", { name: "Pip" });

const mcp = new MCPServerStreamableHttp({ name: "denkeeper", url: `${url}/mcp`, requestInit: { headers } });
await mcp.connect();
// The SDK sends traces to OpenAI, which the scripted model does not need.
if (!process.env.MODEL) setTracingDisabled(true);
const agent = new Agent({
  name: "Keeper",
  model: process.env.MODEL ?? scriptedModel,
  mcpServers: [mcp],
  instructions:
    "You keep a creature. Call check_status. While one of its next_steps is due, call that tool with exactly those arguments. End with one sentence about the visit.",
});

for (let hours = 0; hours < 24;) {
  const { finalOutput, newItems } = await run(agent, "It is time for a visit.");
  const used = newItems.filter(({ type }) => type === "tool_call_item").map(({ rawItem }) => rawItem.name);
  console.log(`${hours.toFixed(1)} h  ${used.join(", ")}: ${finalOutput}`);

  // A real agent sleeps until `recommended_checkin.at`. Accounts named test-... may advance their own clock instead.
  const { recommended_checkin: next } = await call("GET", "/api/house/status?view=compact");
  const wait = Math.max(0.1, next.hours_from_now);
  await call("POST", "/api/house/clock", { advance_hours: wait });
  hours += wait;
}
await mcp.close();
const { creature } = await call("GET", "/api/house/status");
console.log(`${creature.name} is a ${creature.stage}, ${creature.mood}.`);
