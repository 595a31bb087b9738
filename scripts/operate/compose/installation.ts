// An installation in an empty folder from compose's file set, with processes of this machine instead of containers. The
// shipped files are used as they are, but for addresses: there is no name service of Docker here.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CHILD_ENV } from "../../../test/processes/child-env.ts";
import { freePort } from "../../../test/processes/free-port.ts";
import { OwnRedis } from "../../../test/processes/own-redis.ts";
import { OwnPostgres, postgresPrograms } from "../../faults/cluster/own-postgres.ts";
import { ServiceProcess } from "../../faults/cluster/service.ts";
import { ComposeFile } from "./compose-file.ts";
import { Part } from "./part.ts";

const CHECKOUT = join(import.meta.dirname, "..", "..", "..");
const SECRETS = ["POSTGRES_PASSWORD", "METRICS_TOKEN", "ADMIN_KEY", "GRAFANA_PASSWORD"];
const DATABASE = "denkeeper";
const READY_MS = 180_000;
const VOLUMES = ["portraits", "backups", "metrics", "prometheus", "alertmanager", "caddy"] as const;

function has(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Replaces what a shipped file must contain. */
function adapted(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`a shipped file does not contain: ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

interface Ports {
  readonly api: number;
  readonly worker: number;
  readonly https: number;
  readonly http: number;
  readonly prometheus: number;
  readonly alertmanager: number;
  readonly node: number;
}

export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), "denkeeper-operate-"));
  readonly ports: Ports;
  readonly #deploy = join(this.folder, "deploy");
  readonly #parts: Part[] = [];
  readonly #services: ServiceProcess[] = [];
  readonly compose: ComposeFile;
  #postgres: OwnPostgres | undefined;
  #redis: OwnRedis | undefined;

  private constructor(ports: Ports, alertUrl: string) {
    this.ports = ports;
    cpSync(join(CHECKOUT, "deploy"), this.#deploy, { recursive: true });
    // As env.example says: copy it, and fill in what is asked for.
    let settings = readFileSync(join(this.#deploy, "env.example"), "utf8");
    const given = SECRETS.map((name) => [`${name}=\n`, `${name}=${randomBytes(32).toString("hex")}\n`] as const);
    settings = adapted(settings, [
      ...given,
      ["OPERATOR_CONTACT=\n", "OPERATOR_CONTACT=operator@den.example\n"],
      ["ALERT_RECEIVER=dashboard", "ALERT_RECEIVER=webhook"],
      ["ALERT_URL=\n", `ALERT_URL=${alertUrl}\n`],
    ]);
    writeFileSync(join(this.#deploy, ".env"), settings, { mode: 0o600 });
    this.compose = new ComposeFile(this.#deploy);
    for (const name of [...VOLUMES, "bin"]) mkdirSync(this.volume(name));
  }

  static async prepare(alertUrl: string): Promise<Installation> {
    const [api, worker, https, http] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const [prometheus, alertmanager, node] = [await freePort(), await freePort(), await freePort()];
    return new Installation({ api, worker, https, http, prometheus, alertmanager, node }, alertUrl);
  }

  /** Where TLS is: through Caddy, if there is one. */
  get hasCaddy(): boolean {
    return has("caddy");
  }

  get address(): string {
    return this.hasCaddy ? `https://localhost:${this.ports.https}` : `http://127.0.0.1:${this.ports.api}`;
  }

  /** The certificate of Caddy's own authority. */
  get authority(): string {
    return join(this.volume("caddy"), "caddy/pki/authorities/local/root.crt");
  }

  /** What runs here in place of a container, and what does not run at all. */
  replaced(): readonly string[] {
    const version = (program: string, ...args: string[]): string =>
      execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
        .trim()
        .split("\n")[0] ?? "";
    return [
      `postgres: ${version(join(postgresPrograms(), "postgres"), "--version")} of this machine, without a password`,
      `redis: ${version("redis-server", "--version").slice(0, 22)}`,
      "api, worker: this checkout with Node, as this user; npm run test:image runs them in the image",
      "backup: deploy/backup/backup.sh with this machine's PostgreSQL client",
      this.hasCaddy ? `caddy: Caddy ${version("caddy", "version")}` : "caddy: NOT RUN, calls go to the API without TLS",
      "prometheus, alertmanager: Debian's packages, with the shipped rules and start script",
      has("prometheus-node-exporter")
        ? "node: Debian's package"
        : "node: NOT RUN, so backups are not seen by Prometheus",
      "grafana: NOT RUN, Debian has no package; a test checks its dashboard against the metrics",
      "names of containers: addresses of this machine; volumes: folders",
    ];
  }

  volume(name: string): string {
    return join(this.folder, name);
  }

  get postgres(): OwnPostgres {
    if (this.#postgres === undefined) throw new Error("there is no PostgreSQL");
    return this.#postgres;
  }

  /** A PostgreSQL with an empty disk, and the user and database that its image makes. */
  async startPostgres(): Promise<void> {
    this.#postgres = await OwnPostgres.make();
    await this.#postgres.ask(`CREATE ROLE ${DATABASE} SUPERUSER LOGIN`);
    await this.#postgres.ask(`CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`);
  }

  async startRedis(): Promise<void> {
    const [, ...args] = this.compose.command("redis");
    this.#redis = await OwnRedis.start(...args);
  }

  /** The environment that compose gives a container, with addresses of this machine. */
  settings(name: "api" | "worker" | "backup"): Readonly<Record<string, string>> {
    const given = this.compose.environment(name);
    const url = adapted(given["DATABASE_URL"] ?? "", [["@postgres:5432/", `@127.0.0.1:${this.postgres.port}/`]]);
    const volumes = { PORTRAITS_DIR: this.volume("portraits") };
    if (name === "backup") {
      const path = `${postgresPrograms()}:${process.env["PATH"]}`;
      const [BACKUP_DIR, BACKUP_METRICS] = [this.volume("backups"), this.volume("metrics")];
      return { ...given, ...volumes, BACKUP_DIR, BACKUP_METRICS, DATABASE_URL: url, PATH: path };
    }
    const ports = { PORT: String(this.ports.api), WORKER_PORT: String(this.ports.worker) };
    return { ...given, ...volumes, ...ports, DATABASE_URL: url, REDIS_URL: this.#redis?.url ?? "" };
  }

  /** API or worker; resolves when it is ready. */
  async startService(role: "api" | "worker"): Promise<void> {
    const port = this.ports[role];
    const log = join(this.folder, `${role}.log`);
    const service = new ServiceProcess({ port, env: this.settings(role), log });
    this.#services.push(service);
    await service.start();
    const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
    for (const end = performance.now() + READY_MS; !(await isReady()); await sleep(100)) {
      if (performance.now() > end)
        throw new Error(`the ${role} is not ready:\n${readFileSync(log, "utf8").slice(-2_000)}`);
    }
  }

  async stopService(role: "api" | "worker"): Promise<void> {
    for (const service of this.#services) if (service.port === this.ports[role]) await service.stop();
  }

  /** A program that ends, as `docker compose exec` runs it. */
  exec(name: "worker" | "backup", command: readonly [string, ...string[]]): string {
    const [program, ...args] = command;
    const env = { ...CHILD_ENV, ...this.settings(name) };
    return execFileSync(program, args, { cwd: CHECKOUT, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  backup(...args: readonly string[]): string {
    return this.exec("backup", ["sh", join(this.#deploy, "backup", "backup.sh"), ...args]);
  }

  startBackups(): Part {
    const command = ["sh", join(this.#deploy, "backup", "backup.sh"), ...this.compose.command("backup")] as const;
    return this.#start("backup", command, this.settings("backup"));
  }

  startCaddy(): Part {
    const { http, https, api } = this.ports;
    const ports = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n}\n`;
    const shipped = readFileSync(join(this.#deploy, "caddy", "Caddyfile"), "utf8");
    const dynamic = "dynamic a api 3000 {\n\t\t\trefresh 5s\n\t\t}";
    const file = join(this.folder, "Caddyfile");
    writeFileSync(file, ports + adapted(shipped, [[dynamic, `to 127.0.0.1:${api}`]]));
    const env = { XDG_DATA_HOME: this.volume("caddy"), XDG_CONFIG_HOME: this.volume("caddy"), HOME: this.folder };
    return this.#start("caddy", ["caddy", "run", "--config", file], { ...this.compose.environment("caddy"), ...env });
  }

  startNodeExporter(): Part | undefined {
    if (!has("prometheus-node-exporter")) return undefined;
    const given = this.compose.command("node").map((argument) => argument.replace("=/host", "=/"));
    const args = given.map((argument) => argument.replace("=/metrics", `=${this.volume("metrics")}`));
    return this.#start("node", [
      "prometheus-node-exporter",
      ...args,
      `--web.listen-address=127.0.0.1:${this.ports.node}`,
    ]);
  }

  startPrometheus(): Part {
    const { api, worker, alertmanager, node } = this.ports;
    const folder = join(this.#deploy, "prometheus");
    const token = join(this.folder, "metrics_token");
    writeFileSync(token, this.compose.environment("api")["METRICS_TOKEN"] ?? "", { mode: 0o600 });
    const named = (name: string, port: number): string =>
      `    dns_sd_configs:\n      - names: [${name}]\n        type: A\n        port: ${port}\n`;
    const at = (port: number): string => `    static_configs:\n      - targets: [127.0.0.1:${port}]\n`;
    const file = join(folder, "prometheus.yml");
    const changed = adapted(readFileSync(file, "utf8"), [
      ["/run/secrets/metrics_token", token],
      [named("api", 3000), at(api)],
      [named("worker", 3001), at(worker)],
      ["alertmanager:9093", `127.0.0.1:${alertmanager}`],
      ["node:9100", `127.0.0.1:${node}`],
    ]);
    writeFileSync(file, changed);
    const args = [`--config.file=${file}`, `--storage.tsdb.path=${this.volume("prometheus")}`];
    return this.#start("prometheus", [
      "prometheus",
      ...args,
      `--web.listen-address=127.0.0.1:${this.ports.prometheus}`,
    ]);
  }

  startAlertmanager(): Part {
    symlinkSync("/usr/bin/prometheus-alertmanager", join(this.volume("bin"), "alertmanager"));
    const args = this.compose
      .command("alertmanager")
      .map((argument) => argument.replace("=/alertmanager", `=${this.volume("alertmanager")}`));
    const listen = [`--web.listen-address=127.0.0.1:${this.ports.alertmanager}`, "--cluster.listen-address="];
    return this.#start("alertmanager", ["sh", join(this.#deploy, "alertmanager", "start.sh"), ...args, ...listen], {
      ...this.compose.environment("alertmanager"),
      PATH: `${this.volume("bin")}:${process.env["PATH"]}`,
      TMPDIR: this.folder,
    });
  }

  /** All that was stored is gone but the backups. */
  async destroy(): Promise<void> {
    await this.stopService("api");
    await this.stopService("worker");
    await this.postgres.kill();
    await this.postgres.remove();
    this.#postgres = undefined;
    rmSync(this.volume("portraits"), { recursive: true });
    mkdirSync(this.volume("portraits"));
  }

  async close(): Promise<void> {
    await Promise.allSettled([
      ...this.#services.map((service) => service.kill()),
      ...this.#parts.map((part) => part.stop()),
    ]);
    await this.#redis?.kill();
    await this.#postgres?.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(name: string, command: readonly [string, ...string[]], env: Readonly<Record<string, string>> = {}): Part {
    const log = join(this.folder, `${name}.log`);
    const all = { PATH: process.env["PATH"] ?? "", ...env };
    const part = new Part({ name, command: [...command], env: all, folder: this.folder, log });
    this.#parts.push(part);
    return part;
  }
}
