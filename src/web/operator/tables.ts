// Queues and payments of the operator's view, as tables.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import type { Writer } from "../../http/guard/budgets.ts";
import type { OddPayment, QueueState } from "../../store/operations/operator.ts";
import type { AuditState } from "../../store/rollups/shapes.ts";
import { html, type Html } from "../html.ts";
import { count, counted, dayAndTime, shortened } from "../words.ts";

/** "1.8 s", "4 min", "3 h". */
export function lapse(ms: number): string {
  if (ms < 10 * SECOND_MS) return `${Math.round(ms / 100) / 10} s`;
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  return ms < HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${count(Math.round(ms / HOUR_MS))} h`;
}

const KB = 1024;

/** A table that scrolls on its own, by keyboard too. */
export function scrollTable(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label="${label}">
    <table class="table">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

export function queuesTable(queues: readonly QueueState[], now: number): Html {
  if (queues.length === 0) return html`<p>No jobs waiting.</p>`;
  const rows = queues.map(
    ({ task, waiting, running, retried, failed, oldestRunAt, lastError }) =>
      html`<tr>
        <th scope="row">${task.replaceAll("_", " ")}</th>
        <td>${count(waiting)}</td>
        <td>${count(running)}</td>
        <td>${count(retried)}</td>
        <td>${failed > 0 ? html`<strong>${count(failed)}</strong>` : "0"}</td>
        <td>${oldestRunAt === null ? "" : `${lapse(Math.max(0, now - oldestRunAt))} ago`}</td>
        <td>${lastError === null ? "" : shortened(lastError.split("\n", 1)[0] ?? "", 90)}</td>
      </tr>`,
  );
  return scrollTable("Queues", ["Task", "Waiting", "Running", "Retried", "Failed", "Oldest due", "Last error"], rows);
}

/** Who stored most today. */
export function writersTable(writers: readonly Writer[]): Html {
  if (writers.length === 0) return html`<p>Nothing was stored today.</p>`;
  const rows = writers.map(
    ({ agent, bytes }) =>
      html`<tr>
        <th scope="row">${agent}</th>
        <td>${count(Math.ceil(bytes / KB))} KB</td>
      </tr>`,
  );
  return scrollTable("Largest writers", ["Agent", "Stored today"], rows);
}

const ODD: Readonly<Record<OddPayment["what"], string>> = {
  settling: "Settling for more than 15 minutes",
  mismatch: "Paid, but does not match the purchase",
  unknown_purchase: "Paid, but no matching purchase",
  refunded: "Refunded",
  dispute_open: "Disputed: funds on hold",
  dispute_lost: "Dispute lost",
};

function amount({ amountCents, currency }: OddPayment): string {
  return amountCents === null ? "" : `${(amountCents / 100).toFixed(2)} ${(currency ?? "usd").toUpperCase()}`;
}

export function paymentsTable(payments: readonly OddPayment[], audit: AuditState | null, now: number): Html {
  const rows = payments.map(
    (payment) =>
      html`<tr>
        <td>${dayAndTime(payment.at, now)}</td>
        <td>
          ${payment.agent === null ? "unknown" : html`<a href="/admin?agent=${payment.agent}">@${payment.agent}</a>`}
        </td>
        <td>${payment.rail}</td>
        <td>${payment.pack ?? ""}</td>
        <td>${ODD[payment.what]}</td>
        <td>${amount(payment)}</td>
      </tr>`,
  );
  const audited =
    audit === null
      ? "The ledger has not been audited yet. The worker does it every hour."
      : `Ledger audited ${dayAndTime(audit.at, now)}: ${counted(audit.accounts, "account")}, ${audit.wrong === 0 ? "all in balance" : `${count(audit.wrong)} out of balance`}.`;
  return html`${
      rows.length === 0
        ? html`<p>Nothing to review in the last 30 days.</p>`
        : scrollTable("Payments to review", ["Time", "Agent", "Method", "Pack", "Problem", "Amount"], rows)
    }
    <p class="soft">${audited}</p>`;
}
