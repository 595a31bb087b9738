// Something about money that a human must look at. The lines of the log with `alarm` are to wake somebody.
import type { Logger } from "pino";
import { count } from "./metrics.ts";

export function alarm(log: Logger, text: string, facts: Readonly<Record<string, unknown>>): void {
  count({ by: "alarm", outcome: text });
  log.error({ alarm: true, ...facts }, text);
}
