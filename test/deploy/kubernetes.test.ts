// Checks the Kubernetes manifests against their schemas and each other: selectors find pods, ports have names, keys exist, and
// the network policy allows every address that a setting names.
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Deployment, type IDeployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service, ServiceAccount } from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { parse, parseAllDocuments, type Document } from "yaml";
import { readConfig } from "../../src/platform/config/config.ts";
import { ENVIRONMENT } from "../../src/platform/config/environment.ts";
import { readDocument } from "../documents.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDER = "deploy/kubernetes";
const KINDS = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
  ServiceAccount,
} as const;

type Labels = Readonly<Record<string, string>>;

interface Manifest {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  // Untyped because its fields depend on the kind. Each test reads the fields it needs.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly spec?: any;
}

const manifests = globSync(`${FOLDER}/**/*.yaml`, { cwd: ROOT })
  .filter((file) => basename(file) !== "kustomization.yaml")
  .flatMap((file) => parseAllDocuments(readDocument(file)).map((document) => read(file, document)));

function read(file: string, document: Document): Manifest {
  expect(document.errors, file).toEqual([]);
  return { ...(document.toJS() as Omit<Manifest, "file">), file };
}

const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const one = (kind: string, name: string) => {
  const found = all(kind).find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const podOf = ({ spec }: Manifest) => (spec as NonNullable<IDeployment["spec"]>).template;
const isIn = (some: Labels, labels: Labels) => Object.entries(some).every(([name, value]) => labels[name] === value);
const portsOf = (deployment: Manifest) =>
  podOf(deployment).spec?.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)) ?? [];

/** Returns the deployments whose pods match a selector. Fails if there are none. */
function selected(selector: Labels): readonly Manifest[] {
  const found = all("Deployment").filter((each) => isIn(selector, podOf(each).metadata?.labels ?? {}));
  expect(found, JSON.stringify(selector)).not.toEqual([]);
  return found;
}

function expectSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(settings)) expect(Object.keys(ENVIRONMENT.shape)).toContain(name);
}

test("every manifest fits its schema and is listed", () => {
  expect(manifests.length).toBeGreaterThan(15);
  for (const { file, ...manifest } of manifests) {
    const Kind = KINDS[manifest.kind as keyof typeof KINDS];
    if (file.includes("/monitoring/")) expect(manifest.kind).toMatch(/^(?:PodMonitor|PrometheusRule)$/);
    else new Kind(manifest as never).validate();
  }
  for (const folder of [FOLDER, `${FOLDER}/monitoring`]) {
    const files = globSync("*.yaml", { cwd: join(ROOT, folder) });
    const { resources } = parse(readDocument(`${folder}/kustomization.yaml`));
    const unlisted = new Set(["kustomization.yaml", "secret.example.yaml"]);
    expect(resources.toSorted()).toEqual(files.filter((file) => !unlisted.has(file)).toSorted());
  }
});

/** Type-checks the manifests. Unlike the schemas, the types reject unknown fields. */
function misspelled(checked: readonly Manifest[]): string {
  const packages = join(ROOT, "node_modules");
  const lines = checked.map((manifest, index) => {
    const type = `import("${packages}/kubernetes-models/${manifest.apiVersion}/index.js").I${manifest.kind}`;
    return `export const m${index}: ${type} = ${JSON.stringify({ ...manifest, file: undefined })};`;
  });
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-manifests-"));
  try {
    writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--types", "", "--ignoreConfig"];
    const tsc = join(packages, "typescript", "bin", "tsc");
    return spawnSync(process.execPath, [tsc, ...options, join(folder, "manifests.ts")], { encoding: "utf8" }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("no field of a manifest is misspelled", () => {
  const checked = manifests.filter(({ kind }) => Object.hasOwn(KINDS, kind));
  // A planted misspelling shows that the compiler checks.
  const wrong = structuredClone(checked.find(({ kind }) => kind === "Deployment"));
  if (wrong === undefined) throw new Error("there is no deployment");
  Object.assign(wrong.spec.template.spec.containers[0], { livenesProbe: {} });
  const found = misspelled([...checked, wrong])
    .trim()
    .split("\n");
  expect(found).toEqual([expect.stringContaining("livenesProbe")]);
});

test("manifests set only known settings, and the example secret is rejected", () => {
  expectSettings(one("ConfigMap", "denkeeper").data ?? {});
  const { stringData = {} } = one("Secret", "denkeeper");
  expectSettings(stringData);
  expect(() => readConfig({ NODE_ENV: "production", ...stringData })).toThrow("is a placeholder");
  for (const deployment of all("Deployment")) {
    for (const { env = [], envFrom = [] } of podOf(deployment).spec?.containers ?? []) {
      expectSettings(Object.fromEntries(env.map(({ name, value }) => [name, value])));
      const from = [{ configMapRef: { name: "denkeeper" } }, { secretRef: { name: "denkeeper" } }];
      expect(envFrom).toEqual(from);
    }
  }
});

test("pods have no privileges, three probes, and a volume for portraits", () => {
  const folder = /^ENV PORTRAITS_DIR=(\S+)$/m.exec(readDocument("Dockerfile"))?.[1];
  for (const deployment of all("Deployment")) {
    const pod = podOf(deployment).spec;
    const component = deployment.metadata.name;
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    expect(pod?.volumes).toContainEqual({ name: "portraits", persistentVolumeClaim: { claimName: "portraits" } });
    for (const container of pod?.containers ?? []) {
      const hardened = {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
      };
      expect(container.securityContext).toMatchObject(hardened);
      expect(container.resources).toHaveProperty("limits.memory");
      for (const [probe, path] of Object.entries({ startup: "/livez", liveness: "/livez", readiness: "/readyz" })) {
        expect(container).toMatchObject({ [`${probe}Probe`]: { httpGet: { path, port: portsOf(deployment)[0] } } });
      }
      const mount = { name: "portraits", mountPath: folder, ...(component === "api" ? { readOnly: true } : {}) };
      expect(container.volumeMounts).toContainEqual(mount);
    }
  }
  expect(one("PersistentVolumeClaim", "portraits").spec).toMatchObject({ accessModes: ["ReadWriteMany"] });
});

test("every selector finds pods, and every named port exists there", () => {
  for (const deployment of all("Deployment"))
    expect(selected(deployment.spec.selector.matchLabels)).toEqual([deployment]);
  for (const { spec } of all("Service")) {
    for (const each of selected(spec.selector)) {
      for (const { targetPort } of spec.ports) expect(portsOf(each)).toContain(targetPort);
    }
  }
  for (const { spec } of all("NetworkPolicy")) {
    for (const each of selected(spec.podSelector.matchLabels)) {
      for (const { ports } of spec.ingress ?? []) for (const { port } of ports) expect(portsOf(each)).toContain(port);
    }
  }
  for (const { spec } of all("PodMonitor")) {
    for (const each of selected(spec.selector.matchLabels)) {
      for (const { port } of spec.podMetricsEndpoints) expect(portsOf(each)).toContain(port);
    }
  }
});

test("each deployment has a disruption budget; autoscaled ones set no replicas", () => {
  const budgets = all("PodDisruptionBudget").flatMap(({ spec }) => selected(spec.selector.matchLabels));
  expect(new Set(budgets)).toEqual(new Set(all("Deployment")));
  for (const { spec } of all("HorizontalPodAutoscaler")) {
    expect(one("Deployment", spec.scaleTargetRef.name).spec).not.toHaveProperty("replicas");
  }
});

test("the ingress leads from the host of BASE_URL to the API", () => {
  const host = new URL(one("ConfigMap", "denkeeper").data?.["BASE_URL"] ?? "").host;
  const [{ spec } = one("Ingress", "api")] = all("Ingress");
  expect(spec.tls).toEqual([{ hosts: [host], secretName: expect.any(String) }]);
  expect(spec.rules).toHaveLength(1);
  expect(spec.rules[0].host).toBe(host);
  const { service } = spec.rules[0].http.paths[0].backend;
  expect(one("Service", service.name).spec.ports).toContainEqual(expect.objectContaining({ name: service.port.name }));
});

test("the network policy allows every address that a setting names", () => {
  const policy = readDocument(`${FOLDER}/network-policy.yaml`);
  // BASE_URL is the service's own address.
  const names = Object.keys(ENVIRONMENT.shape).filter(
    (name) => /_(?:URL|ENDPOINT|HOSTS)$/.test(name) && name !== "BASE_URL",
  );
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) expect(policy).toContain(name);
});

test("monitors use the service's token and the job names of alerts", () => {
  const { scrape_configs: scraped } = parse(readDocument("deploy/prometheus/prometheus.yml"));
  const jobs = all("PodMonitor").flatMap(({ spec }) =>
    spec.podMetricsEndpoints.flatMap(({ relabelings, authorization }: PodEndpoint) => {
      expect(Object.keys(one("Secret", authorization.credentials.name).stringData ?? {})).toContain(
        authorization.credentials.key,
      );
      return relabelings.filter(({ targetLabel }) => targetLabel === "job").map(({ replacement }) => replacement);
    }),
  );
  const ours = scraped
    .map((each: { job_name: string }) => each.job_name)
    .filter((job: string) => job.startsWith("denkeeper"));
  expect(jobs).toEqual(ours);
  const { groups } = parse(readDocument("deploy/prometheus/alerts.yml"));
  expect(one("PrometheusRule", "denkeeper").spec.groups).toEqual(groups);
});

interface PodEndpoint {
  readonly relabelings: readonly { readonly targetLabel: string; readonly replacement?: string }[];
  readonly authorization: { readonly credentials: { readonly name: string; readonly key: string } };
}

test("rollouts replace the workers before the API", () => {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-kubectl-"));
  try {
    writeFileSync(join(folder, "kubectl"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env["PATH"]}` };
    const { stdout } = spawnSync("sh", [`${FOLDER}/apply.sh`], { cwd: ROOT, encoding: "utf8", env });
    const [first, second, third, last] = stdout.trim().split("\n");
    expect(first).toBe(`apply -k ${FOLDER} --selector app.kubernetes.io/component!=api`);
    expect(second).toContain("rollout status deployment/worker");
    expect(third).toBe(`apply -k ${FOLDER}`);
    expect(last).toContain("rollout status deployment/api");
  } finally {
    rmSync(folder, { recursive: true });
  }
  const later = manifests.filter(({ metadata }) => metadata.labels?.["app.kubernetes.io/component"] === "api");
  expect(later.map(({ kind }) => kind)).toContain("Deployment");
  expect(later.map(({ metadata }) => metadata.name)).not.toContain("worker");
});

const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0;
if (!hasKubectl) console.log("kubectl is missing: the kustomizations are NOT built");

test.skipIf(!hasKubectl)("kubectl builds the kustomizations", () => {
  for (const folder of [FOLDER, `${FOLDER}/monitoring`]) {
    const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", folder], { cwd: ROOT, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    const built = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    const { resources } = parse(readDocument(`${folder}/kustomization.yaml`));
    const listed = manifests.filter(({ file }) => resources.some((name: string) => file === `${folder}/${name}`));
    expect(built).toHaveLength(listed.length);
    for (const { kind, metadata } of built)
      if (kind !== "Namespace") expect(metadata).toMatchObject({ namespace: "denkeeper" });
  }
});
