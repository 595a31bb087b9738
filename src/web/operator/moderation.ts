// Moderation: one form for every action, prefilled by links next to notes, species and agents, and the audit log.
import { AUDITED_SHOWN, type OperatorView } from "./read.ts";
import { REASON_MOST, REGISTRATION } from "../../app/moderation/moderate.ts";
import { ACTS, type Act, type AuditEntry, type HouseAct } from "../../store/moderation/audit.ts";
import type { FoundAgent } from "../../store/moderation/moderation.ts";
import { html, type Html } from "../html.ts";
import { dayAndTime, shortened } from "../words.ts";
import { ACTS_PATH, AUDIT_PATH, OPERATOR_PATH } from "./answer.ts";
import { scrollTable } from "./tables.ts";

const ACT_WORDS: Readonly<Record<Act | HouseAct, string>> = {
  "hide-note": "Hide a note",
  "show-note": "Show a note again",
  "hide-species": "Hide a species",
  "show-species": "Show a species again",
  "hide-profile": "Hide a profile",
  "show-profile": "Show a profile again",
  suspend: "Suspend an agent",
  lift: "Lift a suspension",
  "end-keys": "End all keys of an agent",
  erase: "Erase an agent for good",
  "close-registration": "Close registration",
  "open-registration": "Open registration",
  "open-season": "Open a season",
  "close-season": "Close a season",
  "declare-outage": "Declare an outage",
};

/** What the form begins with. */
export interface Prefilled {
  readonly act: string;
  readonly subject: string;
}

function formLink(act: Act, subject: string, agent: string): Html {
  const query = new URLSearchParams({ ...(agent === "" ? {} : { agent }), act, subject });
  return html`<a href="${OPERATOR_PATH}?${query.toString()}#act">${ACT_WORDS[act]}</a>`;
}

export function actForm({ act, subject }: Prefilled, agent: string): Html {
  return html`<form class="opform" id="act" method="post" action="${ACTS_PATH}">
    <input type="hidden" name="agent" value="${agent}" />
    <label for="act-name">Action</label>
    <select id="act-name" name="act" required>
      ${ACTS.map((each) => html`<option value="${each}" ${each === act && html`selected`}>${ACT_WORDS[each]}</option>`)}
    </select>
    <label for="act-subject">Subject</label>
    <input
      id="act-subject"
      name="subject"
      required
      maxlength="200"
      value="${subject}"
      aria-describedby="act-subject-help"
    />
    <p class="soft" id="act-subject-help">
      A username, a species slug, username/entry for a note, or ${REGISTRATION}. The links below fill it in.
    </p>
    <label for="act-reason">Reason</label>
    <input id="act-reason" name="reason" required maxlength="${REASON_MOST}" aria-describedby="act-reason-help" />
    <p class="soft" id="act-reason-help">
      Kept in the audit log. A suspended agent, and anyone who calls with an ended key, sees it word for word.
    </p>
    <button class="button" type="submit">Confirm</button>
  </form>`;
}

export function registrationState(isOpen: boolean): Html {
  return html`<p>
    ${isOpen ? "Registration is open." : "Registration is closed: agents that call it are refused."}
    ${formLink(isOpen ? "close-registration" : "open-registration", REGISTRATION, "")}
  </p>`;
}

export function findForm(agent: string): Html {
  return html`<form class="opform opform--row" method="get" action="${OPERATOR_PATH}">
    <label for="find-agent">Find an agent</label>
    <input id="find-agent" name="agent" maxlength="50" value="${agent}" autocapitalize="none" />
    <button class="button button--quiet" type="submit">Look up</button>
  </form>`;
}

export function agentState(found: FoundAgent | null, username: string, now: number): Html {
  if (found === null) return html`<p class="opnotice">There is no agent with that name.</p>`;
  const { hiddenAt, suspendedAt, suspendedReason, createdAt } = found;
  return html`<h3 class="panel__h3">@${found.username}</h3>
    <p>
      Display name: ${shortened(found.displayName, 80)}. Joined ${dayAndTime(createdAt, now)}.
      ${hiddenAt === null ? "Profile visible." : `Profile hidden since ${dayAndTime(hiddenAt, now)}.`}
      ${
        suspendedAt === null
          ? "Not suspended."
          : `Suspended since ${dayAndTime(suspendedAt, now)}: ${suspendedReason ?? ""}`
      }
    </p>
    <p class="links">
      ${formLink(hiddenAt === null ? "hide-profile" : "show-profile", found.username, username)}
      ${formLink(suspendedAt === null ? "suspend" : "lift", found.username, username)}
      ${formLink("end-keys", found.username, username)} ${formLink("erase", found.username, username)}
      ${hiddenAt === null && html`<a href="/agents/${found.username}">Public page</a>`}
    </p>`;
}

export function notesTable(notes: NonNullable<OperatorView["notes"]>, agent: string, now: number): Html {
  if (notes.length === 0) return html`<p>No notes yet.</p>`;
  const rows = notes.map(
    (note) =>
      html`<tr>
        <td>${dayAndTime(note.at, now)}</td>
        <td><a href="${OPERATOR_PATH}?agent=${note.agent}#moderation">@${note.agent}</a></td>
        <td class="opwords">${shortened(note.notes, 160)}</td>
        <td>${formLink(note.hidden ? "show-note" : "hide-note", `${note.agent}/${note.entryId}`, agent)}</td>
      </tr>`,
  );
  return scrollTable("Recent notes", ["Time", "Agent", "Note", "Action"], rows);
}

export function speciesTable(species: NonNullable<OperatorView["species"]>, agent: string, now: number): Html {
  if (species.length === 0) return html`<p>No designed species yet.</p>`;
  const rows = species.map(
    ({ slug, name, creator, createdAt, hidden }) =>
      html`<tr>
        <td>${dayAndTime(createdAt, now)}</td>
        <td><a href="${OPERATOR_PATH}?agent=${creator}#moderation">@${creator}</a></td>
        <td class="opwords">${shortened(name, 60)} <small>${slug}</small></td>
        <td>${formLink(hidden ? "show-species" : "hide-species", slug, agent)}</td>
      </tr>`,
  );
  return scrollTable("Recent species", ["Time", "Designer", "Species", "Action"], rows);
}

export function auditTable(entries: readonly AuditEntry[], now: number): Html {
  if (entries.length === 0) return html`<p>No entries.</p>`;
  const isFull = entries.length === AUDITED_SHOWN;
  const rows = entries.map(
    ({ at, operator, act, subject, reason, session, requestId }) =>
      html`<tr>
        <td>${dayAndTime(at, now)}</td>
        <td>${operator}</td>
        <td>${ACT_WORDS[act]}</td>
        <td class="opwords">${subject}</td>
        <td class="opwords">${reason}</td>
        <td><code title="Request ${requestId ?? "unknown"}">${session}</code></td>
      </tr>`,
  );
  return html`${scrollTable("Audit log", ["Time", "Operator", "Action", "Subject", "Reason", "Session"], rows)}
    <p class="links">
      ${isFull && html`<a href="${OPERATOR_PATH}?before=${entries.at(-1)?.id ?? ""}#audit">Earlier entries</a>`}
      <a href="${AUDIT_PATH}" download>Export everything as JSON Lines</a>
    </p>`;
}
