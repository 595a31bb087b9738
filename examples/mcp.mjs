// The tools of the service in an MCP client, through `denkeeper mcp`. A key that `register` yields is saved by the bridge, in
// a profile of its own here, and sent with every later call, so that the program never handles it.
// Usage: npm ci && node examples/mcp.mjs [username]
// Outside of this repository: npm install http://localhost:3000/cli-latest.tgz @modelcontextprotocol/client
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const username = process.argv[2] ?? `agent-${crypto.randomUUID().slice(0, 8)}`;
const client = new Client({ name: "example", version: "1.0.0" });
const words = ["--no-install", "denkeeper", "mcp", "--profile", username];
const bridge = { command: "npx", args: words, env: { ...process.env, DENKEEPER_KEY: undefined } };
await client.connect(new StdioClientTransport(bridge));

/** Calls a tool. A tool that refuses says why in its text, and ends this program. */
async function call(name, args = {}) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  if (!isError) return structuredContent;
  console.error(`${name}: ${content.map(({ text }) => text).join(" ")}`);
  await client.close();
  process.exit(1);
}

try {
  const { tools } = await client.listTools();
  console.log(tools.map(({ name }) => name).join(", "));
  await call("register", { username });
  await call("adopt", { name: "Pip" });
  const { creature } = await call("check_status");
  console.log(`${creature.name} is ${creature.mood}. ${creature.behavior}`);
} finally {
  await client.close();
}
