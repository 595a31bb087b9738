// /join: what people paste works as pasted. Settings parse, commands exist, and the line for cron keeps a creature fed in
// cron's bare environment, with the command line that npx gets from the service.
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { buildProgram } from "../packages/denkeeper/src/cli/program.ts";
import { PACKED, bridge, command as commandLine } from "../src/docs/command-line.ts";
import { codexTable, cursorLink, letter, mcpFile, remote } from "../src/site/join/paste.ts";
import { toolsFor } from "../src/site/join/tools.ts";
import { readDocument } from "./documents.ts";
import { freshUsername, houseForFile, houseForTest } from "./harness.ts";
import { emptyHome } from "./processes/npx.ts";

const run = promisify(execFile);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { folder: home, env: bareEnv } = emptyHome();
afterAll(() => rmSync(home, { recursive: true }));

const LOCAL = "http://localhost:3000";
const USERNAME = freshUsername("test");
const TOOLS = toolsFor({ baseUrl: house.url, username: USERNAME });
const PASTED = TOOLS.flatMap(({ steps }) => steps.map(({ paste }) => paste));

/** The address that pages show; tests reach the house under another. */
const { baseUrl } = house.app.services.config;

async function pageText(path: string): Promise<string> {
  const { status, text } = await house.call("GET", path, undefined, { accept: "text/html" });
  expect(status).toBe(200);
  const entities = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return Object.entries(entities).reduce((plain, [entity, sign]) => plain.replaceAll(entity, sign), text);
}

test("the page shows everything to paste, with the name and the address of this house", async () => {
  const text = await pageText(`/join?username=@${USERNAME.toUpperCase()}`);
  const pasted = toolsFor({ baseUrl, username: USERNAME }).flatMap(({ steps }) => steps.map(({ paste }) => paste));
  const shown = [
    ...pasted,
    `${baseUrl}/agents/${USERNAME}`,
    `Register as ${USERNAME},`,
    cursorLink(baseUrl),
    PACKED?.sha256,
  ];
  expect(shown.filter((each) => !text.includes(each ?? "no file"))).toEqual([]);
});

test("what agents read first names the command line as the page does", async () => {
  for (const path of ["/llms.txt", "/skill.md"]) {
    expect((await house.call("GET", path)).text, path).toContain(`Clients: \`${commandLine(baseUrl)}\``);
  }
});

test("hooks are offered only where there are hooks", async () => {
  expect(await pageText("/join")).toContain("Set up a Denkeeper hook");
  const without = await houseForTest({ env: { HOOKS_KEYS: "" } });
  const { text } = await without.call("GET", "/join", undefined, { accept: "text/html" });
  expect(text).toContain("Show that it works");
  expect(text).toContain("This service sends no messages");
  expect(text).not.toContain("Set up a Denkeeper hook");
});

test("FIT-1, FIT-3: the form says who can live with a job, and fills its times in", async () => {
  const weekdays = await pageText("/join?job=0+9+*+*+1-5&zone=europe/berlin");
  expect(weekdays).toContain("can live with these times. It sleeps by Europe/Berlin, and is on leave");
  expect(weekdays).toContain("--job '0 9 * * 1-5' --zone Europe/Berlin");
  expect(await pageText("/join?job=0+9+*+*+1")).toContain("No creature waits 7 days.");
  expect(await pageText("/join?job=%40daily")).toContain("This must have five fields");
});

test("a name that cannot be one is refused in words and shown as text only", async () => {
  const text = await pageText(`/join?username=${encodeURIComponent('"><script>x</script>')}`);
  expect(text).toContain("That can’t be a name.");
  const { text: sent } = await house.call("GET", `/join?username=${encodeURIComponent('"><script>x</script>')}`);
  expect(sent).not.toContain("<script>x");
  expect(text).toContain("register your-agent");
});

test("the form says whether a name is free", async () => {
  const { username } = await house.register();
  expect(await pageText(`/join?username=${username}`)).toContain(`${username} is taken.`);
  expect(await pageText("/join?username=admin")).toContain("admin is taken.");
  const text = await pageText("/join?username=not-yet-here");
  expect(text).toContain("not-yet-here is free");
  expect(text).toContain("Register as not-yet-here,");
});

test("the workflow and the units are what GitHub and systemd read", async () => {
  const [, , visit] = TOOLS.find(({ key }) => key === "github-actions")?.steps ?? [];
  const { on, jobs } = parse(visit?.paste ?? "") as {
    on: { schedule: object[] };
    jobs: { report: { steps: object[] } };
  };
  expect(on.schedule).toEqual([{ cron: "17 3 * * *" }]);
  const env = { DENKEEPER_URL: house.url, DENKEEPER_KEY: "${{ secrets.DENKEEPER_KEY }}" };
  const checked = commandLine(house.url, "run --then 'test -s out/report.md' -- ./nightly-report");
  expect(jobs.report.steps).toEqual([{ uses: "actions/checkout@v4" }, { run: checked, env }]);
  expect((await house.call("GET", "/docs/keep-once.sh")).text).toContain("#!/bin/sh");

  const [, , timer] = TOOLS.find(({ key }) => key === "systemd")?.steps ?? [];
  const units = mkdtempSync(join(home, "units-"));
  await run("bash", ["-c", `systemctl() { echo "$*" > "$HOME/asked"; }\n${timer?.paste}`], {
    env: { HOME: units, PATH: "/usr/bin:/bin" },
  });
  const unit = (name: string) => readFileSync(join(units, ".config", "systemd", "user", name), "utf8");
  expect(unit("denkeeper-keep.service")).toContain(`ExecStart=/usr/bin/env ${commandLine(baseUrl, "visit")}\n`);
  expect(unit("denkeeper-keep.service.d/path.conf")).toBe('[Service]\nEnvironment="PATH=/usr/bin:/bin"\n');
  expect(unit("denkeeper-keep.timer")).toMatch(/\nOnCalendar=\*:17\n[^]*\nPersistent=true\n/);
  expect(readFileSync(join(units, "asked"), "utf8")).toBe("--user enable --now denkeeper-keep.timer\n");
});

test("settings parse, and start the bridge or call the service", () => {
  const { command, args } = bridge(house.url);
  expect(JSON.parse(mcpFile(bridge(house.url)))).toEqual({ mcpServers: { denkeeper: { command, args } } });
  expect(JSON.parse(mcpFile(remote(house.url)))).toEqual({
    mcpServers: { denkeeper: { type: "http", url: `${house.url}/mcp?tools=care` } },
  });
  const link = new URL(cursorLink(house.url));
  const config = Buffer.from(link.searchParams.get("config") ?? "", "base64").toString();
  expect(JSON.parse(config)).toEqual({ command, args });
  const [, json = ""] =
    /^openclaw mcp set denkeeper '(.+)'$/.exec(PASTED.find((each) => each.includes("mcp set")) ?? "") ?? [];
  expect(JSON.parse(json)).toEqual({ command, args });
  const program = "import json, sys, tomllib; print(json.dumps(tomllib.loads(sys.argv[1])))";
  const toml: unknown = JSON.parse(
    execFileSync("python3", ["-c", program, codexTable(house.url)], { encoding: "utf8" }),
  );
  expect(toml).toEqual({
    mcp_servers: {
      denkeeper: { command, args, required: true, startup_timeout_sec: 60, default_tools_approval_mode: "approve" },
    },
  });
});

test("every command of ours exists, with its options", () => {
  const program = buildProgram("0.0.0");
  const lines = [...PASTED.join("\n").matchAll(/npx -y \S+\/cli-\S+\.tgz ([^\n>"]+)/g)].map(([, words = ""]) => words);
  const calls = [...lines, bridge(house.url).args.slice(2).join(" ")].map((line) => line.trim().split(" "));
  expect(calls.length).toBeGreaterThan(4);
  for (const [name, ...words] of calls) {
    const command = program.commands.find((each) => each.name() === name);
    expect(command, name).toBeDefined();
    const known = [...program.options, ...(command?.options ?? [])].map(({ long }) => long);
    // What follows two hyphens belongs to another program.
    const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
    for (const word of own) if (word.startsWith("--")) expect(known, name).toContain(word);
  }
});

test("other documents paste the same", () => {
  const squeezed = (text: string) => text.replaceAll(/\s/g, "");
  const readme = squeezed(readDocument("README.md"));
  expect(readme).toContain(squeezed(mcpFile(remote(LOCAL))));
  expect(readme).toContain("/join");
  const { command, args } = bridge(LOCAL);
  const withoutUrl = { command, args: args.slice(0, -2).map((word) => word.replace(/cli-.+/, "cli-latest.tgz")) };
  expect(squeezed(readDocument("packages/denkeeper/README.md"))).toContain(squeezed(mcpFile(withoutUrl)));
});

test("the home page has the same letter to agents", async () => {
  expect((await pageText("/")).includes(letter(baseUrl))).toBe(true);
});

/** A crontab that is a file of the home. */
function furnish(): void {
  mkdirSync(join(home, "bin"));
  const crontab = `#!/bin/sh\ncase "$1" in -l) cat "$HOME/table" ;; *) cat > "$HOME/new" && mv "$HOME/new" "$HOME/table" ;; esac\n`;
  writeFileSync(join(home, "bin", "crontab"), crontab, { mode: 0o755 });
}

async function typed(text = ""): Promise<string> {
  const env = { ...bareEnv, PATH: `${join(home, "bin")}:${bareEnv.PATH}` };
  return (await run("bash", ["-c", text], { cwd: join(home, "empty"), env })).stdout;
}

/** The command of the crontab, which held another before. */
function scheduled(): string {
  const [before, line = "", ...more] = readFileSync(join(home, "table"), "utf8").trim().split("\n");
  expect([before, more]).toEqual(["0 4 * * * backup", []]);
  return /^17(?: \*){4} (.+)$/.exec(line)?.[1] ?? "";
}

async function bringToTheMeal(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const { json: hatched } = await house.call("GET", "/api/house/status", undefined, headers);
  const due = Number(hatched.recommended_checkin.hours_from_now);
  await house.call("POST", "/api/house/clock", { advance_hours: due }, headers);
}

test("plain cron: pasted as shown, the creature is alive and fed", { timeout: 120_000 }, async () => {
  furnish();
  writeFileSync(join(home, "table"), "0 4 * * * backup\n");
  const [register, adopt, schedule] = TOOLS.find(({ key }) => key === "cron")?.steps ?? [];
  // What it says to do next can be typed as it is.
  expect(await typed(register?.paste)).toContain(`\n  ${commandLine(house.url, "adopt Pip")}`);
  expect(await typed(adopt?.paste)).toContain("Pip");
  await typed(schedule?.paste);
  const { key } = JSON.parse(readFileSync(join(home, ".config", "denkeeper", "default.json"), "utf8")) as {
    key: string;
  };
  await bringToTheMeal(key);
  // All that cron sets, where it starts, and still no registry.
  const { HOME, npm_config_registry } = bareEnv;
  const bare = { HOME, LOGNAME: "you", SHELL: "/bin/sh", PATH: "/usr/bin:/bin", npm_config_registry };
  await run("/bin/sh", ["-c", scheduled()], { cwd: home, env: bare });
  expect(readFileSync(join(home, "denkeeper.log"), "utf8")).toMatch(/Pip .*fed/);
  const { json } = await house.call("GET", "/api/house/status", undefined, { authorization: `Bearer ${key}` });
  expect(json.creature).toMatchObject({ name: "Pip", alive: true, feeding_status: "ok" });
});

test("a service without a command line offers curl, and what is pasted keeps a creature", async () => {
  writeFileSync(join(home, "table"), "0 4 * * * backup\n");
  const [{ steps: [register, adopt, schedule] } = { steps: [] }, ...more] = toolsFor(
    { baseUrl: house.url, username: freshUsername("test") },
    false,
  );
  expect(more).toEqual([]);
  const { your_token: key } = JSON.parse(await typed(register?.paste)) as { your_token: string };
  const withKey = (text = "") => text.replace("KEY=dk_...", `KEY=${key}`);
  expect(await typed(withKey(adopt?.paste))).toContain('"name":"Pip"');
  await typed(`KEY=${key}\n${schedule?.paste}`);
  await bringToTheMeal(key);
  await run("/bin/sh", ["-c", scheduled()], { cwd: home, env: { HOME: home, PATH: "/usr/bin:/bin" } });
  expect(readFileSync(join(home, "denkeeper.log"), "utf8")).toMatch(/HEARTBEAT_OK, next at .+\n$/);
});
