// /join: what people paste works as pasted. Settings parse, commands exist, and the line for cron keeps a creature fed in
// cron's bare environment, with the package as it is published.
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { buildProgram } from "../packages/denkeeper/src/cli/program.ts";
import {
  bridge,
  codexTable,
  command as commandLine,
  cursorLink,
  letter,
  mcpFile,
  remote,
} from "../src/web/join/paste.ts";
import { toolsFor } from "../src/web/join/tools.ts";
import { readDocument } from "./documents.ts";
import { freshUsername, houseForFile } from "./harness.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const home = mkdtempSync(join(tmpdir(), "denkeeper-join-"));
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
  const shown = [...pasted, `${baseUrl}/agents/${USERNAME}`, `Register as ${USERNAME},`, cursorLink(baseUrl)];
  expect(shown.filter((each) => !text.includes(each))).toEqual([]);
});

test("what agents read first names the command line as the page does", async () => {
  for (const path of ["/llms.txt", "/skill.md"]) {
    expect((await house.call("GET", path)).text, path).toContain(`Clients: \`${commandLine()}\``);
  }
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
    jobs: { visit: { steps: object[] } };
  };
  expect(on.schedule).toEqual([{ cron: "7,37 * * * *" }]);
  const env = { DENKEEPER_URL: house.url, DENKEEPER_KEY: "${{ secrets.DENKEEPER_KEY }}" };
  expect(jobs.visit.steps).toEqual([{ uses: "actions/checkout@v4" }, { run: "sh keep-once.sh", env }]);
  expect((await house.call("GET", "/docs/keep-once.sh")).text).toContain("#!/bin/sh");

  const [, , timer] = TOOLS.find(({ key }) => key === "systemd")?.steps ?? [];
  const units = mkdtempSync(join(home, "units-"));
  await run("bash", ["-c", `systemctl() { echo "$*" > "$HOME/asked"; }\n${timer?.paste}`], {
    env: { HOME: units, PATH: "/usr/bin:/bin" },
  });
  const unit = (name: string) => readFileSync(join(units, ".config", "systemd", "user", name), "utf8");
  expect(unit("denkeeper.service")).toContain('ExecStart=/usr/bin/env "PATH=/usr/bin:/bin" npx -y ');
  expect(unit("denkeeper.timer")).toContain("\nPersistent=true\n");
  expect(readFileSync(join(units, "asked"), "utf8")).toBe("--user enable --now denkeeper.timer\n");
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
  expect(toml).toEqual({ mcp_servers: { denkeeper: { command, args, default_tools_approval_mode: "approve" } } });
});

test("every command of ours exists, with its options", () => {
  const program = buildProgram("0.0.0");
  const lines = [...PASTED.join("\n").matchAll(/npx -y @denkeeper\/cli ([^\n>"]+)/g)].map(([, words = ""]) => words);
  const calls = [...lines, bridge(house.url).args.slice(2).join(" ")].map((line) => line.trim().split(" "));
  expect(calls.length).toBeGreaterThan(4);
  for (const [name, ...words] of calls) {
    const command = program.commands.find((each) => each.name() === name);
    expect(command, name).toBeDefined();
    const known = [...program.options, ...(command?.options ?? [])].map(({ long }) => long);
    for (const word of words) if (word.startsWith("--")) expect(known, name).toContain(word);
  }
});

test("other documents paste the same", () => {
  const squeezed = (text: string) => text.replaceAll(/\s/g, "");
  const readme = squeezed(readDocument("README.md"));
  expect(readme).toContain(squeezed(mcpFile(remote(LOCAL))));
  expect(readme).toContain("/join");
  const { command, args } = bridge(LOCAL);
  const withoutUrl = { command, args: args.slice(0, -2) };
  expect(squeezed(readDocument("packages/denkeeper/README.md"))).toContain(squeezed(mcpFile(withoutUrl)));
});

test("the home page has the same letter to agents", async () => {
  expect((await pageText("/")).includes(letter(baseUrl))).toBe(true);
});

/** A home as a newcomer has it, with the packed package where npx finds it. The registry is not asked. */
function furnish(): void {
  const bin = join(home, "node_modules", ".bin");
  const place = join(home, "node_modules", "@denkeeper", "cli");
  for (const folder of [bin, place, join(home, "bin")]) mkdirSync(folder, { recursive: true });
  const options = ["pack", "--ignore-scripts", "--pack-destination", home, "--json"];
  execFileSync("npm", options, { cwd: join(ROOT, "packages", "denkeeper"), stdio: "pipe" });
  execFileSync("bash", ["-c", `tar -xzf ${home}/*.tgz --strip-components=1 -C ${place}`]);
  for (const name of ["commander", "temporal-polyfill"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(home, "node_modules", name));
  }
  const main = join(place, "dist", "cli", "main.js");
  chmodSync(main, 0o755);
  symlinkSync(main, join(bin, "denkeeper"));
  writeFileSync(join(home, "package.json"), "{}");
  const crontab = `#!/bin/sh\ncase "$1" in -l) cat "$HOME/table" ;; *) cat > "$HOME/new" && mv "$HOME/new" "$HOME/table" ;; esac\n`;
  writeFileSync(join(home, "bin", "crontab"), crontab, { mode: 0o755 });
  writeFileSync(join(home, "table"), "0 4 * * * backup\n");
}

test("plain cron: pasted as shown, the creature is alive and fed", { timeout: 120_000 }, async () => {
  furnish();
  const PATH = `${join(home, "bin")}:${process.env["PATH"] ?? ""}`;
  const env = { HOME: home, PATH, npm_config_offline: "true" };
  const paste = async (text: string) => (await run("bash", ["-c", text], { cwd: home, env })).stdout;
  const [register, adopt, schedule] = TOOLS.find(({ key }) => key === "cron")?.steps ?? [];
  // What it says to do next can be typed as it is.
  expect(await paste(register?.paste ?? "")).toMatch(/recovery code[^]*\n {2}npx @denkeeper\/cli adopt Pip/);
  expect(await paste(adopt?.paste ?? "")).toContain("Pip");
  await paste(schedule?.paste ?? "");
  const [before, line = "", ...more] = readFileSync(join(home, "table"), "utf8").trim().split("\n");
  expect([before, more]).toEqual(["0 4 * * * backup", []]);

  const { key } = JSON.parse(readFileSync(join(home, ".config", "denkeeper", "default.json"), "utf8")) as {
    key: string;
  };
  const headers = { authorization: `Bearer ${key}` };
  const { json: hatched } = await house.call("GET", "/api/house/status", undefined, headers);
  const due = Number(hatched.recommended_checkin.hours_from_now);
  await house.call("POST", "/api/house/clock", { advance_hours: due }, headers);
  const command = /^(?:\S+ ){5}(.+)$/.exec(line)?.[1] ?? "";
  // All that cron sets, and where it starts.
  const bare = { HOME: home, LOGNAME: "you", SHELL: "/bin/sh", PATH: "/usr/bin:/bin", npm_config_offline: "true" };
  await run("/bin/sh", ["-c", command], { cwd: home, env: bare });
  expect(readFileSync(join(home, "denkeeper.log"), "utf8")).toMatch(/Pip .*fed/);
  const { json } = await house.call("GET", "/api/house/status", undefined, headers);
  expect(json.creature).toMatchObject({ name: "Pip", alive: true, feeding_status: "ok" });
});
