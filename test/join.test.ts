// Tests that everything /join offers to paste works: settings parse and commands exist. The cron line keeps a creature fed in
// cron's bare environment, with the command line that npx downloads from the service.
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { buildProgram } from "../packages/denkeeper/src/cli/program.ts";
import { PACKED, bridge, command as commandLine } from "../src/docs/command-line.ts";
import { accountLines, codexLines, cursorFile, letter, mcpFile, remote } from "../src/site/join/paste.ts";
import {
  agentSteps,
  checkedText,
  clientsFor,
  cronSteps,
  jobSteps,
  linesOf,
  type JoinVisitor,
} from "../src/site/join/tools.ts";
import { readDocument } from "./documents.ts";
import { freshUsername, houseForFile, houseForTest } from "./harness.ts";
import { emptyHome } from "./processes/npx.ts";

const run = promisify(execFile);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { folder: home, env: bareEnv } = emptyHome();
afterAll(() => rmSync(home, { recursive: true }));

const LOCAL = "http://localhost:3000";
const USERNAME = freshUsername("test");

/** Returns everything that the page offers to copy. */
function pastedFor(visitor: JoinVisitor): readonly string[] {
  const ofClients = clientsFor(visitor).flatMap(({ connect, comeBack }) => [connect, comeBack]);
  const steps = [...agentSteps(visitor), ...ofClients, ...jobSteps(visitor), ...cronSteps(visitor)];
  return steps.map(({ paste }) => paste);
}

const VISITOR = { baseUrl: house.url, username: USERNAME };
const PASTED = pastedFor(VISITOR);

/** Address shown on pages. Tests reach the house at a different address. */
const { baseUrl } = house.app.services.config;

async function pageText(path: string): Promise<string> {
  const { status, text } = await house.call("GET", path, undefined, { accept: "text/html" });
  expect(status).toBe(200);
  const entities = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return Object.entries(entities).reduce((plain, [entity, sign]) => plain.replaceAll(entity, sign), text);
}

test("the page shows all commands with the visitor's name and the service's address", async () => {
  const text = await pageText(`/join?username=@${USERNAME.toUpperCase()}`);
  const shown = [
    ...pastedFor({ baseUrl, username: USERNAME }),
    remote(baseUrl).url,
    `${baseUrl}/agents/${USERNAME}`,
    PACKED?.sha256,
  ];
  expect(shown.filter((each) => !text.includes(each ?? "no file"))).toEqual([]);
});

test("llms.txt and skill.md name the command line as the page does", async () => {
  for (const path of ["/llms.txt", "/skill.md"]) {
    expect((await house.call("GET", path)).text, path).toContain(`Clients: \`${commandLine(baseUrl)}\``);
  }
});

test("the page offers hooks only where the service has them", async () => {
  expect(await pageText("/join")).toContain("Add a channel on the page");
  const without = await houseForTest({ env: { HOOKS_KEYS: "" } });
  const { text } = await without.call("GET", "/join", undefined, { accept: "text/html" });
  expect(text).toContain("See why it failed");
  expect(text).toContain("This service sends no messages");
  expect(text).not.toContain("Add a channel on the page");
});

test("FIT-1, FIT-3: the form names a fitting species and its times", async () => {
  const weekdays = await pageText("/join?job=0+9+*+*+1-5&zone=europe/berlin");
  expect(weekdays).toContain("can live with these times. It sleeps by Europe/Berlin, and is on leave");
  expect(weekdays).toContain("--job '0 9 * * 1-5' --zone Europe/Berlin");
  expect(await pageText("/join?job=0+9+*+*+1")).toContain("No creature waits 7 days.");
  expect(await pageText("/join?job=%40daily")).toContain("This must have five fields");
});

test("an invalid name is rejected with an explanation and displayed as text", async () => {
  const text = await pageText(`/join?username=${encodeURIComponent('"><script>x</script>')}`);
  expect(text).toContain("That can’t be a name.");
  const { text: sent } = await house.call("GET", `/join?username=${encodeURIComponent('"><script>x</script>')}`);
  expect(sent).not.toContain("<script>x");
  expect(text).toContain("denkeeper-your-agent.json");
});

test("the form says whether a name is free", async () => {
  const { username } = await house.register();
  expect(await pageText(`/join?username=${username}`)).toContain(`${username} is taken.`);
  expect(await pageText("/join?username=admin")).toContain("admin is taken.");
  const text = await pageText("/join?username=not-yet-here");
  expect(text).toContain("not-yet-here is free");
  expect(text).toContain('{"username": "not-yet-here"}');
});

test("the workflow step is valid, and the units run once an hour", async () => {
  const [, step = ""] = /<code>(- \{ run: [^<]+)<\/code>/.exec(await pageText("/join")) ?? [];
  const line = commandLine(baseUrl, "run --then 'test -s out/report.md' -- ./nightly-report");
  const env = { DENKEEPER_URL: baseUrl, DENKEEPER_KEY: "${{ secrets.DENKEEPER_KEY }}" };
  expect(parse(step)).toEqual([{ run: line, env }]);
  const unit = async (name: string) => (await house.call("GET", `/docs/${name}`)).text;
  expect(await unit("keep-once.sh")).toContain("#!/bin/sh");
  expect(await unit("denkeeper-keep.service")).toContain(`ExecStart=/usr/bin/env ${commandLine(baseUrl, "visit")}\n`);
  expect(await unit("denkeeper-keep.timer")).toMatch(/\nOnCalendar=\*:17\n[^]*\nPersistent=true\n/);
});

test("pasted settings contain the service's address and the account's key", async () => {
  const { url } = remote(house.url);
  expect(JSON.parse(mcpFile(remote(house.url)))).toEqual({ mcpServers: { denkeeper: { type: "http", url } } });
  const headers = { Authorization: "Bearer dk_..." };
  expect(JSON.parse(cursorFile(house.url))).toEqual({ mcpServers: { denkeeper: { url, headers } } });
  mkdirSync(join(home, ".codex"));
  const withKey = (line: string) => `openclaw() { echo "$4"; }\nDENKEEPER_KEY=dk_...\n${line}`;
  const connects = new Map(clientsFor(VISITOR).map(({ key, connect }) => [key, connect.paste]));
  expect(JSON.parse(await typed(withKey(connects.get("openclaw") ?? "")))).toEqual({
    url,
    transport: "streamable-http",
    headers,
  });
  await typed(withKey(codexLines(house.url)));
  const program = "import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], 'rb'))))";
  const table = execFileSync("python3", ["-c", program, join(home, ".codex", "config.toml")], { encoding: "utf8" });
  const waits = { required: true, startup_timeout_sec: 60, default_tools_approval_mode: "approve" };
  expect(JSON.parse(table)).toEqual({ mcp_servers: { denkeeper: { url, http_headers: headers, ...waits } } });
});

test("only commands unchanged since their test show its date", () => {
  const noted = JSON.parse(readFileSync("src/site/join/checked.json", "utf8")) as Record<string, { lines: string }>;
  expect(Object.keys(noted).toSorted()).toEqual(["claude-code", "codex"]);
  for (const { key } of clientsFor(VISITOR)) {
    expect(checkedText(key) !== undefined, key).toBe(noted[key]?.lines === linesOf(key));
  }
});

test("no pasted schedule calls more than once an hour", () => {
  const times = PASTED.flatMap((text) => text.match(/(?:[\d*/,-]+ ){4}[\d*/,-]+(?=[ "'])/g) ?? []);
  expect(times.length).toBeGreaterThan(4);
  for (const time of times) expect(time).toMatch(/^\d+ /);
});

test("a taken name never overwrites the key of its account", async () => {
  const { username } = await house.register();
  writeFileSync(join(home, `denkeeper-${username}.json`), '{"your_token":"dk_mine"}');
  expect(await typed(`${accountLines(house.url, username)}\necho $DENKEEPER_KEY`)).toBe("dk_mine\n");
});

test("every pasted denkeeper command exists, with its options", () => {
  const program = buildProgram("0.0.0");
  const lines = [...PASTED.join("\n").matchAll(/npx -y \S+\/cli-\S+\.tgz ([^\n>"]+)/g)].map(([, words = ""]) => words);
  const calls = [...lines, bridge(house.url).args.slice(2).join(" ")].map((line) => line.trim().split(" "));
  expect(calls.length).toBeGreaterThan(4);
  for (const [name, ...words] of calls) {
    const command = program.commands.find((each) => each.name() === name);
    expect(command, name).toBeDefined();
    const known = [...program.options, ...(command?.options ?? [])].map(({ long }) => long);
    // Arguments after `--` belong to another program.
    const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
    for (const word of own) if (word.startsWith("--")) expect(known, name).toContain(word);
  }
});

test("the READMEs show the same MCP settings as the page", () => {
  const squeezed = (text: string) => text.replaceAll(/\s/g, "");
  const readme = squeezed(readDocument("README.md"));
  expect(readme).toContain(squeezed(mcpFile(remote(LOCAL))));
  expect(readme).toContain("/join");
  const { command, args } = bridge(LOCAL);
  const withoutUrl = { command, args: args.slice(0, -2).map((word) => word.replace(/cli-.+/, "cli-latest.tgz")) };
  expect(squeezed(readDocument("packages/denkeeper/README.md"))).toContain(squeezed(mcpFile(withoutUrl)));
});

test("the home page shows the same letter to agents", async () => {
  expect((await pageText("/")).includes(letter(baseUrl))).toBe(true);
});

/** Installs a fake crontab that stores its table in the home folder. */
function installFakeCrontab(): void {
  mkdirSync(join(home, "bin"));
  const crontab = `#!/bin/sh\ncase "$1" in -l) cat "$HOME/table" ;; *) cat > "$HOME/new" && mv "$HOME/new" "$HOME/table" ;; esac\n`;
  writeFileSync(join(home, "bin", "crontab"), crontab, { mode: 0o755 });
}

async function typed(text = ""): Promise<string> {
  const env = { ...bareEnv, PATH: `${join(home, "bin")}:${bareEnv.PATH}` };
  return (await run("bash", ["-c", text], { cwd: join(home, "empty"), env })).stdout;
}

/** Returns the scheduled command, and checks that the previous entry remains. */
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

test("a pasted job that passes its check feeds its creature", { timeout: 120_000 }, async () => {
  installFakeCrontab();
  const [declare, work] = jobSteps(VISITOR);
  expect(await typed(declare?.paste)).toContain("Pip");
  const { key } = JSON.parse(readFileSync(join(home, ".config", "denkeeper", "default.json"), "utf8")) as {
    key: string;
  };
  await bringToTheMeal(key);
  writeFileSync(join(home, "nightly-report"), "#!/bin/sh\nmkdir -p out && echo done > out/report.md\n", {
    mode: 0o755,
  });
  // Sets only the variables and folder that cron sets, plus a registry that does not exist.
  const { HOME, npm_config_registry, PATH } = bareEnv;
  const bare = { HOME, LOGNAME: "you", SHELL: "/bin/sh", PATH, npm_config_registry };
  await run("/bin/sh", ["-c", work?.paste ?? ""], { cwd: home, env: bare });
  const { json } = await house.call("GET", "/api/house/status", undefined, { authorization: `Bearer ${key}` });
  expect(json.creature).toMatchObject({ name: "Pip", alive: true, feeding_status: "ok" });
});

test("the pasted cron line keeps a creature without a model", async () => {
  writeFileSync(join(home, "table"), "0 4 * * * backup\n");
  const username = freshUsername("test");
  const [account, schedule] = cronSteps({ ...VISITOR, username });
  expect(await typed(`${account?.paste}\n${schedule?.paste}`)).toContain('"name":"Pip"');
  const text = readFileSync(join(home, `denkeeper-${username}.json`), "utf8");
  await bringToTheMeal((JSON.parse(text) as { your_token: string }).your_token);
  await run("/bin/sh", ["-c", scheduled()], { cwd: home, env: { HOME: home, PATH: "/usr/bin:/bin" } });
  expect(readFileSync(join(home, "denkeeper.log"), "utf8")).toMatch(/HEARTBEAT_OK, next at .+\n$/);
});
