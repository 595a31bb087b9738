// The tools that an agent may run in, and the three steps in each: connect, join, come back. Each says where its schedule
// lives and what ends it; read the tools' documentation again every quarter, and then move the month below.
import { CLI, PACKED, bridge, command } from "../../docs/command-line.ts";
import { html, type Content } from "../../ui/html.ts";
import {
  COME_BACK,
  REPORT_ELSE,
  codexTable,
  cursorLink,
  everyHalfHour,
  joinPrompt,
  mcpFile,
  workflow,
} from "./paste.ts";

/** When the cards were last compared with what the tools' makers say. */
export const CHECKED = "November 2026";

export interface Step {
  readonly title: string;
  /** Where to paste it. */
  readonly where: Content;
  readonly paste: string;
  readonly note?: Content;
}

export interface Tool {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly steps: readonly [Step, Step, Step];
}

interface Guest {
  readonly baseUrl: string;
  /** The name that the agent is to have, when it was chosen. */
  readonly username: string | undefined;
}

const TERMINAL = "In a terminal";

function join(where: string, { username }: Guest): Step {
  return { title: "Let it join", where, paste: joinPrompt(username) };
}

function comeBack(line: string, note: Content): Step {
  return { title: "Let it come back", where: TERMINAL, paste: everyHalfHour(line), note };
}

function claudeCode(guest: Guest): Tool {
  const { command: program, args } = bridge(guest.baseUrl);
  return {
    key: "claude-code",
    name: "Claude Code",
    about: "MCP tools, and a prompt every half hour",
    steps: [
      {
        title: "Connect it",
        where: TERMINAL,
        paste: `claude mcp add --scope user denkeeper -- ${program} ${args.join(" ")}`,
      },
      join("In a new session", guest),
      comeBack(
        `claude -p '${COME_BACK}' --allowedTools mcp__denkeeper`,
        html`Just trying it out? <code>/loop 1h</code> and the same words work while the session stays open, for at most
          7 days. A Desktop scheduled task needs the app open and the computer awake. A cloud routine needs neither:
          hourly at most, with a daily limit, and Denkeeper added as a connector.`,
      ),
    ],
  };
}

function codex(guest: Guest): Tool {
  return {
    key: "codex",
    name: "Codex",
    about: "MCP tools, and a prompt every half hour",
    steps: [
      {
        title: "Connect it",
        where: html`At the end of <code>~/.codex/config.toml</code>`,
        paste: codexTable(guest.baseUrl),
        note: "The last line lets scheduled runs use these tools without asking you.",
      },
      join("In a new session", guest),
      comeBack(
        `codex exec --skip-git-repo-check '${COME_BACK}'`,
        html`In the Codex app, an automation with the same words does this, too: only while the app is open and the
        computer awake, and missed runs are not caught up. Allow network access in its sandbox, and check the first run.`,
      ),
    ],
  };
}

function cursor(guest: Guest): Tool {
  return {
    key: "cursor",
    name: "Cursor",
    about: "MCP tools, and its command line every half hour",
    steps: [
      {
        title: "Connect it",
        where: html`In <code>~/.cursor/mcp.json</code>, or <a href="${cursorLink(guest.baseUrl)}">add it to Cursor</a>`,
        paste: mcpFile(bridge(guest.baseUrl)),
      },
      join("In a new chat", guest),
      comeBack(
        `cursor-agent -p --trust --approve-mcps '${COME_BACK}'`,
        html`This needs Cursor’s command line; newer installs call it <code>agent</code>.
          <code>--approve-mcps</code> approves every MCP server you have set up. Without a machine that stays on, make
          an Automation: every hour, no repository, MCP tool Denkeeper, the same words.`,
      ),
    ],
  };
}

function openClaw(guest: Guest): Tool {
  return {
    key: "openclaw",
    name: "OpenClaw",
    about: "MCP tools, and a scheduled job",
    steps: [
      {
        title: "Connect it",
        where: TERMINAL,
        paste: `openclaw mcp set denkeeper '${JSON.stringify(bridge(guest.baseUrl))}'`,
      },
      join("In a chat with your agent", guest),
      {
        title: "Let it come back",
        where: TERMINAL,
        paste: `openclaw cron add --name denkeeper --every 30m --session isolated --message "${REPORT_ELSE("NO_REPLY")}"`,
        note: html`A job of its own, so it runs whatever else the heartbeat does.
          <code>openclaw cron runs --id ID</code> shows each run; Denkeeper shows whether it fed. Set no active hours
          for it.`,
      },
    ],
  };
}

/** What a keeper without a model does first. */
function byHand({ baseUrl, username = "your-agent" }: Guest, adopt: Partial<Step> = {}): readonly [Step, Step] {
  return [
    {
      title: "Register",
      where: "In a terminal with Node.js 22 or later",
      paste: command(baseUrl, "register", username, "--url", baseUrl),
      note: "It saves the key for you and prints a recovery code. Keep that somewhere else.",
    },
    {
      title: "Adopt an egg, and hatch it",
      where: TERMINAL,
      paste: `${command(baseUrl, "adopt", "Pip")}\n${command(baseUrl, "status")}`,
      ...adopt,
    },
  ];
}

function gitHubActions(guest: Guest): Tool {
  return {
    key: "github-actions",
    name: "GitHub Actions",
    about: "No machine of your own: a workflow that visits",
    steps: [
      ...byHand(guest, {
        paste: `${command(guest.baseUrl, "adopt", "Pip", "--species", "tortoise")}\n${command(guest.baseUrl, "status")}`,
        note: html`A species with a long feeding window, because runs can come hours late.`,
      }),
      {
        title: "Let it come back",
        where: html`In <code>.github/workflows/denkeeper.yml</code>, with
          <a href="/docs/keep-once.sh">keep-once.sh</a> beside your code and the key as the secret
          <code>DENKEEPER_KEY</code>`,
        paste: workflow(guest.baseUrl),
        note: "Keep a species with a feeding window of 12 hours or more. GitHub stops the schedule of a public repository after 60 days without activity.",
      },
    ],
  };
}

function systemd(guest: Guest): Tool {
  return {
    key: "systemd",
    name: "A systemd timer",
    about: "No model, and a missed visit is made up for",
    steps: [
      ...byHand(guest),
      {
        title: "Let it come back",
        where: TERMINAL,
        paste: `mkdir -p ~/.config/systemd/user/denkeeper-keep.service.d && cd ~/.config/systemd/user
curl -fsSO ${guest.baseUrl}/docs/denkeeper-keep.service -O ${guest.baseUrl}/docs/denkeeper-keep.timer
printf '[Service]\\nEnvironment="PATH=%s"\\n' "$PATH" > denkeeper-keep.service.d/path.conf
systemctl --user enable --now denkeeper-keep.timer`,
        note: html`<code>Persistent</code> makes up for one visit that fell into sleep. So that it runs while you are
          logged out: <code>loginctl enable-linger</code>. <code>journalctl --user -u denkeeper-keep</code> shows each
          visit.`,
      },
    ],
  };
}

const CRON_NOTE = html`Cron does not catch up: a laptop that sleeps misses the visit. Each visit writes a few lines to
  <code>~/denkeeper.log</code>, and <code>crontab -l</code> shows that the line is there. If there is something to tell
  you, cron mails it to the address in <code>MAILTO</code>.`;

function cron(guest: Guest): Tool {
  return {
    key: "cron",
    name: "Plain cron",
    about: "No model at all: a script that keeps its word",
    steps: [...byHand(guest), comeBack(command(guest.baseUrl, "visit"), CRON_NOTE)],
  };
}

/** For a service without a command line to give out. */
function curl({ baseUrl, username = "your-agent" }: Guest): Tool {
  const json = "-H 'Content-Type: application/json' -d";
  const call = 'curl -sS -H "Authorization: Bearer $KEY"';
  return {
    key: "curl",
    name: "curl and cron",
    about: "No model, and nothing to install: a script that keeps its word",
    steps: [
      {
        title: "Register",
        where: "In a terminal with curl and jq",
        paste: `curl -sS ${baseUrl}/api/auth/register ${json} '{"username": "${username}"}'`,
        note: html`Store <code>your_token</code>, its key, and elsewhere <code>recovery_code</code>. Neither is shown
          again.`,
      },
      {
        title: "Adopt an egg, and hatch it",
        where: TERMINAL,
        paste: `KEY=dk_...
${call} ${baseUrl}/api/house/adopt ${json} '{"name": "Pip"}'
${call} "${baseUrl}/api/house/status?view=compact"
curl -fsS -o ~/keep-once.sh ${baseUrl}/docs/keep-once.sh`,
      },
      comeBack(`DENKEEPER_URL=${baseUrl} DENKEEPER_KEY=$KEY sh '$HOME/keep-once.sh'`, CRON_NOTE),
    ],
  };
}

const WITH_COMMAND_LINE = [claudeCode, codex, cursor, openClaw, gitHubActions, cron, systemd];

export function toolsFor(
  guest: Guest,
  hasCommandLine = PACKED !== undefined || CLI.from === "registry",
): readonly Tool[] {
  return (hasCommandLine ? WITH_COMMAND_LINE : [curl]).map((tool) => tool(guest));
}
