// Runs the commands of docs/hosting.md, docs/operating.md and docs/upgrading.md as written, first in a fresh clone, then over the
// resulting installation. Only locations change: the test replaces folders, the repository and the public address. A stand-in for
// systemctl runs what the units specify.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyFromCheckout, filesOfCheckout } from "./processes/clone.ts";
import { PLAIN_URL, REDIS_URL, onServer } from "./processes/databases.ts";
import { freePort } from "./processes/free-port.ts";
import { until } from "./processes/own-redis.ts";
import { readDocument } from "./documents.ts";
import { FULL } from "./tier.ts";

const TIMEOUT_MS = 600_000;
const STATEMENT_TIMEOUT_MS = 300_000;
const DOCUMENTS = ["docs/hosting.md", "docs/operating.md", "docs/upgrading.md"];
const REPOSITORY = "https://github.com/denkeeper/denkeeper";

/** Commands that are not run, and why. */
const NOT_RUN: readonly (readonly [lines: RegExp, reason: string])[] = [
  [
    /^(?:[A-Z_]+=\S+ )*docker /,
    "Docker; scripts/release/image.ts runs the images, and the CI job `image` runs compose",
  ],
  [/^(?:kubectl |deploy\/kubernetes\/apply\.sh)/, "a cluster"],
  [/^(?:cp deploy\/systemd|printf .*Caddyfile)/, "systemd"],
  [/^(?:apt-get |curl -fsSL https:\/\/nodejs\.org|npm view )/, "network"],
  [
    /^npx -y \S+\/cli-latest\.tgz/,
    "calls a service on port 3000; test/fresh-clone.test.ts, in the full check, calls a house",
  ],
  [/^(?:scp|rsync) /, "network: another machine"],
  [
    /^install -d|^su postgres|^data=|\$data\b|^systemctl (?:re)?start postgresql/,
    "a database server of its own; npm run faults -- restore does the same",
  ],
  [
    /^npm (?:install|run release)/,
    "packs and installs a release; scripts/release/server/server.test.ts does so in the full check",
  ],
  [/^npm run faults|^node scripts\/release\//, "takes up to hours"],
];

const root = mkdtempSync(join(tmpdir(), "denkeeper-lines-"));
const clone = join(root, "opt/denkeeper");
const settings = join(root, "etc/denkeeper.env");
const backups = join(root, "var/lib/denkeeper-backups");
const database = `denkeeper_lines_${process.pid}`;
const url = new URL(`/${database}`, PLAIN_URL).href;
const port = await freePort();
const ENV = {
  ...process.env,
  HOME: root,
  NODE_ENV: "production",
  npm_config_cache: spawnSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).stdout.trim(),
  npm_config_prefer_offline: "true",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: `url.${join(root, "origin")}.insteadOf`,
  GIT_CONFIG_VALUE_0: REPOSITORY,
};

/** Splits lines into shell statements, which may span several lines. */
function statementsOf(lines: readonly string[]): readonly string[] {
  const statements: string[] = [];
  let open = "";
  for (const line of lines) {
    open += open === "" ? line : `\n${line}`;
    const { status, stderr } = spawnSync("bash", ["-n", "-c", open], { encoding: "utf8" });
    if (status !== 0 || stderr !== "" || open.endsWith("\\")) continue;
    if (!/^\s*(?:#.*)?$/.test(open)) statements.push(open);
    open = "";
  }
  expect(open).toBe("");
  return statements;
}

/** Returns the commands of a document: its code blocks, and inline commands that no block contains. */
function blocksOf(document: string): readonly (readonly string[])[] {
  const text = readDocument(document);
  const blocks = [...text.matchAll(/^( *)```sh\n(.*?)\n *```/gms)].map(([, indent = "", block = ""]) =>
    statementsOf(block.split("\n").map((line) => line.slice(indent.length))),
  );
  const inline = new Set([...text.matchAll(/`((?:npm|node) [^`]+)`/g)].map(([, command = ""]) => command));
  const others = [...inline].filter((command) => !blocks.flat().some((line) => line.startsWith(command)));
  return [...blocks, ...others.map((command) => [command])];
}

/** Replaces `npm ci` of the upgrade. The clone already contains all packages, so the gate only verifies them. */
const AGAIN = FULL ? "npm ci --omit=dev" : "npm ls --omit=dev --all > /dev/null";

/**
 * The gate links the production packages of this checkout into the clone, because `npm ci` takes a minute and the gate has
 * already run it.
 */
const LINK = [
  `(cd ${join(import.meta.dirname, "..")} && npm ls --omit=dev --all --parseable | sed "s|^$PWD/||"`,
  "grep -E '^(packages/[^/]+/)?node_modules/'",
  "grep -v 'node_modules/.*/node_modules/'",
  "sort -u",
  `xargs sh -c 'cp -al --parents "$@" "$0" 2> /dev/null || cp -a --parents "$@" "$0"' ${clone})`,
].join(" | ");

/** Rewrites a statement with the paths and ports of this test. */
function here(statement: string): string {
  const dump = readdirSync(backups).find((name) => name.endsWith(".dump"));
  return statement
    .replace(/(?<=git checkout .*)npm ci --omit=dev$/, AGAIN)
    .replaceAll(/(?<=[\s=;"(>])\/(?=opt\/|etc\/|var\/lib\/)/g, `${root}/`)
    .replaceAll(/(?<=curl .*)https:\/\/(?:den\.example|your\.service)/g, `http://127.0.0.1:${port}`)
    .replace("denkeeper-DATE.dump", dump ?? "denkeeper-DATE.dump")
    .replace("postgres://denkeeper:$password@127.0.0.1:5432/denkeeper", url)
    .replace("redis://127.0.0.1:6379", `${REDIS_URL}\nREDIS_PREFIX=${database}\nPORT=${port}\nITEM_MODEL=none`)
    .replace(/npm ci --omit=dev$/, (install) => (FULL ? install : LINK));
}

/** Opens a shell that keeps its folder and variables between statements, as an interactive one does. */
function openShell() {
  const shell = spawn("bash", { cwd: root, env: ENV, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (data: Buffer) => (said += data.toString()));
  return {
    async run(statement: string): Promise<void> {
      said = "";
      shell.stdin.write(`{ ${statement}\n} < /dev/null\nprintf '\\nEXIT %s\\n' $?\n`);
      await until(() => /\nEXIT \d+\n/.test(said), STATEMENT_TIMEOUT_MS).catch(() =>
        expect.fail(`${statement}\n${said}`),
      );
      expect(/\nEXIT (\d+)\n/.exec(said)?.[1], `${statement}\n${said}`).toBe("0");
    },
    close: () => shell.stdin.end(),
  };
}

let service: { stop(): Promise<void> } | undefined;

async function restart(command: string): Promise<void> {
  await service?.stop();
  const child = spawn("bash", ["-c", `set -a; . ${settings}; exec ${command}`], {
    cwd: clone,
    env: ENV,
    detached: true,
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  const ended = once(child, "close");
  service = {
    async stop() {
      service = undefined;
      // Signals the whole process group, as Ctrl-C and systemd do, because npm may not forward the signal.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${log}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  }, TIMEOUT_MS);
}

const WITH_SETTINGS = `set -a; . ${settings}; set +a; cd ${clone}; curl() { command curl --fail-with-body "$@"; }`;
const BACKUP = `BACKUP_DIR=${backups} sh deploy/backup/backup.sh once`;

async function runBlock(statements: readonly string[], preamble: string): Promise<void> {
  const shell = openShell();
  try {
    await shell.run(preamble);
    for (const statement of statements) {
      if (NOT_RUN.some(([lines]) => lines.test(statement))) continue;
      // The upgrade runs this slow command later, over an installation.
      if (blocks.flat().some((line) => line.endsWith(`&& ${statement}`))) continue;
      if (/^npm start\b/.test(statement)) await restart("npm start");
      else if (statement.startsWith("systemctl start denkeeper-backup")) await shell.run(BACKUP);
      else if (statement.startsWith("systemctl stop denkeeper")) await service?.stop();
      else if (/^systemctl .*denkeeper-api/.test(statement)) await restart("node src/main.ts");
      // The API and the worker share one process in this test.
      else if (statement === "systemctl restart denkeeper-worker") continue;
      else await shell.run(here(statement));
    }
  } finally {
    shell.close();
  }
}

beforeAll(async () => {
  const folders = ["origin", "opt", "etc", "var/lib/denkeeper/portraits", "var/lib/denkeeper-backups"];
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  copyFromCheckout(await filesOfCheckout(), join(root, "origin"));
  const shell = openShell();
  await shell.run(`cd ${root}/origin && git init --quiet && git add . && git config user.name Test`);
  await shell.run("git config user.email test@den.example");
  for (const version of ["v1.0.0", "v1.1.0"]) {
    await shell.run(`git commit --quiet --allow-empty --message ${version} && git tag ${version}`);
  }
  shell.close();
  await onServer(`CREATE DATABASE ${database}`, PLAIN_URL);
}, TIMEOUT_MS);

afterAll(async () => {
  await service?.stop();
  await onServer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, PLAIN_URL);
  await rm(root, { recursive: true });
}, TIMEOUT_MS);

const blocks = DOCUMENTS.flatMap(blocksOf);
const isInstallation = (statements: readonly string[]): boolean =>
  statements.some((line) => line.includes(`${REPOSITORY} /opt/denkeeper`));

test(
  "documented commands turn a fresh clone into a running service",
  async () => {
    const installations = blocks.filter(isInstallation);
    expect(installations).toHaveLength(1);
    for (const statements of installations) await runBlock(statements, "true");
    expect(service).toBeDefined();
  },
  TIMEOUT_MS,
);

test(
  "all other commands work over a running installation",
  async () => {
    const isClone = (statements: readonly string[]): boolean => statements.some((line) => line.startsWith("git clone"));
    for (const block of blocks) {
      if (!isInstallation(block)) await runBlock(block, isClone(block) ? "true" : WITH_SETTINGS);
    }
    expect(service).toBeDefined();
  },
  TIMEOUT_MS,
);

test("few commands are skipped, and each reason still applies", () => {
  expect(NOT_RUN.length).toBeLessThanOrEqual(15);
  for (const [lines, reason] of NOT_RUN)
    expect(
      blocks.flat().filter((line) => lines.test(line)),
      reason,
    ).not.toEqual([]);
  expect(blocks.flat().filter((line) => line.includes("npm ci --omit=dev"))).toHaveLength(3);
});
