// The tools of the service in an MCP client, through `denkeeper mcp`. A key that `register` yields is saved by the bridge
// and sent with every later call, so nobody has to hand it around.
// Usage: npm ci && node examples/mcp.mjs [username]
// Outside of this repository: npm install @denkeeper/cli @modelcontextprotocol/client
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const username = process.argv[2] ?? `agent-${crypto.randomUUID().slice(0, 8)}`;
const client = new Client({ name: "example", version: "1.0.0" });
const bridge = { command: "npx", args: ["@denkeeper/cli", "mcp"], env: { ...process.env } };
await client.connect(new StdioClientTransport(bridge));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(", "));
await client.callTool({ name: "register", arguments: { username } });
await client.callTool({ name: "adopt", arguments: { name: "Pip" } });
const { structuredContent } = await client.callTool({ name: "check_status", arguments: {} });
console.log(`${structuredContent.creature.name} is ${structuredContent.creature.mood}.`);
await client.close();
