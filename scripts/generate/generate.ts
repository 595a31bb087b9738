// Writes the generated files: openapi.json, server.json, .env.example, docs/settings.md, the alert rules for Kubernetes, the generated parts
// of the clients, the scripts of the pages and the tasks for Harbor.
// With --check it writes nothing and fails if a file is out of date.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { z } from "zod";
import { ENDPOINTS } from "../../src/endpoints/index.ts";
import { registryEntry } from "../../src/served-docs/discovery.ts";
import { openApi } from "../../src/served-docs/openapi.ts";
import { clientFiles } from "./client.ts";
import { harborFiles } from "./harbor.ts";
import { pythonClient } from "./python.ts";
import { environmentExample, settingsDocument } from "./settings.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" }, help: { type: "boolean" } } });

if (values.help) {
  console.log("npm run generate -- [--check]: writes the files that follow from the code, or compares them with it.");
  process.exit(0);
}

const EXECUTABLE = 0o755;
const PYTHON_CLIENT = "packages/python/denkeeper.py";

/** The alert rules as an object of the Prometheus operator. */
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

/** A script that browsers run, with the code it shares with the server, in one small file. */
async function browserScript(name: string): Promise<string> {
  const bundle = await rolldown({ input: `src/web/browser/${name}.ts` });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output[0].code;
}

/** What the registry must know about the package that developers install. */
function clientPackage() {
  const shape = z.object({ name: z.string(), version: z.string(), mcpName: z.string() });
  return shape.parse(JSON.parse(readFileSync("packages/denkeeper/package.json", "utf8")));
}

const contracts = ENDPOINTS.map(({ contract }) => contract);
const FILES: Readonly<Record<string, string>> = {
  "openapi.json": `${JSON.stringify(openApi(contracts, "http://localhost:3000"), null, 2)}\n`,
  ".env.example": environmentExample(),
  "docs/settings.md": settingsDocument(),
  "deploy/kubernetes/monitoring/rules.yaml": prometheusRule(),
  "server.json": `${JSON.stringify(registryEntry(clientPackage()), null, 2)}\n`,
  ...clientFiles(contracts),
  [PYTHON_CLIENT]: pythonClient(readFileSync(PYTHON_CLIENT, "utf8"), contracts),
  "src/web/generated/live.js": await browserScript("live"),
  "src/web/generated/copy.js": await browserScript("copy"),
  "src/web/generated/filter.js": await browserScript("filter"),
  ...harborFiles(clientPackage().version),
};

for (const [path, text] of Object.entries(FILES)) {
  if (!values.check) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (path.endsWith(".sh")) chmodSync(path, EXECUTABLE);
    console.log(`${path} written`);
    continue;
  }
  let found = "";
  try {
    found = readFileSync(path, "utf8");
  } catch {
    // A missing file differs, too.
  }
  const same = found === text;
  console.log(`${path} ${same ? "is what the code says" : "differs: run npm run generate"}`);
  if (!same) process.exitCode = 1;
}
