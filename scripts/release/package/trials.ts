// Trials in the packed client: it must find the same bytes as the rules here, on every version of Node.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { keeperNamed } from "../../simulate/trials/keepers/index.ts";
import { TIMED_SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { Denkeeper } from "../../../packages/denkeeper/src/client.ts";
import { fileInProcess } from "../../trials/play.ts";
import type { Project } from "./project.ts";

const COMMAND = join("node_modules", "@denkeeper", "cli", "dist", "cli", "main.js");

/** The files of a run of every scenario, played here. */
export async function writeRuns(folder: string): Promise<readonly string[]> {
  const keeper = keeperNamed("reference");
  if (keeper === undefined) throw new Error("there is no reference keeper");
  return Promise.all(
    TIMED_SCENARIOS.map(async (scenario) => {
      const path = join(folder, `${scenario.name}.jsonl`);
      writeFileSync(path, await fileInProcess({ scenario, keeper, practice: 1 }, "reference"));
      return path;
    }),
  );
}

/** A check writes the file again from its log and compares every byte. */
export function checkRuns(project: Project, files: readonly string[]): void {
  for (const file of files) {
    const told = project.run("node", COMMAND, "trial", "verify", file);
    if (!told.includes("The log and the result agree")) throw new Error(`${file}: ${told}`);
  }
}

/** Plays a week with the packed client and the example's agent. Returns the file of the run. */
export function playedFile(project: Project, key: string): string {
  const out = join(project.folder, "runs");
  const options = ["--scenario", "first-1", "--practice", "1", "--out", out, "--min-share", "90"];
  const agent = ["node", join("examples", "trial-agent.mjs")];
  project.run("env", `DENKEEPER_KEY=${key}`, "node", COMMAND, "trial", "run", ...options, "--", ...agent);
  const [name = ""] = readdirSync(out);
  return gunzipSync(readFileSync(join(out, name))).toString();
}

/** One account for all versions: its name is in the file. */
export async function trialAccount(url: string): Promise<string> {
  const { your_token: key } = await new Denkeeper({ url }).register({ username: "packed-keeper", timezone: "UTC" });
  return key;
}
