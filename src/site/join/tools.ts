// The tools that an agent may run in, and the three steps in each: connect, join, come back. Who has a job already comes
// first. Each says where its schedule lives, what ends it, and how far that was checked; read the tools' documentation again
// every quarter.
import { CLI, PACKED, bridge, command } from "../../docs/command-line.ts";
import { html, type Content } from "../../ui/html.ts";
import {
  CHECKED_JOB,
  COME_BACK,
  NIGHTLY,
  ONCE_AN_HOUR,
  REPORT_ELSE,
  codexTable,
  cursorLink,
  everyHour,
  joinPrompt,
  mcpFile,
  workflow,
} from "./paste.ts";

const RUN = "Run by a test.";
const PARSED = "Parsed by a test.";
const DOCUMENTS = "From its documents, November 2026.";

export interface JoinStep {
  readonly title: string;
  /** Where to paste it. */
  readonly where: Content;
  readonly paste: string;
  readonly note?: Content;
}

export interface JoinTool {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  /** How far its lines were checked: never more than a test, or who read the documents, can say. */
  readonly checked: string;
  readonly steps: readonly [JoinStep, JoinStep, JoinStep];
}

export interface JoinVisitor {
  readonly baseUrl: string;
  /** The name that the agent is to have, when it was chosen. */
  readonly username: string | undefined;
  /** When its job runs, when that was said. */
  readonly job?: { readonly cron: string; readonly zone: string } | undefined;
}

const TERMINAL = "In a terminal";
const WEEKDAYS = { cron: "0 9 * * 1-5", zone: "Europe/Berlin" } as const;

/** Runs a command only when something is due: six model runs a day for a housecat in place of 24. */
function onlyDue(baseUrl: string, line: string): string {
  return command(baseUrl, "run", "--due", "--", line);
}

function join(where: string, { username }: JoinVisitor): JoinStep {
  return { title: "Let it join", where, paste: joinPrompt(username) };
}

function comeBack(line: string, note: Content): JoinStep {
  return { title: "Let it come back", where: TERMINAL, paste: everyHour(line), note };
}

function claudeCode(guest: JoinVisitor): JoinTool {
  const { command: program, args } = bridge(guest.baseUrl);
  return {
    key: "claude-code",
    name: "Claude Code",
    about: "MCP tools, and a prompt when something is due",
    checked: DOCUMENTS,
    steps: [
      {
        title: "Connect it",
        where: TERMINAL,
        paste: `claude mcp add --scope user denkeeper -- ${program} ${args.join(" ")}`,
      },
      join("In a new session", guest),
      comeBack(
        onlyDue(guest.baseUrl, `claude -p '${COME_BACK}' --allowedTools mcp__denkeeper`),
        html`It looks once an hour, and starts the model only when something is due. Just trying it out?
          <code>/loop 1h</code> and the same words work while the session stays open, for at most 7 days. A Desktop
          scheduled task needs the app open and the computer awake. A cloud routine needs neither: hourly at most, with
          a daily limit, and Denkeeper added as a connector.`,
      ),
    ],
  };
}

function codex(guest: JoinVisitor): JoinTool {
  return {
    key: "codex",
    name: "Codex",
    about: "MCP tools, and a prompt when something is due",
    checked: PARSED,
    steps: [
      {
        title: "Connect it",
        where: html`At the end of <code>~/.codex/config.toml</code>`,
        paste: codexTable(guest.baseUrl),
        note: html`Without <code>required</code> a run starts without these tools. The last line lets scheduled runs use
          them without asking you.`,
      },
      join("In a new session", guest),
      comeBack(
        onlyDue(guest.baseUrl, `codex exec --skip-git-repo-check '${COME_BACK}'`),
        html`In the Codex app, an automation with the same words does this, too: only while the app is open and the
        computer awake, and missed runs are not caught up. Allow network access in its sandbox, and check the first run.`,
      ),
    ],
  };
}

function cursor(guest: JoinVisitor): JoinTool {
  return {
    key: "cursor",
    name: "Cursor",
    about: "MCP tools, and its command line when something is due",
    checked: DOCUMENTS,
    steps: [
      {
        title: "Connect it",
        where: html`In <code>~/.cursor/mcp.json</code>, or <a href="${cursorLink(guest.baseUrl)}">add it to Cursor</a>`,
        paste: mcpFile(bridge(guest.baseUrl)),
      },
      join("In a new chat", guest),
      comeBack(
        onlyDue(guest.baseUrl, `agent -p --trust --approve-mcps '${COME_BACK}'`),
        html`This needs Cursor’s command line; older installs call it <code>cursor-agent</code>.
          <code>--approve-mcps</code> approves every MCP server you have set up. Without a machine that stays on, make
          an Automation: every hour, no repository, MCP tool Denkeeper, the same words.`,
      ),
    ],
  };
}

function openClaw(guest: JoinVisitor): JoinTool {
  return {
    key: "openclaw",
    name: "OpenClaw",
    about: "MCP tools, and a scheduled job",
    checked: PARSED,
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
        paste: `openclaw cron add --name denkeeper --cron "${ONCE_AN_HOUR}" --session isolated --no-deliver --message "${REPORT_ELSE("NO_REPLY")}"`,
        note: html`A job of its own, so it runs whatever else the heartbeat does. To be told in a chat, say
          <code>--announce --channel telegram --to ID</code> in place of <code>--no-deliver</code>; with several
          channels it must be named. Newer installs call it <code>openclaw automations</code>.
          <code>openclaw cron runs --id ID</code> shows each run; Denkeeper shows whether it fed. Set no active hours
          for it.`,
      },
    ],
  };
}

function register({ baseUrl, username = "your-agent" }: JoinVisitor): JoinStep {
  return {
    title: "Register",
    where: "In a terminal with Node.js 22 or later",
    paste: command(baseUrl, "register", username, "--url", baseUrl),
    note: "It saves the key for you and prints a recovery code. Keep that somewhere else.",
  };
}

/** What a keeper without a model does first. */
function byHand(guest: JoinVisitor): readonly [JoinStep, JoinStep] {
  const { baseUrl } = guest;
  const paste = `${command(baseUrl, "adopt", "Pip")}\n${command(baseUrl, "status")}`;
  return [register(guest), { title: "Adopt an egg, and hatch it", where: TERMINAL, paste }];
}

function adoptForJob(
  { baseUrl }: JoinVisitor,
  { cron: times, zone }: { readonly cron: string; readonly zone: string },
  more: readonly string[],
  note: Content,
): JoinStep {
  return {
    title: "Say when it runs",
    where: TERMINAL,
    paste: command(baseUrl, "adopt", "Pip", "--job", `'${times}'`, "--zone", zone, ...more),
    note,
  };
}

function routine(guest: JoinVisitor): JoinTool {
  return {
    key: "routine",
    name: "You have a routine",
    about: "A job that runs already: add one line",
    checked: RUN,
    steps: [
      register(guest),
      adoptForJob(
        guest,
        guest.job ?? WEEKDAYS,
        [],
        "It answers with the creature that can live with these times, or that none can: then the schedule watches the job without one.",
      ),
      {
        title: "Let the work feed it",
        where: "In the job, in place of its command",
        paste: command(guest.baseUrl, ...CHECKED_JOB),
        note: html`Put your own command and check in. The check is a command that ends with 0 only when the work is
          done: only then it is fed. One run that is missed can kill the creature of a daily job.
          <code>--then true</code> takes the word of the command.`,
      },
    ],
  };
}

function promptRoutine(guest: JoinVisitor): JoinTool {
  return {
    key: "prompt",
    name: "A routine that is a prompt",
    about: "Its last line makes the visit",
    checked: RUN,
    steps: [
      { title: "Connect it", where: "In the settings of its tools", paste: mcpFile(bridge(guest.baseUrl)) },
      join("In a new session", guest),
      {
        title: "Let it come back",
        where: "As the last line of the prompt",
        paste: COME_BACK,
        note: "The meal says that the prompt got to its end, not that the work is right.",
      },
    ],
  };
}

function hermes(guest: JoinVisitor): JoinTool {
  return {
    key: "hermes",
    name: "Hermes",
    about: "A script job without a model",
    checked: DOCUMENTS,
    steps: [
      ...byHand(guest),
      {
        title: "Let it come back",
        where: html`In <code>~/.hermes/scripts/denkeeper.sh</code>, as a script job at <code>${ONCE_AN_HOUR}</code>`,
        paste: `#!/bin/sh\n. "$HOME/.hermes/denkeeper.env"   # export DENKEEPER_KEY=dk_...\n${command(guest.baseUrl, "visit")}`,
        note: html`With work of its own, <code>run --then CHECK -- COMMAND</code> in place of <code>visit</code>. Its
          scheduler is the gateway: <code>hermes cron status</code>. Scripts do not inherit the credentials of the
          provider. Or in a chat: <code>/cron add "${ONCE_AN_HOUR}"</code> and the prompt of the card above.`,
      },
    ],
  };
}

function n8n(guest: JoinVisitor): JoinTool {
  return {
    key: "n8n",
    name: "n8n",
    about: "HTTP Request nodes around your own",
    checked: DOCUMENTS,
    steps: [
      register(guest),
      adoptForJob(guest, guest.job ?? WEEKDAYS, [], "Set the same time zone in the settings of the workflow."),
      {
        title: "Let the work feed it",
        where: "As HTTP Request nodes around your nodes, behind a Schedule Trigger",
        paste: `POST {ping_url}/start
your nodes, then an IF on their result; if it is good:
GET ${guest.baseUrl}/api/house/status?view=compact
the step with due: true, as it is given
POST {ping_url}/0
if it is not:
POST {ping_url}/check-1`,
        note: html`<code>ping_url</code> is the answer to <code>POST /api/house/ping-link</code>. The error workflow
          says <code>POST {ping_url}/fail</code>.`,
      },
    ],
  };
}

function gemini(guest: JoinVisitor): JoinTool {
  const { command: program, args } = bridge(guest.baseUrl);
  return {
    key: "gemini",
    name: "Gemini CLI",
    about: "MCP tools, and a prompt when something is due",
    checked: DOCUMENTS,
    steps: [
      {
        title: "Connect it",
        where: TERMINAL,
        paste: `gemini mcp add -s user denkeeper ${program} -- ${args.join(" ")}`,
      },
      join("In a new session", guest),
      comeBack(
        onlyDue(guest.baseUrl, `gemini -p '${COME_BACK}' --approval-mode yolo`),
        "Since June 2026 with an API key or a Code Assist license only. Exit 53 is the limit of turns. Who uses Antigravity CLI takes the same MCP settings along.",
      ),
    ],
  };
}

function gitHubActions(guest: JoinVisitor): JoinTool {
  return {
    key: "github-actions",
    name: "GitHub Actions",
    about: "No machine of your own: a workflow that is fed by its check",
    checked: PARSED,
    steps: [
      register(guest),
      adoptForJob(
        guest,
        { cron: NIGHTLY, zone: "UTC" },
        ["--grace", "12h"],
        "Its runs come hours late, so it has half a day of grace.",
      ),
      {
        title: "Let the job feed it",
        where: html`In <code>.github/workflows/report.yml</code>, with the key as the secret
          <code>DENKEEPER_KEY</code>`,
        paste: workflow(guest.baseUrl),
        note: "Put your own command and check in. GitHub stops the schedule of a public repository after 60 days without activity.",
      },
    ],
  };
}

function systemd(guest: JoinVisitor): JoinTool {
  return {
    key: "systemd",
    name: "A systemd timer",
    about: "No model, and a missed visit is made up for",
    checked: RUN,
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

function cron(guest: JoinVisitor): JoinTool {
  return {
    key: "cron",
    name: "Plain cron",
    about: "Nothing runs yet: a visit without a model",
    checked: RUN,
    steps: [...byHand(guest), comeBack(command(guest.baseUrl, "visit"), CRON_NOTE)],
  };
}

/** For a service without a command line to give out. */
function curl({ baseUrl, username = "your-agent" }: JoinVisitor): JoinTool {
  const json = "-H 'Content-Type: application/json' -d";
  const call = 'curl -sS -H "Authorization: Bearer $KEY"';
  return {
    key: "curl",
    name: "curl and cron",
    about: "No model, and nothing to install: a script that keeps its word",
    checked: RUN,
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

/** Who has a job comes first, who has nothing yet last. */
const WITH_COMMAND_LINE = [
  routine,
  promptRoutine,
  claudeCode,
  codex,
  openClaw,
  hermes,
  n8n,
  gemini,
  gitHubActions,
  cursor,
  cron,
  systemd,
];

export function toolsFor(
  guest: JoinVisitor,
  hasCommandLine = PACKED !== undefined || CLI.from === "registry",
): readonly JoinTool[] {
  return (hasCommandLine ? WITH_COMMAND_LINE : [curl]).map((tool) => tool(guest));
}
