// Calls the service's tools from an MCP client through the `denkeeper mcp` bridge. The bridge saves the key from `register`
// in a separate profile and sends it with every later call, so this program never handles the key.
// Usage: npm ci && node examples/mcp.mjs [username]
// Outside this repository, first run: npm install http://localhost:3000/cli-latest.tgz @modelcontextprotocol/client
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const username = process.argv[2] ?? `agent-${crypto.randomUUID().slice(0, 8)}`;
const client = new Client({ name: "example", version: "1.0.0" });
const words = ["--no-install", "denkeeper", "mcp", "--profile", username];
const bridge = { command: "npx", args: words, env: { ...process.env, DENKEEPER_KEY: undefined } };
await client.connect(new StdioClientTransport(bridge));

/** Calls a tool. If the tool reports an error, prints its text and exits. */
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
