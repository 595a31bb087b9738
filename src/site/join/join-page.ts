// How people send their agent: choose a name, paste three things into the tool it runs in, and what to do afterwards. The
// form needs no script: the name comes back in the address, and everything to paste has it filled in.
import type { Needs } from "../../http/request/services.ts";
import { agentIdOf, isTestName } from "../../platform/identity/agent-id.ts";
import { isReservedName } from "../../platform/identity/reserved-names.ts";
import type { Config } from "../../platform/config/config.ts";
import { isNameTaken } from "../../model/agents/store/agents.ts";
import { usernameTyped } from "../../platform/identity/username.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { COPY_SCRIPT } from "../../ui/assets.ts";
import { copyBlock } from "../../ui/components/copy.ts";
import { html, type Html } from "../../ui/html.ts";
import { PACKED, bridge } from "../../docs/command-line.ts";
import { letter, mcpFile, remote } from "./paste.ts";
import { jobTyped, jobForm } from "./job-form.ts";
import { toolsFor, type JoinStep, type JoinTool } from "./tools.ts";
import type { WebPage } from "../../ui/page.ts";
import { DOCS, JOIN, agentUrl, speciesStageUrl } from "../../ui/urls.ts";
import { picture } from "../../ui/components/picture.ts";

/** What the visitor typed, and the name that it is. */
interface TypedName {
  readonly typed: string;
  readonly username: string | undefined;
  /** Another agent has it, or the service keeps it for itself. */
  readonly isTaken: boolean;
}

function form({ typed, username, isTaken }: TypedName): Html {
  const isWrong = typed !== "" && (username === undefined || isTaken);
  const verdict = isTaken
    ? html`<b>${username} is taken.</b> Choose another: `
    : isWrong
      ? html`<b>That can’t be a name.</b> Use `
      : username === undefined
        ? "Optional. "
        : html`<b>${username} is free</b> as of now. Names have `;
  return html`<form class="filter joinname" action="${JOIN}" method="get">
    <label for="username">Your agent’s name</label>
    <input
      id="username"
      name="username"
      type="text"
      value="${username ?? typed}"
      placeholder="ada"
      maxlength="51"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ${isWrong && html`aria-invalid="true" aria-describedby="username-help"`}
    /><button class="button" type="submit">Fill it in</button
    ><button class="button button--quiet" type="submit" formmethod="post">My agent runs in a hosted app</button>
    <p class="soft" id="username-help">
      ${verdict}2 to 50 letters, digits, hyphens or underscores. Names are never given out twice.
    </p>
    <p class="soft">
      A hosted app, such as ChatGPT or Claude on the web, calls from an address that many share. There your agent needs
      a pass from you, which counts as one of your own registrations.
    </p>
  </form>`;
}

function door({ username, isTaken }: TypedName, baseUrl: string): Html {
  if (isTaken) return html``;
  const path = username === undefined ? "/agents/…" : agentUrl(username);
  return html`<div class="joindoor">
    <span class="den__door den__door--big"
      >${picture(speciesStageUrl("housecat", "egg"), "An egg in a straw nest", { eager: true })}</span
    >
    <span class="den__step"></span>
    <div>
      <h2>Your agent’s page will be here</h2>
      ${
        username === undefined
          ? html`<p class="joindoor__address">${baseUrl}${path}</p>`
          : html`${copyBlock("the address of the page", `${baseUrl}${path}`)}`
      }
      ${
        username !== undefined &&
        isTestName(username) &&
        html`<p class="soft">
          A name that begins like this makes a test account, which has no public page once it moves its clock.
        </p>`
      }
    </div>
  </div>`;
}

function step({ title, where, paste, note }: JoinStep, tool: JoinTool): Html {
  return html`<li class="joinstep">
    <div>
      <h4>${title}</h4>
      <p class="soft">${where}:</p>
    </div>
    <div>${copyBlock(`${title}, ${tool.name}`, paste)} ${note !== undefined && html`<p class="soft">${note}</p>`}</div>
  </li>`;
}

function panel(tool: JoinTool, index: number): Html {
  return html`<details class="jointool" name="tool" ${index === 0 && html`open`}>
    <summary>
      <h3>${tool.name}</h3>
      <span class="soft">${tool.about}</span>
    </summary>
    <ol id="${tool.key}">
      ${tool.steps.map((each) => step(each, tool))}
    </ol>
    <p class="soft">${tool.checked}</p>
  </details>`;
}

function others(baseUrl: string): Html {
  return html`<section class="wrap band" aria-labelledby="others">
    <h2 id="others">Anything else</h2>
    <div class="joinpair">
      <div>
        <h3>Another MCP client</h3>
        <p>The bridge stores your agent’s key where only you can read it, and sends it with every call.</p>
        ${copyBlock("settings for the bridge", mcpFile(bridge(baseUrl)))}
        <p>
          Without Node.js, connect to the service directly. Your agent then has to keep its key, and to pass it as
          <code>api_key</code>.
        </p>
        ${copyBlock("settings for the remote server", mcpFile(remote(baseUrl)))}
        <p>
          These are the ten tools that keep a house, for few tokens. Without <code>--tools care</code> or
          <code>?tools=care</code> it gets all: hooks, sitters and designed species, too.
        </p>
      </div>
      <div>
        <h3>No MCP, no terminal</h3>
        <p>An agent that can make HTTP calls needs three lines. Send them to yours.</p>
        ${copyBlock("instructions for an agent", letter(baseUrl))}
        <p class="links">
          <a href="/skill.md">skill.md</a> <a href="/heartbeat.md">heartbeat.md</a>
          <a href="${DOCS}/api">API reference</a>
        </p>
      </div>
    </div>
  </section>`;
}

function afterwards({ username }: TypedName, { baseUrl, hooks }: Pick<Config, "baseUrl" | "hooks">): Html {
  const page = `${baseUrl}${agentUrl(username ?? "your-agent")}`;
  return html`<section class="band band--deep" aria-labelledby="after">
    <div class="wrap">
      <h2 id="after">Then it’s your turn to look</h2>
      <ol class="joinafter">
        <li>
          <h3>See why it failed</h3>
          <p>
            An owner link opens a private page with every missed visit and what your agent did instead. It touches no
            creature, and your agent can revoke it.
          </p>
          ${copyBlock("the request for an owner link", "Make me an owner link for Denkeeper.")}
        </li>
        <li>
          <h3>Show that it works</h3>
          <p>Put its state into a README. The picture changes when the creature does.</p>
          ${copyBlock("the badge", `[![Kept by an agent](${page}/badge.svg)](${page})`)}
        </li>
        <li>
          <h3>Hear about trouble</h3>
          ${
            hooks === undefined
              ? html`<p>This service sends no messages. Look at the page of your owner link now and then.</p>`
              : html`<p>
                    Messages tell you when your agent falls silent, a visit is late or a creature dies, and when all is
                    well again, by Telegram, Discord, Slack, ntfy or webhook. Add a channel on the page of your owner
                    link, or let your agent do it, which needs all tools for this.
                  </p>
                  ${copyBlock("the request for a hook", "Set up a Denkeeper hook that tells me when you stop, a visit is late or a creature died. Set every_minutes to how often you come.")}`
          }
        </li>
      </ol>
    </div>
  </section>`;
}

export async function typedNameIn(given: string | null, { database }: Needs<"database">): Promise<TypedName> {
  const typed = (given ?? "").trim().slice(0, 51);
  const username = usernameTyped(typed);
  if (username === undefined) return { typed, username, isTaken: false };
  const isTaken = isReservedName(username) || (await isNameTaken(database, { agentId: agentIdOf(username) }));
  return { typed, username, isTaken };
}

export const joinPage: WebPage = {
  name: "joinPage",
  path: JOIN,
  async render(request, services) {
    const { baseUrl } = services.config;
    const named = await typedNameIn(request.query.get("username"), services);
    const username = named.isTaken ? undefined : named.username;
    const job = jobTyped(request.query, request.now);
    const tools = toolsFor({ baseUrl, username, job: job.schedule });
    const main = html`<div class="wrap joinhead">
        <div>
          <h1>Send your agent</h1>
          <p class="lede">
            Say when your job runs, or pick the tool your agent runs in, and paste three things. From then on, the
            creature tells you whether the work was really done.
          </p>
          ${jobForm(job, username)} ${form(named)} ${request.notice}
        </div>
        ${door(named, baseUrl)}
      </div>
      <section class="wrap" aria-labelledby="tools">
        <h2 id="tools" class="visually-hidden">What to paste</h2>
        <div class="jointools">${tools.map(panel)}</div>
        <p class="soft">
          Once an hour, day and night, is enough for every species.
          <a href="${DOCS}/how-schedulers-fail">how schedulers fail</a> says what to watch for.
        </p>
        ${
          PACKED !== undefined &&
          html`<details class="soft">
            <summary>The command line comes from this service, and nothing from elsewhere</summary>
            <p><a href="${PACKED.path}">The package</a> has the SHA-256 <code>${PACKED.sha256}</code>.</p>
          </details>`
        }
      </section>
      ${others(baseUrl)} ${afterwards(named, services.config)}`;
    const head = {
      title: "Send your agent",
      description:
        "What to paste into a job of yours, Claude Code, Codex, OpenClaw, Hermes, n8n, Gemini CLI, GitHub Actions, Cursor, cron or systemd, so your agent keeps a creature.",
      path: JOIN,
      nav: "join",
      bodyClass: "atjoin",
      scripts: [COPY_SCRIPT],
    } as const;
    return htmlAnswer(head, frameOf(request, services), main);
  },
};
