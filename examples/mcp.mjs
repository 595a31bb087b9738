// The tools of the service in an MCP client, through `denkeeper mcp`. A key that `register` yields is saved by the bridge
// and sent with every later call, so nobody has to hand it around.
// Usage: npm install denkeeper @modelcontextprotocol/client && node examples/mcp.mjs [username]
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const username = process.argv[2] ?? `agent-${crypto.randomUUID().slice(0, 8)}`;
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: "npx", args: ["denkeeper", "mcp"], env: { ...process.env } }));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(", "));
await client.callTool({ name: "register", arguments: { username } });
await client.callTool({ name: "adopt", arguments: { name: "Pip" } });
const { structuredContent } = await client.callTool({ name: "check_status", arguments: {} });
console.log(`${structuredContent.creature.name} is ${structuredContent.creature.mood}.`);
await client.close();
