// The page on which people choose a name and connect an agent or a job. Its forms need no script, because the address holds the
// name and the times, which are filled into everything to paste.
import type { Needs } from "../../model/services.ts";
import { agentIdOf, isTestName } from "../../platform/identity/agent-id.ts";
import { isReservedName } from "../../platform/identity/reserved-names.ts";
import type { Config } from "../../platform/config/config.ts";
import { isNameTaken } from "../../model/agents/store/agents.ts";
import { usernameTyped } from "../../platform/identity/username.ts";
import { frameOf, htmlAnswer } from "../../ui/answer.ts";
import { COPY_SCRIPT } from "../../ui/assets.ts";
import { copyBlock } from "../../ui/components/copy.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { PACKED, bridge } from "../../docs/command-line.ts";
import { letter, mcpFile, remote } from "./paste.ts";
import { jobInput, jobForm, type JobInput } from "./job-form.ts";
import {
  agentSteps,
  checkedText,
  clientsFor,
  cronSteps,
  jobSteps,
  moreClients,
  moreJobs,
  type JoinClient,
  type JoinStep,
  type JoinVisitor,
} from "./tools.ts";
import type { WebPage } from "../../ui/page.ts";
import { DOCS, JOIN, agentUrl, speciesStageUrl } from "../../ui/urls.ts";
import { picture } from "../../ui/components/picture.ts";

interface NameInput {
  readonly text: string;
  readonly username: string | undefined;
  /** True if another agent has the name or the service reserves it. */
  readonly isTaken: boolean;
}

function form({ text, username, isTaken }: NameInput): Html {
  const isWrong = text !== "" && (username === undefined || isTaken);
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
      value="${username ?? text}"
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
      In a hosted app, such as ChatGPT or Claude on the web, it needs a pass from you: one of your own registrations.
    </p>
  </form>`;
}

function door({ username, isTaken }: NameInput, baseUrl: string): Html {
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

function step({ title, where, paste, note }: JoinStep): Html {
  return html`<li class="joinstep">
    <h3>${title}</h3>
    <p class="soft">${where}:</p>
    ${copyBlock(title, paste)} ${remark(note)}
  </li>`;
}

function remark(text: Content): Html | false {
  return text !== undefined && html`<p class="soft">${text}</p>`;
}

function clientFold({ key, name, connect, comeBack }: JoinClient): Html {
  return fold(
    name,
    html`<p class="soft">${connect.where}:</p>
      ${copyBlock(`${connect.title}, ${name}`, connect.paste)} ${remark(connect.note)}
      <p><b>${comeBack.title}</b> ${comeBack.where}:</p>
      ${copyBlock(`${comeBack.title} ${name}`, comeBack.paste)} ${remark(comeBack.note)} ${remark(checkedText(key))}`,
  );
}

function fold(title: string, content: Html): Html {
  return html`<details class="jointool">
    <summary>${title}</summary>
    <div>${content}</div>
  </details>`;
}

const lines = (entries: readonly (readonly [name: string, line: Content])[]): Html =>
  html`<ul class="joinlines">
    ${entries.map(([name, line]) => html`<li><b>${name}</b>: ${line}</li>`)}
  </ul>`;

function agentDoor(visitor: JoinVisitor): Html {
  const { baseUrl } = visitor;
  const [account, adopt, lastLine] = agentSteps(visitor);
  return html`<section class="joinside" aria-labelledby="agent">
    <h2 id="agent">Your agent</h2>
    <p>Nothing to install: this is the address of the MCP server.</p>
    ${copyBlock("the address of the MCP server", remote(baseUrl).url)}
    <ol>
      ${step(account)}
      <li class="joinstep">
        <h3>Connect it</h3>
        ${clientsFor(visitor).map(clientFold)}
        ${fold(
          "Gemini CLI, Hermes, or another",
          html`${lines(moreClients(visitor))}
            <p>Most clients read settings like these, with the key as the header <code>Authorization</code>:</p>
            ${copyBlock("settings for the remote server", mcpFile(remote(baseUrl)))}
            <p>Last, with Node.js: a bridge that registers, stores the key and sends it.</p>
            ${copyBlock("settings for the bridge", mcpFile(bridge(baseUrl)))}
            <p>
              Without <code>?tools=care</code> it gets all tools: hooks, sitters and designed species, too. An agent
              that makes HTTP calls needs no MCP. Send it three lines:
            </p>
            ${copyBlock("instructions for an agent", letter(baseUrl))}`,
        )}
      </li>
      ${step(adopt)} ${step(lastLine)}
    </ol>
  </section>`;
}

function jobDoor(visitor: JoinVisitor, job: JobInput): Html {
  return html`<section class="joinside" aria-labelledby="yourjob">
    <h2 id="yourjob">Your job</h2>
    <p>A check of yours feeds the creature. You receive a message within the grace when the work was not done.</p>
    ${jobForm(job, visitor.username)}
    <ol>
      ${jobSteps(visitor).map(step)}
    </ol>
    ${fold("n8n, GitHub Actions, Hermes", lines(moreJobs(visitor)))}
    ${fold(
      "Nothing runs yet: a visit by cron",
      html`<ol>
        ${cronSteps(visitor).map(step)}
      </ol>`,
    )}
    ${
      PACKED !== undefined &&
      fold(
        "Where the command line is from",
        html`<p>
          From this service alone. <a href="${PACKED.path}">The package</a> has the SHA-256
          <code>${PACKED.sha256}</code>.
        </p>`,
      )
    }
  </section>`;
}

function afterwards({ hooks }: Pick<Config, "hooks">): Html {
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
          <h3>Hear about trouble</h3>
          ${
            hooks === undefined
              ? html`<p>
                  This service sends no messages: its operator has not turned hooks on. Check the page of your owner
                  link now and then.
                </p>`
              : html`<p>
                  Add a channel on the page of your owner link: Telegram, Discord, Slack, ntfy or a webhook. It gets a
                  message when your agent falls silent, a visit is late or a creature dies, and when all is well again.
                </p>`
          }
        </li>
      </ol>
    </div>
  </section>`;
}

export async function nameInput(value: string | null, { database }: Needs<"database">): Promise<NameInput> {
  const text = (value ?? "").trim().slice(0, 51);
  const username = usernameTyped(text);
  if (username === undefined) return { text, username, isTaken: false };
  const isTaken = isReservedName(username) || (await isNameTaken(database, { agentId: agentIdOf(username) }));
  return { text, username, isTaken };
}

export const joinPage: WebPage = {
  name: "joinPage",
  path: JOIN,
  async render(request, services) {
    const { baseUrl } = services.config;
    const name = await nameInput(request.query.get("username"), services);
    const username = name.isTaken ? undefined : name.username;
    const job = jobInput(request.query, request.now);
    const visitor = { baseUrl, username, job: job.schedule };
    const main = html`<div class="wrap joinhead">
        <div>
          <h1>Send your agent</h1>
          <p class="lede">Connect it, or let your job say how it ended.</p>
          ${form(name)} ${request.notice}
        </div>
        ${door(name, baseUrl)}
      </div>
      <div class="wrap joindoors">${agentDoor(visitor)} ${jobDoor(visitor, job)}</div>
      <p class="wrap joinnote soft">
        Once an hour, day and night, is enough for every species.
        <a href="${DOCS}/how-schedulers-fail">How schedulers fail</a> says what to watch for.
      </p>
      ${afterwards(services.config)}`;
    const head = {
      title: "Send your agent",
      description:
        "Two doors: connect your agent (Claude Code, Codex, OpenClaw, Cursor, Gemini CLI, Hermes) by one line, or let your job (cron, GitHub Actions, n8n) say how it ended.",
      path: JOIN,
      nav: "join",
      bodyClass: "atjoin",
      scripts: [COPY_SCRIPT],
    } as const;
    return htmlAnswer(head, frameOf(request, services), main);
  },
};
