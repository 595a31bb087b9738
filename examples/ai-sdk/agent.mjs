// An agent built with the Vercel AI SDK keeps a creature for a day through Denkeeper's MCP tools.
// Usage: cd examples/ai-sdk && npm ci && node agent.mjs [username]
import { createMCPClient } from "@ai-sdk/mcp";
import { ToolLoopAgent } from "ai";
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

const mcp = await createMCPClient({ transport: { type: "http", url: `${url}/mcp`, headers } });
const agent = new ToolLoopAgent({
  model: process.env.MODEL ?? scriptedModel,
  tools: await mcp.tools(),
  instructions: `${mcp.instructions}\nYou are called when it is time for a visit. End with one sentence about it.`,
});

for (let hours = 0; hours < 24;) {
  const { text, steps } = await agent.generate({ prompt: "It is time for a visit." });
  const used = steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName));
  console.log(`${hours.toFixed(1)} h  ${used.join(", ")}: ${text}`);

  // A real agent sleeps until `recommended_checkin.at`. Accounts named test-... may advance their own clock instead.
  const { recommended_checkin: next } = await call("GET", "/api/house/status?view=compact");
  const wait = Math.max(0.1, next.hours_from_now);
  await call("POST", "/api/house/clock", { advance_hours: wait });
  hours += wait;
}
await mcp.close();
const { creature } = await call("GET", "/api/house/status");
console.log(`${creature.name} is a ${creature.stage}, ${creature.mood}.`);
