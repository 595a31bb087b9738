// Generates files from the code: build/openapi.json and the client's sources, which are not committed, and committed files, which
// --check only compares and --built omits.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { z } from "zod";
import { ENDPOINTS } from "../../src/endpoints.ts";
import { registryEntry } from "../../src/docs/discovery.ts";
import { errorCodes } from "../../src/docs/errors-page.ts";
import { clientFiles, descriptionOf } from "./client.ts";
import { CONTRACT_FILE, contractText, silentChanges } from "./contract.ts";
import { environmentExample, settingsDocument } from "./settings.ts";

const { values } = parseArgs({
  options: { check: { type: "boolean" }, built: { type: "boolean" }, help: { type: "boolean" } },
});

if (values.help) {
  console.log(`npm run generate -- [--check | --built]: writes the files that follow from the code. With --check, committed files are
only compared with the code; with --built, they are left out.`);
  process.exit(0);
}

/** Wraps the alert rules in a resource for the Prometheus operator. */
function prometheusRule(): string {
  const rules = readFileSync("deploy/prometheus/alerts.yml", "utf8").replace(/^#.*\n/gm, "");
  return `# Generated from deploy/prometheus/alerts.yml by \`npm run generate\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: denkeeper
  labels: { app.kubernetes.io/name: denkeeper }
spec:
${rules.replaceAll(/^(?=.)/gm, "  ")}`;
}

/** Bundles a browser script with its imports and minifies it. */
async function browserScript(name: string): Promise<string> {
  const bundle = await rolldown({ input: `src/ui/browser/${name}.ts` });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output[0].code;
}

const clientPackage = z
  .object({ name: z.string(), version: z.string(), mcpName: z.string() })
  .parse(JSON.parse(readFileSync("packages/denkeeper/package.json", "utf8")));

const contracts = ENDPOINTS.map(({ contract }) => contract);
const document = descriptionOf(contracts);

/** Generated files that are not committed, by path. */
const BUILT: Readonly<Record<string, string>> = {
  "build/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
  ...clientFiles(contracts),
};

const committed = async (): Promise<Readonly<Record<string, string>>> => ({
  [CONTRACT_FILE]: contractText(document, errorCodes(contracts)),
  ".env.example": environmentExample(),
  "docs/settings.md": settingsDocument(),
  "deploy/kubernetes/monitoring/rules.yaml": prometheusRule(),
  "server.json": `${JSON.stringify(registryEntry(clientPackage), null, 2)}\n`,
  "src/ui/generated/live.js": await browserScript("live"),
  "src/ui/generated/copy.js": await browserScript("copy"),
});

function found(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Writes a file that differs, so that others keep their modification times. */
function write(path: string, text: string): void {
  if (found(path) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`${path} written`);
}

for (const [path, text] of Object.entries(BUILT)) write(path, text);
for (const [path, text] of Object.entries(values.built ? {} : await committed())) {
  const silent = path === CONTRACT_FILE ? silentChanges(text) : [];
  if (silent.length > 0) {
    console.error(
      `The contract loses or changes lines. Name these in CHANGELOG.md:\n${silent.map((name) => `  \`${name}\``).join("\n")}`,
    );
    process.exitCode = 1;
  }
  if (!values.check && silent.length === 0) write(path, text);
  const isSame = found(path) === text;
  console.log(`${path} ${isSame ? "is what the code says" : "differs: run npm run generate"}`);
  if (!isSame) process.exitCode = 1;
}
