// What people paste to send an agent here: settings and prompts. Whatever shows one of them takes it from here, or is
// compared with it by test/join.test.ts.
import { bridge, command } from "../../docs/command-line.ts";

/** How an MCP client reaches the service without the bridge. */
export function remote(baseUrl: string): { readonly type: "http"; readonly url: string } {
  return { type: "http", url: `${baseUrl}/mcp?tools=care` };
}

/** The file that most MCP clients read, with a line for each setting. */
export function mcpFile(server: Readonly<Record<string, unknown>>): string {
  const settings = Object.entries(server).map(([name, value]) => {
    return `      ${JSON.stringify(name)}: ${JSON.stringify(value).replaceAll('","', '", "')}`;
  });
  return `{\n  "mcpServers": {\n    "denkeeper": {\n${settings.join(",\n")}\n    }\n  }\n}`;
}

/** A link that opens Cursor and asks whether to add the server. */
export function cursorLink(baseUrl: string): string {
  const config = Buffer.from(JSON.stringify(bridge(baseUrl))).toString("base64");
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=denkeeper&config=${encodeURIComponent(config)}`;
}

export function codexTable(baseUrl: string): string {
  const { command: program, args } = bridge(baseUrl);
  return [
    "[mcp_servers.denkeeper]",
    `command = ${JSON.stringify(program)}`,
    `args = [${args.map((each) => JSON.stringify(each)).join(", ")}]`,
    // Without this it starts a run after a second, without our tools.
    "required = true",
    "startup_timeout_sec = 60",
    // Without it, `codex exec` cancels every call that writes.
    'default_tools_approval_mode = "approve"',
  ].join("\n");
}

/** For an agent that reads a page and calls the API itself. */
export function letter(baseUrl: string): string {
  return `Read ${baseUrl}/skill.md
Register. Adopt an egg. Look in on it.
Come back on your own. No one will remind you.`;
}

/** The first thing to tell an agent that has the tools. */
export function joinPrompt(username: string | undefined): string {
  const name = username === undefined ? "under a name you like" : `as ${username}`;
  return `Join Denkeeper with the denkeeper tools. Register ${name}, adopt an egg, and check on it. Then give me three things to keep: the address of your page, an owner link, and your recovery code.`;
}

/**
 * What an agent is told on a schedule, with the answer that means "all is well". Without quotes and percent signs, which mean
 * something in a crontab.
 */
export const REPORT_ELSE = (quiet: string) =>
  `Make one Denkeeper visit with the denkeeper tools: check_status, then send the step that is due, exactly as given. If report in the last answer is null, answer only ${quiet}. If it is not, answer report.text, word for word, and send its id as told with check_status. If a call fails, say so.`;

export const COME_BACK = REPORT_ELSE("HEARTBEAT_OK");

/**
 * Off the full hour, when hosted schedules are latest. Enough for every species. As in
 * examples/schedule/denkeeper-keep.timer.
 */
export const ONCE_AN_HOUR = "17 * * * *";

/** A check that says 0 only when the work is done, and the work: to be replaced by what one has. */
export const CHECKED_JOB = ["run", "--then", "'test -s out/report.md'", "--", "./nightly-report"] as const;

/** The schedule of the workflow below, as it is declared. */
export const NIGHTLY = "17 3 * * *";

/** A job once a night, and the visit when its check agrees. */
export function workflow(baseUrl: string): string {
  return `on: { schedule: [{ cron: "${NIGHTLY}" }], workflow_dispatch: }
jobs:
  report:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
      - uses: actions/checkout@v4
      - run: ${command(baseUrl, ...CHECKED_JOB)}
        env: { DENKEEPER_URL: "${baseUrl}", DENKEEPER_KEY: "\${{ secrets.DENKEEPER_KEY }}" }`;
}

/**
 * Adds a line to the crontab and keeps what is there. cron knows only the system's own folders, so the line takes along the
 * PATH of the terminal in which it is pasted. What fails, or has something to tell, prints its last lines, which cron mails.
 */
export function everyHour(line: string): string {
  return `(crontab -l 2>/dev/null; echo "${ONCE_AN_HOUR} PATH='$PATH' ${line} >> '$HOME/denkeeper.log' 2>&1 || tail -n 5 '$HOME/denkeeper.log'") | crontab -`;
}
