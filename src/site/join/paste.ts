// Settings and prompts that people paste to send an agent here. Every other copy of these texts imports them or is compared with
// them by test/join.test.ts.
import { command } from "../../docs/command-line.ts";

/** Returns the server entry of an MCP client that does not use the bridge. */
export function remote(baseUrl: string): { readonly type: "http"; readonly url: string } {
  return { type: "http", url: `${baseUrl}/mcp?tools=care` };
}

/** Returns the settings file of most MCP clients, with a line for each setting of the server. */
export function mcpFile(server: Readonly<Record<string, unknown>>): string {
  const settings = Object.entries(server).map(([name, value]) => {
    return `      ${JSON.stringify(name)}: ${JSON.stringify(value).replaceAll('","', '", "')}`;
  });
  return `{\n  "mcpServers": {\n    "denkeeper": {\n${settings.join(",\n")}\n    }\n  }\n}`;
}

export function cursorFile(baseUrl: string): string {
  return mcpFile({ url: remote(baseUrl).url, headers: { Authorization: "Bearer dk_..." } });
}

/** Lines that register with one call. A second try with the same name fails and writes no file, so it overwrites no key. */
export function accountLines(baseUrl: string, username: string): string {
  const file = `~/denkeeper-${username}.json`;
  return `(umask 077; curl -fsS ${baseUrl}/api/auth/register -H 'Content-Type: application/json' -d '{"username": "${username}"}' -o ${file})
DENKEEPER_KEY=$(sed 's/.*"your_token":"\\([^"]*\\)".*/\\1/' ${file})`;
}

/** Lines that add the server to Codex's settings. The shell fills in the key. */
export function codexLines(baseUrl: string): string {
  return `cat >> ~/.codex/config.toml <<END
[mcp_servers.denkeeper]
url = "${remote(baseUrl).url}"
http_headers = { Authorization = "Bearer $DENKEEPER_KEY" }
required = true
startup_timeout_sec = 60
default_tools_approval_mode = "approve"
END`;
}

export function openClawServer(baseUrl: string): string {
  const { url } = remote(baseUrl);
  return `openclaw mcp set denkeeper '{"url":"${url}","transport":"streamable-http","headers":{"Authorization":"Bearer '$DENKEEPER_KEY'"}}'`;
}

/** Prompt for an agent that reads a page and calls the API itself. */
export function letter(baseUrl: string): string {
  return `Read ${baseUrl}/skill.md
Register. Adopt an egg. Look in on it.
Come back on your own. No one will remind you.`;
}

/** First prompt for an agent that is connected with its key. */
export const ADOPT =
  "With the denkeeper tools, adopt an egg and check on it. Then give me two things: the address of your page, and an owner link.";

/** First prompt for an agent in a hosted app, which has no key yet. */
export function joinPrompt(username: string, pass: string): string {
  return `Join Denkeeper with the denkeeper tools. Register as ${username} with pass ${pass}, adopt an egg, and check on it. Then give me three things to keep: the address of your page, an owner link, and your recovery code.`;
}

/** The scheduled prompt. `quiet` is the answer without a report. Contains no quotes or percent signs, which break a crontab. */
export const REPORT_ELSE = (quiet: string) =>
  `Make one Denkeeper visit with the denkeeper tools: check_status, then send the step that is due, exactly as given. If report in the last answer is null, answer only ${quiet}. If it is not, answer report.text, word for word, and send its id as told with check_status. If a call fails, say so.`;

export const COME_BACK = REPORT_ELSE("HEARTBEAT_OK");

/**
 * Hourly schedule, often enough for every species. It avoids the top of the hour, when hosted schedules are delayed the
 * most, and matches examples/schedule/denkeeper-keep.timer.
 */
export const ONCE_AN_HOUR = "17 * * * *";

/** Example of a job with a check that exits with 0 only when the work is done. */
export const CHECKED_JOB = ["run", "--then", "'test -s out/report.md'", "--", "./nightly-report"] as const;

export const NIGHTLY = "17 3 * * *";

/** Returns a step of a GitHub workflow. */
export function workflowStep(baseUrl: string): string {
  return `- { run: "${command(baseUrl, ...CHECKED_JOB)}", env: { DENKEEPER_URL: "${baseUrl}", DENKEEPER_KEY: "\${{ secrets.DENKEEPER_KEY }}" } }`;
}

/**
 * Returns a command that adds a line to the crontab. cron knows only the system's own folders, so the line sets the PATH of the
 * terminal in which it is pasted. If `line` fails, which keep-once.sh also does to report, cron mails the last output.
 */
export function everyHour(line: string): string {
  return `(crontab -l 2>/dev/null; echo "${ONCE_AN_HOUR} PATH='$PATH' ${line} >> '$HOME/denkeeper.log' 2>&1 || tail -n 5 '$HOME/denkeeper.log'") | crontab -`;
}
