// The workflows call the same scripts that run here, with few permissions, and every action is pinned by its commit.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readDocument } from "../documents.ts";

const ROOT = join(import.meta.dirname, "..", "..");

interface Job {
  readonly uses?: string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly container?: string;
  readonly steps?: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

interface Workflow {
  readonly on: object;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflow = (name: string) => parse(readDocument(`.github/workflows/${name}.yml`)) as Workflow;
const runsOf = ({ steps = [] }: Job) => steps.flatMap(({ run = [] }) => run);

test.each(["ci", "release"])("%s reads by default, pins its actions and gives no expression to a shell", (name) => {
  const { permissions, jobs } = workflow(name);
  expect(permissions).toEqual({ contents: "read" });
  for (const job of Object.values(jobs)) {
    if (job.uses !== undefined) expect(existsSync(join(ROOT, job.uses))).toBe(true);
    else expect(job["timeout-minutes"]).toBeGreaterThan(0);
    for (const { uses, with: given } of job.steps ?? []) {
      if (uses === undefined) continue;
      expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      if (uses.startsWith("actions/checkout@")) expect(given).toMatchObject({ "persist-credentials": false });
    }
    for (const run of runsOf(job)) expect(run).not.toContain("${{");
  }
  // The comment behind a commit says which release it is.
  expect(readDocument(`.github/workflows/${name}.yml`)).not.toMatch(/@[0-9a-f]{40}(?! # v\d+\.\d+\.\d+\n)/);
});

test("CI runs the gate on the Node of this checkout, and a release runs it first", () => {
  const { on, jobs } = workflow("ci");
  expect(on).toHaveProperty("pull_request");
  expect(runsOf(jobs["gate"] ?? {})).toContain(".ci/run");
  expect(jobs["gate"]?.container).toBe(`node:${readDocument(".node-version").trim()}-trixie`);
  const release = workflow("release");
  expect(release.on).toEqual({ push: { tags: ["v*"] } });
  expect(release.jobs["gate"]).toEqual({ uses: "./.github/workflows/ci.yml" });
  expect(release.jobs["build"]).toMatchObject({ needs: "gate" });
  expect(release.jobs["publish"]).toMatchObject({ needs: "build" });
  const { scripts } = JSON.parse(readDocument("package.json")) as { scripts: Record<string, string> };
  for (const run of runsOf(release.jobs["build"] ?? {})) {
    const script = /^npm run (\S+)/.exec(run)?.[1];
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
  }
  expect(runsOf(release.jobs["build"] ?? {})).toContain("npm run release -- --dry-run --archive");
});

test("whoever runs the code of packages has no rights, and whoever has rights installs nothing", () => {
  const jobs = ["ci", "release"].flatMap((name) => Object.values(workflow(name).jobs));
  const withRights = jobs.filter(({ permissions }) => permissions !== undefined);
  expect(withRights).toHaveLength(1);
  for (const job of withRights) expect(runsOf(job).filter((run) => /\bnp[mx] /.test(run))).toEqual([]);
  expect(runsOf(workflow("release").jobs["build"] ?? {})).toContain("npm ci --ignore-scripts");
  // The publishing script runs where no package is installed, types apart.
  const seen = new Set<string>();
  const walk = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, from = ""] of readDocument(path).matchAll(/^import (?!type ).*?from "(.+?)";$/gms)) {
      if (from.startsWith(".")) walk(join(path, "..", from));
      else expect(from, path).toMatch(/^node:/);
    }
  };
  walk("scripts/release/publish.ts");
  expect(seen.size).toBeGreaterThan(3);
});

test("dependencies and actions are updated every week", () => {
  const { version, updates } = parse(readDocument(".github/dependabot.yml")) as {
    version: number;
    updates: { "package-ecosystem": string; directory: string; schedule: object }[];
  };
  expect(version).toBe(2);
  expect(updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions"]);
  for (const update of updates) expect(update).toMatchObject({ directory: "/", schedule: { interval: "weekly" } });
});
