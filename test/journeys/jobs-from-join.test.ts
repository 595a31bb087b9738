// Sets up three realistic jobs with the commands of /join: nightly, on weekdays, and weekly. Each runs on its schedule for three
// weeks, on a service whose clock the test moves.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { makeLogDays } from "../../src/model/creatures/store/care-log.ts";
import { runsFrom } from "../../src/platform/cron.ts";
import { runCommand } from "../command-line.ts";
import { freshUsername, houseForFile } from "../harness.ts";

const START = Date.now();
const ZONE = "Europe/Berlin";
const WEEKS_MS = 21 * DAY_MS;
const RUN_MS = 20 * MINUTE_MS;
let now = START;
const house = await houseForFile({ clock: () => now, env: { RATE_LIMIT_FACTOR: "1000" } });
await makeLogDays(house.app.services.database, START, 40);
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const UNESCAPED: Readonly<Record<string, string>> = {
  "&#39;": "'",
  "&quot;": '"',
  "&gt;": ">",
  "&lt;": "<",
  "&amp;": "&",
};

/** Finds the command on the page and splits its line into words, as a shell would. */
function wordsOf(page: string, command: string): readonly string[] {
  const text = page.replaceAll(/&(?:#39|quot|gt|lt|amp);/g, (entity) => UNESCAPED[entity] ?? entity);
  const [, line = ""] = new RegExp(`(?:^|[ >])(${command} [^\\n<]*)`, "m").exec(text) ?? [];
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ""));
}

test.each([
  { cron: "45 1 * * *", species: "tortoise", fed: 20 },
  { cron: "0 9 * * 1-5", species: "tortoise", fed: 14 },
  { cron: "0 9 * * 1", species: null, fed: 0 },
])(
  "FIT-1, LEAVE-1, RUN-5: three weeks of $cron by the commands of /join",
  { timeout: 600_000 },
  async ({ cron, species, fed }) => {
    now = START;
    const folder = mkdtempSync(join(tmpdir(), "denkeeper-job-"));
    folders.push(folder);
    const env = { HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_URL: house.url };
    const page = await (
      await fetch(`${house.url}/join?${new URLSearchParams({ job: cron, zone: ZONE }).toString()}`)
    ).text();
    const adopt = wordsOf(page, "adopt Pip");
    expect(adopt).toEqual(["adopt", "Pip", "--job", cron, "--zone", ZONE]);
    const work = wordsOf(page, "run --then");
    expect(work.slice(0, 2)).toEqual(["run", "--then"]);
    expect(page).toMatch(
      species === null ? /No creature waits/ : new RegExp(`A ${species} can live with these times`, "i"),
    );

    const username = freshUsername("job");
    expect((await runCommand(env, ["register", username, "--timezone", ZONE])).code).toBe(0);
    const adopted = await runCommand(env, adopt);
    expect(adopted.code, adopted.stderr).toBe(0);
    expect(adopted.stdout).toContain(species === null ? "No creature can wait that long" : "The first run hatches it");
    const runs = runsFrom({ cron, zone: ZONE }, START, { until: START + WEEKS_MS }).slice(0, -1);
    expect(runs.length).toBeGreaterThanOrEqual(2);
    for (const at of runs) {
      now = Math.max(now, at + RUN_MS);
      // The page's check and command are placeholders.
      const { code, stderr } = await runCommand(env, ["run", "--then", "true", "--", "true"]);
      expect(code, stderr).toBe(0);
    }
    const { json } = await house.call("GET", `/api/agents/${username}/reliability`);
    const { on_time, late, missed, early } = json.last_30_days;
    expect({ late, missed, early }).toEqual({ late: 0, missed: 0, early: 0 });
    expect(on_time).toBeGreaterThanOrEqual(fed);
  },
);
