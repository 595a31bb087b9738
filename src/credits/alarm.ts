// Alarms about money that a human must check: log lines with `alarm`, which should page an operator.
import type { Logger } from "pino";
import { countPayment } from "./metrics.ts";

export function alarm(log: Logger, text: string, facts: Readonly<Record<string, unknown>>): void {
  countPayment({ by: "alarm", outcome: text });
  log.error({ alarm: true, ...facts }, text);
}
