// Uses the client of the package `@denkeeper/cli` to register, adopt an egg, read its status, and print a helpful error.
// Usage: npm ci && node examples/client.mjs [username]
// Outside this repository, first run: npm install http://localhost:3000/cli-latest.tgz
import { Denkeeper, DenkeeperError } from "@denkeeper/cli";

const url = process.env.DENKEEPER_URL;
const username = process.argv[2] ?? `agent-${crypto.randomUUID().slice(0, 8)}`;
const house = new Denkeeper({ url });
// The client stores the returned key in house.key.
await house.register({ username }).catch(({ message, suggestion }) => {
  console.error(`${message}: ${suggestion}`);
  process.exit(1);
});
await house.adopt({ name: "Pip" });
const status = await house.checkStatus();
console.log(`${status.creature.name} is a ${status.creature.species}.`);
if ("recommended_checkin" in status) console.log(`Come back at ${status.recommended_checkin.at}.`);

try {
  await house.care({ action: "reflect", item: "a mirror" });
} catch (error) {
  if (!(error instanceof DenkeeperError)) throw error;
  console.log(`${error.error} (${error.code}). ${error.suggestion}`);
}
