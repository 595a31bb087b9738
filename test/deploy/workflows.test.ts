// Checks the CI workflows: they run the same scripts as developers, have few permissions, and pin every action to a commit.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { STEPS } from "../../scripts/check/steps.ts";
import { readDocument } from "../documents.ts";

const ROOT = join(import.meta.dirname, "..", "..");

interface Job {
  readonly uses?: string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly container?: string;
  readonly strategy?: { readonly matrix: { readonly shard: readonly string[] } };
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

test.each(["ci", "release"])("the workflow %s has read rights, pinned actions and no shell expressions", (name) => {
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
  // A comment after each commit names its release.
  expect(readDocument(`.github/workflows/${name}.yml`)).not.toMatch(/@[0-9a-f]{40}(?! # v\d+\.\d+\.\d+\n)/);
});

test("CI and releases run the gate on the Node version in .node-version", () => {
  const { on, jobs } = workflow("ci");
  expect(on).toHaveProperty("pull_request");
  const image = `node:${readDocument(".node-version").trim()}-trixie`;
  for (const [name, { container }] of Object.entries(jobs))
    expect(container, name).toBe(name === "image" ? undefined : image);
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
  expect(runsOf(release.jobs["build"] ?? {})).toContain('npm run release -- --image "$RELEASE_IMAGE"');
});

/** Returns the steps that a job passes to .ci/run. */
function stepsOf(job: Job): readonly string[] {
  const lines = runsOf(job).flatMap((run) => /\.ci\/run (?:--full )?--only ([\w,-]+)/.exec(run)?.[1] ?? []);
  return lines.flatMap((names) => names.split(","));
}

test("the CI jobs together run the gate and the image checks", () => {
  const { jobs } = workflow("ci");
  for (const [name, job] of Object.entries(jobs)) expect(stepsOf(job), name).not.toEqual([]);
  const gate = STEPS.filter((step) => step.gate !== undefined).map(({ name }) => name);
  expect(Object.values(jobs).flatMap(stepsOf).toSorted()).toEqual([...gate, "image"].toSorted());
});

test("the shards of CI are numbered without gaps", () => {
  const { strategy } = workflow("ci").jobs["house"] ?? {};
  const { shard = [] } = strategy?.matrix ?? {};
  expect(shard).toEqual(shard.map((_, at) => `${at + 1}/${shard.length}`));
  expect(shard.length).toBeGreaterThan(1);
});

test("CI starts compose with the commands of docs/operating.md", () => {
  const document = readDocument("docs/operating.md").replaceAll(/^ +/gm, "");
  const runs = runsOf(workflow("ci").jobs["image"] ?? {}).filter((run) => /^(?:docker compose|cp )/.test(run));
  expect(runs).toHaveLength(2);
  for (const run of runs) expect(document).toContain(run.replaceAll(/^ +/gm, "").trim());
});

test("jobs that install packages have no publishing rights", () => {
  const jobs = ["ci", "release"].flatMap((name) => Object.values(workflow(name).jobs));
  const withRights = jobs.filter(({ permissions }) => permissions !== undefined);
  expect(withRights).toHaveLength(1);
  for (const job of withRights)
    expect(runsOf(job).filter((run) => /\bnpx |\bnpm (?!publish |view )/.test(run))).toEqual([]);
  expect(runsOf(workflow("release").jobs["build"] ?? {})).toContain("npm ci --ignore-scripts");
});

test("packages, actions, and Dockerfile and compose images are updated weekly", () => {
  const { version, updates } = parse(readDocument(".github/dependabot.yml")) as {
    version: number;
    updates: { "package-ecosystem": string; directory: string; schedule: object }[];
  };
  expect(version).toBe(2);
  expect(updates.map((update) => [update["package-ecosystem"], update.directory])).toEqual([
    ["npm", "/"],
    ["github-actions", "/"],
    ["docker", "/"],
    ["docker-compose", "/deploy"],
  ]);
  for (const update of updates) expect(update).toMatchObject({ schedule: { interval: "weekly" } });
});
