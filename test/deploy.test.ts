// Checks the files in deploy/ and the Dockerfile with the tools that read them and against the service: every alert has
// a runbook, every metric is exported, every setting exists.
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service, ServiceAccount } from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { ENVIRONMENT, readConfig } from "../src/config/config.ts";
import { readDocument } from "./documents.ts";
import { houseForFile } from "./harness.ts";

const ROOT = join(import.meta.dirname, "..");
const house = await houseForFile();

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const rules = (parse(readDocument("deploy/prometheus/alerts.yml")) as Rules).groups.flatMap((group) => group.rules);
const dashboard = readDocument("deploy/grafana/dashboard.json");

function run(program: string, args: readonly string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: "utf8" });
  return { status, text: `${stdout}${stderr}` };
}

const hasPromtool = run("promtool", ["--version"]).status === 0;
if (!hasPromtool) console.log("promtool is missing: the alert rules are NOT checked");

test.skipIf(!hasPromtool)("promtool accepts the rules, and each alert fires and keeps quiet as its test says", () => {
  for (const args of [
    ["check", "rules", "deploy/prometheus/alerts.yml"],
    ["check", "config", "--syntax-only", "deploy/prometheus/prometheus.yml"],
    ["test", "rules", "deploy/prometheus/alerts.test.yml"],
  ]) {
    const { status, text } = run("promtool", args);
    expect(status, text).toBe(0);
  }
});

test("each alert is tried both ways, and the runbook says what to do about it", () => {
  const tried = readDocument("deploy/prometheus/alerts.test.yml");
  const runbook = readDocument("docs/operating.md");
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert } of rules) {
    expect(tried).toContain(`- name: ${alert} fires\n`);
    expect(tried).toContain(`- name: ${alert} quiet\n`);
    expect(runbook).toMatch(new RegExp(`^\\| \`${alert}\` `, "m"));
  }
});

const OURS = /\b(?:denkeeper|nodejs|process)_[a-z0-9_]+/g;

test("each metric that a rule or the dashboard names is exported, with the labels it asks for", async () => {
  house.app.services.metrics.watchProcess({ version: "test", role: "all" });
  await house.call("GET", "/api/health");
  const scraped = await house.app.services.metrics.text();
  const exported = new Set([...scraped.matchAll(/^([a-z_0-9]+)[ {]/gm)].map(([, name]) => name));
  for (const [, name] of scraped.matchAll(/^# HELP ([a-z_0-9]+) /gm)) exported.add(name);
  const panels = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
  const shown = panels.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const named = [...rules.map(({ expr }) => expr), ...shown].flatMap((expr) => expr.match(OURS) ?? []);
  expect(named.length).toBeGreaterThan(30);
  for (const name of new Set(named)) expect(exported, name).toContain(name);
  // And the other way round: what is exported is shown or watched somewhere.
  const ours = [...exported].filter((name) => name?.startsWith("denkeeper_") && !/_(?:sum|count)$/.test(name));
  for (const name of ours) {
    if (name === "denkeeper_build_info" || name === "denkeeper_request_seconds") continue;
    expect(named, `${name} is on no panel`).toContain(name);
  }
});

const KINDS = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
  ServiceAccount,
} as const;

interface Manifest {
  readonly kind: keyof typeof KINDS | "Kustomization";
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly resources?: readonly string[];
}

test("the Kubernetes manifests fit their schemas and set only what the service reads", () => {
  const files = globSync("deploy/kubernetes/*.yaml", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    for (const document of parseAllDocuments(readDocument(file))) {
      expect(document.errors, file).toEqual([]);
      const manifest = document.toJS() as Manifest;
      if (manifest.kind === "Kustomization") {
        for (const name of manifest.resources ?? []) expect(files).toContain(`deploy/kubernetes/${name}`);
        continue;
      }
      const Kind = KINDS[manifest.kind];
      new Kind(manifest as never).validate();
      if (manifest.kind === "ConfigMap") expectSettings(manifest.data ?? {});
      if (manifest.kind === "Secret") {
        expectSettings(manifest.stringData ?? {});
        expect(() => readConfig({ NODE_ENV: "production", ...manifest.stringData })).toThrow("is a placeholder");
      }
      if (manifest.kind === "Deployment") expectHardened(manifest as unknown as DeploymentManifest);
    }
  }
});

function expectSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(settings)) expect(Object.keys(ENVIRONMENT.shape)).toContain(name);
}

interface DeploymentManifest {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly securityContext: object;
        readonly volumes: readonly object[];
        readonly containers: readonly {
          readonly volumeMounts: readonly object[];
          readonly env: readonly { readonly name: string; readonly value: string }[];
          readonly securityContext: object;
        }[];
      };
    };
  };
}

function expectHardened({ spec }: DeploymentManifest): void {
  const pod = spec.template.spec;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
  for (const { env, securityContext } of pod.containers) {
    expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expectSettings(Object.fromEntries(env.map(({ name, value }) => [name, value])));
  }
}

interface Compose {
  readonly services: Readonly<Record<string, { readonly volumes?: readonly string[]; readonly environment?: object }>>;
}

test("the compose file is sound, sets only what the service reads, and mounts what is there", () => {
  const { services } = parse(readDocument("deploy/compose.yaml"), { merge: true }) as Compose;
  expect(Object.keys(services)).toEqual(["api", "worker", "postgres", "redis", "prometheus", "grafana"]);
  for (const name of ["api", "worker"]) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expectSettings({ ...services[name]?.environment });
  }
  for (const mount of Object.values(services).flatMap(({ volumes = [] }) => volumes)) {
    const [from = ""] = mount.split(":");
    if (from.startsWith(".")) expect(existsSync(join(ROOT, "deploy", from)), from).toBe(true);
  }
});

test("the Dockerfile is sound, and without privileges", () => {
  const text = readDocument("Dockerfile");
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});

test("every image is named by its exact version, and a release can name its digest", () => {
  const node = `node:${readDocument(".node-version").trim()}-trixie-slim`;
  const dockerfile = readDocument("Dockerfile");
  expect(dockerfile).toContain(`ARG NODE_IMAGE=${node}\n`);
  for (const [, image = ""] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/^\$\{(?:NODE|DEBIAN)_IMAGE\}$/);
  const compose = readDocument("deploy/compose.yaml");
  expect(compose).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${node}}\n`);
  const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image);
  expect(images).toHaveLength(5);
  for (const image of images) expect(image).toMatch(/^denkeeper$|^\$\{[A-Z]+_IMAGE:-[a-z/]+:v?\d+\.\d+(?:\.\d+)?\}$/);
});

test("portraits have a place that the worker can write and the API can read, however the service is run", () => {
  const folder = /^ENV PORTRAITS_DIR=(\S+)$/m.exec(readDocument("Dockerfile"))?.[1];
  expect(readDocument("Dockerfile")).toContain(`install -d -o 1000 -g 1000 ${folder}\n`);
  const { services } = parse(readDocument("deploy/compose.yaml"), { merge: true }) as Compose;
  for (const role of ["api", "worker"]) {
    expect(services[role]?.volumes).toContain(`portraits:${folder}`);
    const [deployment] = parseAllDocuments(readDocument(`deploy/kubernetes/${role}.yaml`)).map(
      (document) => document.toJS() as DeploymentManifest,
    );
    if (deployment === undefined) throw new Error(`${role}.yaml holds no deployment`);
    const pod = deployment.spec.template.spec;
    expect(pod.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
    expect(pod.volumes).toContainEqual({ name: "portraits", persistentVolumeClaim: { claimName: "portraits" } });
    const mount = { name: "portraits", mountPath: folder, ...(role === "api" ? { readOnly: true } : {}) };
    for (const { volumeMounts } of pod.containers) expect(volumeMounts).toContainEqual(mount);
    const unit = readDocument(`deploy/systemd/denkeeper-${role}.service`);
    for (const line of ["User=denkeeper", "StateDirectory=denkeeper", `Environment=PORTRAITS_DIR=${folder}`]) {
      expect(unit.split("\n")).toContain(line);
    }
  }
  const claim = parse(readDocument("deploy/kubernetes/portraits.yaml")) as object;
  expect(claim).toMatchObject({ metadata: { name: "portraits" }, spec: { accessModes: ["ReadWriteMany"] } });
});

const hasSystemd = run("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.log("systemd-analyze is missing: the units are NOT checked");

test.skipIf(!hasSystemd)("systemd accepts the units", () => {
  const units = globSync("deploy/systemd/*.service", { cwd: ROOT });
  expect(units).toHaveLength(2);
  for (const unit of units) {
    const { text } = run("systemd-analyze", ["verify", unit]);
    // Node may live elsewhere on this machine.
    const faults = text.split("\n").filter((line) => line.includes(unit) && !line.includes("is not executable"));
    expect(faults).toEqual([]);
    const score = Number(
      /Overall exposure level[^:]*: ([\d.]+)/.exec(
        run("systemd-analyze", ["security", "--offline=true", unit]).text,
      )?.[1],
    );
    expect(score).toBeLessThan(2);
  }
});
