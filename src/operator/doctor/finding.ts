// Findings of the doctor. A fault or warning says what is wrong, what would be right, and what to do.
import type { Config, SettingsInspection } from "../../platform/config/config.ts";

export interface Finding {
  readonly level: "ok" | "warning" | "fault";
  readonly text: string;
}

export const ok = (text: string): Finding => ({ level: "ok", text });
export const warning = (text: string): Finding => ({ level: "warning", text });
export const fault = (text: string): Finding => ({ level: "fault", text });

/** Returns the findings, or a single `ok` with a text if there are none. */
export function orOk(found: readonly (Finding | undefined | false)[], text: string): readonly Finding[] {
  const findings = found.filter((finding) => finding !== undefined && finding !== false);
  return findings.length > 0 ? findings : [ok(text)];
}

export interface Installation {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: SettingsInspection;
  readonly now: () => number;
}

/** An installation with the configuration that follows from its valid settings. */
export interface ConfiguredInstallation extends Installation {
  readonly config: Config;
}

export function isProduction({ env }: Installation): boolean {
  return env["NODE_ENV"] === "production";
}
