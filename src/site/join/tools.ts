// The steps shown on /join, each with lines to paste. Steps that need no installation come first, and no schedule runs more than
// once an hour. test/clients.test.ts records when, and with which version of the client, the lines were checked.
import { hash } from "node:crypto";
import { CLI, PACKED, command } from "../../docs/command-line.ts";
import { html, type Content } from "../../ui/html.ts";
import { DOCS } from "../../ui/urls.ts";
import checked from "./checked.json" with { type: "json" };
import {
  ADOPT,
  CHECKED_JOB,
  COME_BACK,
  NIGHTLY,
  ONCE_AN_HOUR,
  REPORT_ELSE,
  accountLines,
  codexLines,
  cursorFile,
  everyHour,
  openClawServer,
  remote,
  workflowStep,
} from "./paste.ts";

export interface JoinStep {
  readonly title: string;
  readonly where: Content;
  readonly paste: string;
  readonly note?: Content | undefined;
}

export interface JoinClient {
  readonly key: string;
  readonly name: string;
  /** One command or file that connects the agent. */
  readonly connect: JoinStep;
  /** A schedule for an agent that has none. */
  readonly comeBack: JoinStep;
}

export interface JoinVisitor {
  readonly baseUrl: string;
  /** Chosen name of the agent. */
  readonly username: string | undefined;
  /** Chosen schedule of the job. */
  readonly job?: { readonly cron: string; readonly zone: string } | undefined;
}

const TERMINAL = "In a terminal";
const THERE = "In the same terminal";
const WEEKDAYS = { cron: "0 9 * * 1-5", zone: "Europe/Berlin" } as const;
const HAS_COMMAND_LINE = PACKED !== undefined || CLI.from === "registry";
/** The shell fills in the key when the line is pasted. */
const HEADER = '"Authorization: Bearer $DENKEEPER_KEY"';

export const agentSteps = ({
  baseUrl,
  username = "your-agent",
}: JoinVisitor): readonly [JoinStep, JoinStep, JoinStep] => [
  {
    title: "Give it an account",
    where: TERMINAL,
    paste: accountLines(baseUrl, username),
    note: html`The file has its key, which the model need not see, and a <code>recovery_code</code>. Copy that somewhere
      else.`,
  },
  { title: "Let it adopt", where: "In a new session", paste: ADOPT },
  {
    title: "You have a routine: add this last line",
    where: "To its prompt, at most once an hour",
    paste: COME_BACK,
    note: "The meal then says that the prompt got to its end, not that the work is right.",
  },
];

/** With the command line, starts the model only when something is due: for a housecat about 6 times a day instead of 24. */
function whenDue(baseUrl: string, line: string, note: Content): JoinStep {
  const env = `DENKEEPER_URL=${baseUrl} DENKEEPER_KEY=$DENKEEPER_KEY`;
  const gated = HAS_COMMAND_LINE ? command(baseUrl, "run", "--due", "--", line) : line;
  return { title: "No routine yet?", where: THERE, paste: everyHour(`${env} ${gated}`), note };
}

const connected = (paste: string, where: Content = THERE, note?: Content): JoinStep => ({
  title: "Connect it",
  where,
  paste,
  note,
});

const claudeCode = (baseUrl: string): JoinClient => ({
  key: "claude-code",
  name: "Claude Code",
  connect: connected(
    `claude mcp add --scope user --transport http denkeeper '${remote(baseUrl).url}' --header ${HEADER}`,
  ),
  comeBack: whenDue(
    baseUrl,
    `claude -p '${COME_BACK}' --allowedTools mcp__denkeeper`,
    html`To try it out, <code>/loop 1h</code> with the line of step 4 works while the session is open, for at most 7
      days. A Desktop task needs the app open and the computer awake; a cloud routine needs Denkeeper as a connector.`,
  ),
});

const codex = (baseUrl: string): JoinClient => ({
  key: "codex",
  name: "Codex",
  connect: connected(
    codexLines(baseUrl),
    THERE,
    html`Without <code>required</code> a run starts after a second without these tools. The last line lets scheduled
      runs use them without asking you.`,
  ),
  comeBack: whenDue(
    baseUrl,
    `codex exec --skip-git-repo-check '${COME_BACK}'`,
    "An automation of the Codex app needs the app open, the computer awake, and network access in its sandbox. It does not make up for runs that it missed.",
  ),
});

const openClaw = (baseUrl: string): JoinClient => ({
  key: "openclaw",
  name: "OpenClaw",
  connect: connected(openClawServer(baseUrl)),
  comeBack: {
    title: "No routine yet?",
    where: TERMINAL,
    paste: `openclaw cron add --name denkeeper --cron "${ONCE_AN_HOUR}" --session isolated --no-deliver --message "${REPORT_ELSE("NO_REPLY")}"`,
    note: html`To read its report in a chat, say <code>--announce --channel telegram --to ID</code> in place of
      <code>--no-deliver</code>; with several channels it must be named. Newer installs call it
      <code>openclaw automations</code>. Set no active hours for it.`,
  },
});

const cursor = (baseUrl: string): JoinClient => ({
  key: "cursor",
  name: "Cursor",
  connect: connected(cursorFile(baseUrl), html`In <code>~/.cursor/mcp.json</code>, with the key from the file`),
  comeBack: whenDue(
    baseUrl,
    `agent -p --trust --approve-mcps '${COME_BACK}'`,
    html`Older installs call it <code>cursor-agent</code>. <code>--approve-mcps</code> approves every MCP server that
      you have set up.`,
  ),
});

export function clientsFor({ baseUrl }: Pick<JoinVisitor, "baseUrl">): readonly JoinClient[] {
  return [claudeCode, codex, openClaw, cursor].map((client) => client(baseUrl));
}

/** Clients that need only one line. */
export function moreClients({ baseUrl }: JoinVisitor): readonly (readonly [name: string, line: Content])[] {
  const { url } = remote(baseUrl);
  return [
    [
      "Gemini CLI",
      html`<code>gemini mcp add -s user -t http denkeeper '${url}' -H ${HEADER}</code>; since June 2026 with an API key
        or a Code Assist license only.`,
    ],
    [
      "Hermes",
      html`under <code>mcp_servers</code> in <code>~/.hermes/config.yaml</code>
        <code>denkeeper: { url: "${url}", headers: { Authorization: "Bearer dk_…" } }</code>; then in a chat
        <code>/cron add "${ONCE_AN_HOUR}"</code> with the line of step 4.`,
    ],
  ];
}

/** Steps for an existing job, whose check feeds the creature. */
export function jobSteps({ baseUrl, username = "your-agent", job = WEEKDAYS }: JoinVisitor): readonly JoinStep[] {
  if (!HAS_COMMAND_LINE) return [];
  const register = command(baseUrl, "register", username, "--url", baseUrl);
  return [
    {
      title: "Say when it runs",
      where: "In a terminal with Node.js 22 or later",
      paste: `${register}\n${command(baseUrl, "adopt", "Pip", "--job", `'${job.cron}'`, "--zone", job.zone)}`,
      note: "The answer is the creature that can live with these times, or that none can: then the schedule watches the job without one.",
    },
    {
      title: "Let the work feed it",
      where: "In the job, in place of its command",
      paste: command(baseUrl, ...CHECKED_JOB),
      note: html`Put your own command and check in. The check ends with 0 only when the work is done, and only then the
        creature is fed. One missed run can kill the creature of a daily job. <code>--then true</code> takes the word of
        the command.`,
    },
  ];
}

export function moreJobs({ baseUrl }: JoinVisitor): readonly (readonly [name: string, line: Content])[] {
  const ping = (word: string) => html`<code>POST {ping_url}/${word}</code>`;
  return [
    [
      "n8n",
      html`HTTP Request nodes: ${ping("start")} before your nodes, and after an IF on their result the step that is due
        and ${ping("0")}, or ${ping("check-1")}. <code>POST /api/house/ping-link</code> answers with
        <code>ping_url</code>.`,
    ],
    ...(HAS_COMMAND_LINE
      ? ([
          [
            "GitHub Actions",
            html`<code>${workflowStep(baseUrl)}</code>, with the key as a secret. Its runs come hours late: adopt with
              <code>--job '${NIGHTLY}' --grace 12h</code>. The schedule of a public repository stops after 60 days
              without activity.`,
          ],
          [
            "Hermes",
            html`the same line as above in a script job of <code>~/.hermes/scripts</code>, which does not inherit the
              credentials of the provider: <code>export DENKEEPER_KEY=dk_…</code> in it.`,
          ],
        ] as const)
      : []),
  ];
}

/** Steps for people with neither an agent nor a job. */
export function cronSteps({ baseUrl, username = "your-agent" }: JoinVisitor): readonly JoinStep[] {
  const call = 'curl -sS -H "Authorization: Bearer $DENKEEPER_KEY"';
  const body = "-H 'Content-Type: application/json' -d";
  return [
    {
      title: "An account, an egg",
      where: "In a terminal with curl and jq",
      paste: `${accountLines(baseUrl, username)}
${call} ${baseUrl}/api/house/adopt ${body} '{"name": "Pip"}'
${call} "${baseUrl}/api/house/status?view=compact"
curl -fsS -o ~/keep-once.sh ${baseUrl}/docs/keep-once.sh`,
    },
    {
      title: "Let cron come back",
      where: THERE,
      paste: everyHour(`DENKEEPER_URL=${baseUrl} DENKEEPER_KEY=$DENKEEPER_KEY sh '$HOME/keep-once.sh'`),
      note: html`<code>~/denkeeper.log</code> has each visit, and cron mails what you should know to
        <code>MAILTO</code>. Cron does not catch up: a laptop that sleeps misses the visit. A
        <a href="${DOCS}/denkeeper-keep.timer">systemd timer</a> makes up for it.`,
    },
  ];
}

/** Returns the hash of a client's connecting lines and the scheduled prompt, which detects changes since a test ran them. */
export function linesOf(key: string): string {
  const client = clientsFor({ baseUrl: "https://denkeeper.example" }).find((other) => other.key === key);
  return hash("sha256", `${client?.connect.paste}\n${COME_BACK}`);
}

/** States when a test last ran a client's lines. Returns undefined if none has, or if the lines have changed since. */
export function checkedText(key: string): string | undefined {
  const run = Object.entries(checked).find(([name, { lines }]) => name === key && lines === linesOf(key))?.[1];
  return run && `Connecting and the prompt were checked on ${run.on} with version ${run.version}.`;
}
