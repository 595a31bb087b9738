// Checks deploy/ and the Dockerfile with the tools that read them, and against the service: every alert has a runbook entry,
// every metric is exported, every setting exists. test/deploy/ covers Kubernetes and backups.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../src/platform/config/config.ts";
import { ENVIRONMENT } from "../src/platform/config/environment.ts";
import { mistypedNames } from "../src/platform/config/mistyped-names.ts";
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

test.skipIf(!hasPromtool)("promtool accepts the rules, and alerts pass their tests", () => {
  for (const args of [
    ["check", "rules", "deploy/prometheus/alerts.yml"],
    ["check", "config", "--syntax-only", "deploy/prometheus/prometheus.yml"],
    ["test", "rules", "deploy/prometheus/alerts.test.yml"],
  ]) {
    const { status, text } = run("promtool", args);
    expect(status, text).toBe(0);
  }
});

test("each alert has tests for both outcomes and a runbook entry", () => {
  const tried = readDocument("deploy/prometheus/alerts.test.yml");
  const runbook = readDocument("docs/operating.md");
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert } of rules) {
    expect(tried).toContain(`- name: ${alert} fires\n`);
    expect(tried).toContain(`- name: ${alert} quiet\n`);
    expect(runbook).toMatch(new RegExp(`^\\| \`${alert}\` `, "m"));
  }
});

test("the dashboard filters by process and shows version changes", () => {
  const { templating, annotations, panels } = JSON.parse(dashboard);
  expect(templating.list.map(({ name }: { name: string }) => name)).toEqual(["datasource", "job", "instance"]);
  expect(annotations.list[0].expr).toContain("denkeeper_build_info unless");
  for (const { targets = [] } of panels) {
    for (const { expr } of targets) {
      if (/denkeeper_(?!backup_)|nodejs_|process_/.test(expr))
        expect(expr).toContain('job=~"$job",instance=~"$instance"');
    }
  }
});

test("Prometheus scrapes the jobs that the alerts name", () => {
  const { scrape_configs: scraped } = parse(readDocument("deploy/prometheus/prometheus.yml"));
  const jobs = scraped.map((each: { job_name: string }) => each.job_name);
  for (const [, job] of rules.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]+)"/g)])) expect(jobs).toContain(job);
  expect(jobs.filter((job: string) => job.startsWith("denkeeper-"))).toEqual(["denkeeper-api", "denkeeper-worker"]);
});

const OURS = /\b(?:denkeeper|nodejs|process)_[a-z0-9_]+/g;

test("rules and dashboard name only exported metrics and labels", async () => {
  house.app.services.metrics.watchProcess({ version: "test", role: "all" });
  await house.call("GET", "/api/health");
  const scraped = await house.app.services.metrics.text();
  const exported = new Set([...scraped.matchAll(/^([a-z_0-9]+)[ {]/gm)].map(([, name]) => name));
  for (const [, name] of scraped.matchAll(/^# HELP ([a-z_0-9]+) /gm)) exported.add(name);
  const panels = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
  const shown = panels.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const named = [...rules.map(({ expr }) => expr), ...shown].flatMap((expr) => expr.match(OURS) ?? []);
  expect(named.length).toBeGreaterThan(30);
  // The backup job reports its own metrics.
  for (const [, name] of readDocument("deploy/backup/backup.sh").matchAll(/# TYPE ([a-z_]+) /g)) exported.add(name);
  for (const name of new Set(named)) expect(exported, name).toContain(name);
  // Every exported metric must appear on a panel or in an alert.
  const ours = [...exported].filter((name) => name?.startsWith("denkeeper_") && !/_(?:sum|count)$/.test(name));
  for (const name of ours) {
    if (name === "denkeeper_request_seconds") continue;
    expect(named, `${name} is on no panel`).toContain(name);
  }
});

function expectSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(settings)) expect(Object.keys(ENVIRONMENT.shape)).toContain(name);
}

interface ComposeService {
  readonly image: string;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: object;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const composeText = readDocument("deploy/compose.yaml");
const compose = parse(composeText, { merge: true }) as Compose;
const OURS_IN_COMPOSE = ["api", "worker"];

test("compose sets only known settings and mounts only existing files", () => {
  for (const name of OURS_IN_COMPOSE) {
    expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"], env_file: [".env"] });
    expect(compose.services[name]).toMatchObject({ user: "1000:1000" });
    expectSettings({ ...compose.services[name]?.environment });
    expect(compose.services[name]?.ports, "only Caddy is open to other machines").toBeUndefined();
  }
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  for (const name of Object.keys(compose.volumes)) {
    expect(
      mounts.some((mount) => mount.startsWith(`${name}:`)),
      `${name} is mounted`,
    ).toBe(true);
  }
  for (const mount of mounts) {
    expect(mount).toMatch(/^[^:\s]+:[^:\s]+(?::ro(?:,rslave)?)?$/);
    const [from = ""] = mount.split(":");
    if (from.startsWith(".")) expect(existsSync(join(ROOT, "deploy", from)), from).toBe(true);
    else if (!from.startsWith("/")) expect(Object.keys(compose.volumes)).toContain(from);
  }
});

test("compose services restart, are limited and health-checked, and expose only TLS", () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service, name).toMatchObject({ restart: "unless-stopped", mem_limit: expect.any(String) });
    expect(service, name).toMatchObject({ security_opt: ["no-new-privileges:true"] });
    // Compose cannot write a secret from the environment into a read-only root.
    if ("secrets" in service) expect(service, name).not.toHaveProperty("read_only");
    // The service's image defines its own health check.
    if (!OURS_IN_COMPOSE.includes(name)) expect(service, name).toHaveProperty("healthcheck.test");
    if (name === "caddy") continue;
    for (const port of service.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:/);
  }
});

test("the example has every variable of compose and no secret", () => {
  const example = readDocument("deploy/env.example");
  const given = Object.fromEntries([...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const used = [...composeText.matchAll(/\$\{([A-Z_]+)(:[?-])?/g)];
  for (const [, name = "", how] of used) {
    // TRUST_PROXY rarely changes and BUILD_COMMIT differs with every build, so the example omits them.
    if (name === "TRUST_PROXY" || name === "BUILD_COMMIT") continue;
    expect(Object.keys(given)).toContain(name);
    if (how === ":?" && name !== "DOMAIN") expect(given[name], `${name} is a secret`).toBe("");
  }
  const forCompose = /^(?:DOMAIN|POSTGRES_PASSWORD|GRAFANA_PASSWORD|(?:ALERT|BACKUP)_[A-Z_]+)$/;
  expectSettings(Object.fromEntries(Object.entries(given).filter(([name]) => !forCompose.test(name))));
  // The service receives every variable of the example and must not report any as misspelled.
  const filled = Object.fromEntries(Object.keys(given).map((name) => [name, "x"]));
  expect(mistypedNames(filled, Object.keys(ENVIRONMENT.shape))).toEqual([]);
  expect(composeText).not.toMatch(/(?:PASSWORD|TOKEN|KEY): +[^$\s]/);
});

const small = readDocument("deploy/compose.small.yaml");
const smallHouse = parse(small) as Compose;
/** Compose as a plugin of Docker, or as the program that Debian packages. Version 1 reads other files. */
const COMPOSE = [["docker", "compose"] as const, ["docker-compose"] as const].find(([program, ...words]) =>
  /^Docker Compose version v?[2-9]/.test(run(program, [...words, "version"]).text),
);
if (COMPOSE === undefined) console.log("Docker Compose 2 is missing: the compose files are only parsed");

function expectComposeAccepts(file: string): void {
  if (COMPOSE === undefined) return;
  const [program, ...words] = COMPOSE;
  const { status, text } = run(program, [...words, "-f", file, "config", "--quiet"]);
  expect([status, text]).toEqual([0, ""]);
}

test("the small compose file has unprivileged services, known settings, no secret", () => {
  expect(small.split("\n").length).toBeLessThanOrEqual(41);
  expect(Object.keys(smallHouse.services)).toEqual(["den", "caddy"]);
  for (const [name, service] of Object.entries(smallHouse.services)) {
    expect(service, name).toMatchObject({ restart: "unless-stopped", mem_limit: expect.any(String), read_only: true });
    expect(service, name).toMatchObject({ cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    for (const mount of service.volumes ?? []) expect(Object.keys(smallHouse.volumes)).toContain(mount.split(":")[0]);
  }
  const { den } = smallHouse.services;
  expect(den).toMatchObject({ user: "1000:1000", tmpfs: ["/tmp"], volumes: ["den:/data"] });
  expect(den).not.toHaveProperty("ports");
  expectSettings({ ...den?.environment });
  expect(small).not.toMatch(/PASSWORD|TOKEN|SECRET|_KEYS?\b/);
  expectComposeAccepts("deploy/compose.small.yaml");
});

test("the first-evening commands create settings that production accepts", () => {
  const block = /```sh\n(.*?cp deploy\/env.example.*?)```/s.exec(readDocument("docs/operating.md"))?.[1] ?? "";
  const commands = block.slice(block.indexOf("cp deploy/env.example"));
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-evening-"));
  try {
    mkdirSync(join(folder, "deploy"));
    writeFileSync(join(folder, "deploy", "env.example"), readDocument("deploy/env.example"));
    expect(spawnSync("sh", ["-ec", commands], { cwd: folder, encoding: "utf8" }).stderr).toBe("");
    const made = parseEnv(readFileSync(join(folder, "deploy", ".env"), "utf8"));
    writeFileSync(join(folder, "deploy", "compose.yaml"), composeText);
    expectComposeAccepts(join(folder, "deploy", "compose.yaml"));
    const filled = (text = "") =>
      text.replaceAll(/\$\{([A-Z_]+)(?::[?-]([^}]*))?\}/g, (_, name, or) => made[name] ?? or);
    const service = Object.entries(compose.services["worker"]?.environment ?? {});
    const settings = Object.fromEntries(service.map(([name, value]) => [name, filled(value)]));
    const config = readConfig({ ...made, ...settings, LEGAL_DIR: join(ROOT, "deploy", "legal") });
    expect(config).toMatchObject({ baseUrl: "https://localhost", role: "worker", hooks: expect.anything() });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const hasCaddy = run("caddy", ["version"]).status === 0;
if (!hasCaddy) console.log("caddy is missing: the Caddyfile is NOT checked");

test.skipIf(!hasCaddy)("Caddy accepts its configuration", () => {
  const args = ["caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/caddy/Caddyfile"];
  const { status, text } = run("env", ["DOMAIN=den.example", ...args]);
  expect(status, text).toBe(0);
});

/** Runs deploy/alertmanager/start.sh with a stand-in for Alertmanager that prints the configuration. */
function alertmanagerWith(settings: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-alertmanager-"));
  try {
    writeFileSync(join(folder, "alertmanager"), '#!/bin/sh\ncat "${1#--config.file=}"\n', { mode: 0o755 });
    const env = { ...settings, TMPDIR: folder, PATH: `${folder}:${process.env["PATH"]}` };
    const { status, stdout } = spawnSync("sh", ["deploy/alertmanager/start.sh"], { cwd: ROOT, encoding: "utf8", env });
    const file = join(folder, "alertmanager.yml");
    return {
      status,
      config: stdout,
      checked: hasAmtool && status === 0 ? run("amtool", ["check-config", file]) : null,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hasAmtool = run("amtool", ["--version"]).status === 0;
if (!hasAmtool) console.log("amtool is missing: Alertmanager's configuration is only parsed");

test("alerts reach the receiver that a setting names", () => {
  const url = "https://receiver.example/a?b=1&c=2";
  const email = {
    ALERT_EMAIL_TO: "a@den.example",
    ALERT_EMAIL_FROM: "b@den.example",
    ALERT_SMTP_HOST: "smtp.den.example:587",
  };
  const receivers = {
    dashboard: undefined,
    webhook: { webhook_configs: [{ url }] },
    slack: { slack_configs: [{ api_url: url, send_resolved: true }] },
    discord: { discord_configs: [{ webhook_url: url }] },
    email: { email_configs: [expect.objectContaining({ to: "a@den.example", smarthost: "smtp.den.example:587" })] },
  };
  for (const [name, expected = {}] of Object.entries(receivers)) {
    const { status, config, checked } = alertmanagerWith({ ALERT_RECEIVER: name, ALERT_URL: url, ...email });
    expect(status, name).toBe(0);
    expect(parse(config).receivers, name).toEqual([{ name: "operator", ...expected }]);
    if (checked !== null) expect(checked.status, checked.text).toBe(0);
  }
  expect(alertmanagerWith({ ALERT_RECEIVER: "telegraph" }).status).toBe(1);
  const { alerting } = parse(readDocument("deploy/prometheus/prometheus.yml"));
  expect(alerting.alertmanagers[0].static_configs[0].targets).toEqual(["alertmanager:9093"]);
  expect(compose.services).toHaveProperty("alertmanager");
});

test("the Dockerfile is valid and drops root privileges", () => {
  const text = readDocument("Dockerfile");
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  // The container starts as root, and its entrypoint drops those privileges. An anonymous volume would hide a missing one.
  expect(text).toContain('\nENTRYPOINT ["sh", "scripts/entrypoint.sh"]\n');
  expect(readDocument("scripts/entrypoint.sh")).toContain(
    "exec setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs",
  );
  expect(text).not.toMatch(/^(?:USER|VOLUME)/m);
});

test("images have exact versions, and all use the same PostgreSQL", () => {
  const stages = [...readDocument("Dockerfile").matchAll(/^FROM (\S+) AS (\w+)$/gm)].map(([, from, name]) => [
    from,
    name,
  ]);
  const node = `node:${readDocument(".node-version").trim()}-trixie-slim`;
  const debian = expect.stringMatching(/^debian:13\.\d+-slim$/);
  expect(stages).toEqual([
    [node, "packages"],
    [node, "client"],
    [debian, "service"],
    ["service", "house"],
  ]);
  const images = [...Object.values(compose.services), ...Object.values(smallHouse.services)].map(({ image }) => image);
  for (const image of images) expect(image).toMatch(/^denkeeper$|^[a-z/.-]+:v?\d+\.\d+\.?\d*(?:-house)?$/);
  const major = /install .*postgresql-(\d+) /.exec(readDocument("Dockerfile"))?.[1] ?? "";
  expect(images.filter((image) => image.startsWith("postgres:"))).toHaveLength(2);
  for (const image of images)
    if (image.startsWith("postgres:")) expect(image).toMatch(new RegExp(`^postgres:${major}\\.`));
});

test("the worker can write portraits, and the API can read them", () => {
  const folder = /^ENV PORTRAITS_DIR=(\S+)$/m.exec(readDocument("Dockerfile"))?.[1];
  expect(readDocument("Dockerfile")).toContain(`install -d -o 1000 -g 1000 ${folder} `);
  for (const role of ["api", "worker"]) {
    expect(compose.services[role]?.volumes).toContain(`portraits:${folder}`);
    const unit = readDocument(`deploy/systemd/denkeeper-${role}.service`);
    for (const line of ["User=denkeeper", "StateDirectory=denkeeper", `Environment=PORTRAITS_DIR=${folder}`]) {
      expect(unit.split("\n")).toContain(line);
    }
  }
});

const hasSystemd = run("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.log("systemd-analyze is missing: the units are NOT checked");

test.skipIf(!hasSystemd)("systemd accepts the units", () => {
  const units = globSync("deploy/systemd/*.{service,timer}", { cwd: ROOT });
  expect(units).toHaveLength(4);
  for (const unit of units) {
    const { text } = run("systemd-analyze", ["verify", unit]);
    // Node may be installed elsewhere on this machine.
    const faults = text.split("\n").filter((line) => line.includes(unit) && !line.includes("is not executable"));
    expect(faults).toEqual([]);
    if (unit.endsWith(".timer")) continue;
    const score = Number(
      /Overall exposure level[^:]*: ([\d.]+)/.exec(
        run("systemd-analyze", ["security", "--offline=true", unit]).text,
      )?.[1],
    );
    expect(score).toBeLessThan(2);
  }
});
