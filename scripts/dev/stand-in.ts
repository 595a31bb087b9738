// The Stripe stand-in as a child process, so credits can be bought without an account. The service cannot tell the
// difference: it uses the real SDK and trusts only signed webhooks.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../tools/stripe-stand-in/main.ts", import.meta.url));
/** The same at every start, so that links outlive a restart. */
const KEY = "sk_test_of_the_stand_in";

export interface RunningStandIn {
  /** What the service must be told to use it. */
  readonly env: {
    readonly STRIPE_SECRET_KEY: string;
    readonly STRIPE_WEBHOOK_SECRETS: string;
    readonly STRIPE_API_BASE: string;
  };
  stop(): Promise<void>;
}

/** Started, and listening. `serviceUrl` is where it sends its webhooks. */
export async function startStandIn(serviceUrl: string): Promise<RunningStandIn> {
  const secret = `whsec_${randomBytes(16).toString("hex")}`;
  const args = [MAIN, "--webhook", `${serviceUrl}/api/webhooks/stripe`];
  const env = { ...process.env, STRIPE_WEBHOOK_SECRETS: secret };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"], detached: true });
  const ended = once(child, "exit");
  let said = "";
  const { promise: base, resolve, reject } = Promise.withResolvers<string>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    const found = /STRIPE_API_BASE=(\S+)\n/.exec(said)?.[1];
    if (found !== undefined) resolve(found);
  });
  void ended.then(() => reject(new Error("The stand-in for Stripe ended while it started.")));
  return {
    env: { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRETS: secret, STRIPE_API_BASE: await base },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}
