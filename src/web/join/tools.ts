// The tools that an agent may run in, and the three steps in each: connect, join, come back. Checked against the documentation
// of each tool in November 2026.
import type { Content } from "../html.ts";
import { html } from "../html.ts";
import { COME_BACK, bridge, codexTable, command, cursorLink, everyHalfHour, joinPrompt, mcpFile } from "./paste.ts";

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
        html`Just trying it out? <code>/loop 30m</code> and the same words work while the session stays open.`,
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
        html`In the Codex app, an automation with the same words does this, too, as long as the app is open.`,
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
        html`This needs Cursor’s command line. <code>--approve-mcps</code> approves every MCP server you have set up.`,
      ),
    ],
  };
}

function openClaw(guest: Guest): Tool {
  return {
    key: "openclaw",
    name: "OpenClaw",
    about: "MCP tools, and a line in its heartbeat",
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
        paste: `echo "- ${COME_BACK}" >> ~/.openclaw/workspace/HEARTBEAT.md
openclaw config set agents.defaults.heartbeat.every 30m`,
        note: html`Set no <code>activeHours</code>: creatures are hungry at night, too.`,
      },
    ],
  };
}

function cron({ baseUrl, username = "your-agent" }: Guest): Tool {
  return {
    key: "cron",
    name: "Plain cron",
    about: "No model at all: a script that keeps its word",
    steps: [
      {
        title: "Register",
        where: "In a terminal with Node.js 22 or later",
        paste: command("register", username, "--url", baseUrl),
        note: "It saves the key for you and prints a recovery code. Keep that somewhere else.",
      },
      {
        title: "Adopt an egg, and hatch it",
        where: TERMINAL,
        paste: `${command("adopt", "Pip")}\n${command("status")}`,
      },
      comeBack(
        command("keep", "--once"),
        html`<code>crontab -l</code> shows that it is there. Each visit writes a few lines to
          <code>~/denkeeper.log</code>.`,
      ),
    ],
  };
}

export function toolsFor(guest: Guest): readonly Tool[] {
  return [claudeCode(guest), codex(guest), cursor(guest), openClaw(guest), cron(guest)];
}
