// Libraries for inline payments are loaded only if those payments are enabled.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CHECKOUT_ENV } from "../../test/payers/checkout.ts";
import { CHILD_ENV } from "../../test/processes/child-env.ts";

/** Lists the packages loaded by creating the payment rails of an environment. */
async function loadedWith(env: Readonly<Record<string, string>>, missing = "none"): Promise<readonly string[]> {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      resolve: (specifier, context, next) => next(specifier, specifier.startsWith("${missing}/") ? { ...context, parentURL: "file:///elsewhere.ts" } : context),
      load(url, context, next) {
        const name = /node_modules[/]((?:@[^/]+[/])?[^/]+)/.exec(url)?.[1];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    const { readConfig } = await import("./src/platform/config/config.ts");
    await import("./src/build-app.ts");
    const { paymentsFor } = await import("./src/credits/rails.ts");
    await paymentsFor(readConfig(process.env), {}, {});
    console.log(JSON.stringify([...loaded]));
    process.exit(0);`;
  const base = { ...CHILD_ENV, DATABASE_URL: "postgres://root@127.0.0.1:5432/none" };
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...base, ...env },
  });
  return JSON.parse((await run).stdout);
}

test("MPP without its package stops the start and names the tested release", async () => {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const mpp = { ...CHECKOUT_ENV, MPP_ENABLED: "true", MPP_SECRET: "s".repeat(32), MPP_NETWORK_ID: "profile_1" };
  const starting = loadedWith(mpp, "mppx");
  const line = `npm install --no-save --save-prod --omit=dev --ignore-scripts mppx@${devDependencies.mppx}`;
  await expect(starting).rejects.toThrow(`MPP_ENABLED needs the package mppx: ${line}`);
  for (const file of ["Dockerfile", "docs/payments.md"]) expect(readFileSync(file, "utf8")).toContain(line);
});

const INLINE = ["mppx", "@x402/core", "viem", "stripe"];

test("no payment library is loaded while every payment method is off", async () => {
  const loaded = await loadedWith({});
  expect(loaded).toContain("hono");
  for (const name of INLINE) expect(loaded).not.toContain(name);
});

test("x402 loads its own library but not viem", async () => {
  const loaded = await loadedWith({
    X402_FACILITATOR_URL: "http://127.0.0.1:9",
    X402_NETWORK: "eip155:84532",
    X402_PAY_TO: `0x${"12".repeat(20)}`,
    X402_RPC_URL: "http://127.0.0.1:9",
  });
  expect(loaded).toContain("@x402/core");
  for (const name of ["mppx", "viem", "stripe"]) expect(loaded).not.toContain(name);
});
