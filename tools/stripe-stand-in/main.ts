// Runs the stand-in. `npm run dev` starts it; by hand: node tools/stripe-stand-in/main.ts --help
import { parseArgs } from "node:util";
import { startStandIn } from "./stand-in.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    webhook: { type: "string" },
    help: { type: "boolean" },
  },
});

const secret = process.env["STRIPE_WEBHOOK_SECRETS"]?.split(",")[0] ?? "";
if (values.help || values.webhook === undefined || secret === "") {
  console.log(`node tools/stripe-stand-in/main.ts --webhook URL [--port PORT]

A stand-in for Stripe on 127.0.0.1, for development and tests. Signs its webhooks with the first of
STRIPE_WEBHOOK_SECRETS and sends them to URL, the /api/webhooks/stripe of the service. Give the service
STRIPE_API_BASE (printed at the start), the same secret, and any key that begins with sk_test_.`);
  process.exit(values.help ? 0 : 1);
}
if (process.env["NODE_ENV"] === "production") {
  console.error("The stand-in is not for production.");
  process.exit(1);
}

/** As patient as a developer: within a minute or so. */
const RETRY_AFTER_MS = [1_000, 3_000, 10_000, 30_000];

const standIn = await startStandIn({ url: values.webhook, secret, retryAfterMs: RETRY_AFTER_MS }, Number(values.port));
console.log(`STRIPE_API_BASE=${standIn.url}`);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void standIn.stop().then(() => process.exit(0)));
}
