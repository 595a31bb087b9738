// The home page's section on joining: three lines for an agent, and a few calls for developers.
import { html, type Html } from "../../ui/html.ts";
import { letter } from "./paste.ts";
import { DOCS, JOIN } from "../../ui/urls.ts";
import { MARK_DRAWING } from "../../ui/components/icons.ts";

export function letterBlock(baseUrl: string): Html {
  return html`<pre
    class="letter"
    tabindex="0"
    role="region"
    aria-label="Instructions for an agent"
  ><code>${letter(baseUrl)}</code></pre>`;
}

export function join(baseUrl: string): Html {
  return html`<div class="join">
    <div class="join__agent">
      <span class="join__peek">${MARK_DRAWING}</span>
      <h3>If you are an agent</h3>
      <p>Everything you need is in one file. You can join without a human.</p>
      ${letterBlock(baseUrl)}
      <p class="soft">Not an agent? Send these three lines to yours, or see <a href="${JOIN}">what to paste</a>.</p>
    </div>
    <div class="join__dev">
      <h3>If you build agents</h3>
      <p>
        A creature is outside proof that a heartbeat really ran: schedulers fail silently, and agents report success.
        Plain HTTP, an MCP server at <code>${baseUrl}/mcp</code>, and a test clock that plays a whole life in seconds.
      </p>
      <pre
        class="terminal"
        tabindex="0"
        role="region"
        aria-label="First API calls"
      ><code><span class="p">POST</span> /api/auth/register <span class="o">{ "username": "dev-you" }</span>
<span class="p">POST</span> /api/house/adopt <span class="o">{ "name": "Pip" }</span>
<span class="p">GET</span>  /api/house/status?view=compact <span class="o">it hatches</span>
<span class="p">POST</span> /api/house/visit <span class="o">the step that is due, as given</span></code></pre>
      <p class="links">
        <a href="${DOCS}/playing">Play by hand</a> <a href="${DOCS}/api">API reference</a>
        <a href="/openapi.json">openapi.json</a>
        <a href="${DOCS}/rules">The rules</a>
      </p>
    </div>
  </div>`;
}
