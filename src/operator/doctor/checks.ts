// Runs all checks of the doctor and returns their findings in the order of the tables below.
import { inspectSettings } from "../../platform/config/config.ts";
import { withoutSecrets } from "../../platform/observability/redaction.ts";
import {
  arePoolersUsable,
  judgeClock,
  judgeMigrations,
  judgePoolers,
  judgeServer,
  judgeWorker,
  readDatabase,
  readPoolers,
  unreachable,
  type DatabaseState,
} from "./database.ts";
import type { ConfiguredInstallation, Finding, Installation } from "./finding.ts";
import { checkBackup, checkDisk, checkNode, checkPortraits, checkTimeZones } from "./machine.ts";
import { checkChain, checkPayments, checkRedis } from "./services.ts";
import { checkBaseUrl, checkEffects, checkExposure, checkNames, checkSecrets, checkValues } from "./settings.ts";

type Findings = readonly Finding[] | Promise<readonly Finding[]>;

const SETTINGS_CHECKS: Readonly<Record<string, (installation: Installation) => Findings>> = {
  settings: checkValues,
  names: checkNames,
  effects: checkEffects,
  address: checkBaseUrl,
  secrets: checkSecrets,
  exposure: checkExposure,
  node: () => checkNode(process.versions.node),
  "time-zones": () => checkTimeZones(Intl.supportedValuesOf("timeZone"), process.versions["tz"]),
};

const MACHINE_CHECKS: Readonly<Record<string, (installation: ConfiguredInstallation) => Findings>> = {
  payments: checkPayments,
  disk: checkDisk,
  backup: checkBackup,
};

const DATABASE_CHECKS: Readonly<
  Record<string, (state: DatabaseState, installation: ConfiguredInstallation) => readonly Finding[]>
> = {
  database: (state, { config }) => judgeServer(state, config.databaseConnections),
  migrations: judgeMigrations,
  clock: judgeClock,
  worker: judgeWorker,
};

const NETWORK_CHECKS: Readonly<Record<string, (installation: ConfiguredInstallation) => Findings>> = {
  redis: checkRedis,
  portraits: checkPortraits,
  x402: checkChain,
};

export interface DoctorLine extends Finding {
  readonly check: string;
}

const SHORT: ReadonlySet<string> = new Set(["address", "database", "disk", "backup", "clock", "secrets"]);

/** Returns the lines of the short form: the most important checks, and all warnings and faults. */
export function shortOf(lines: readonly DoctorLine[]): readonly DoctorLine[] {
  return lines.filter(({ check, level }) => SHORT.has(check) || level !== "ok");
}

async function linesOf(check: string, found: Findings): Promise<readonly DoctorLine[]> {
  return (await found).map(({ level, text }) => ({ check, level, text: withoutSecrets(text) }));
}

async function databaseLines(installation: ConfiguredInstallation): Promise<readonly DoctorLine[]> {
  try {
    const poolers = await readPoolers(installation);
    const found = await linesOf("pooler", judgePoolers(poolers));
    if (!arePoolersUsable(poolers)) return found;
    const state = await readDatabase(installation);
    const lines = Object.entries(DATABASE_CHECKS).map(([check, judge]) => linesOf(check, judge(state, installation)));
    return [...found, ...(await Promise.all(lines)).flat()];
  } catch (thrown) {
    return linesOf("database", [unreachable(thrown)]);
  }
}

interface DoctorOptions {
  readonly env: Installation["env"];
  readonly now: () => number;
  /** Skips every check that needs a connection. */
  readonly quick: boolean;
}

/** Replaces a missing DATABASE_URL, so that the other settings can still be checked. */
const NOWHERE = "postgres://nowhere";

export async function examine({ env, now, quick }: DoctorOptions): Promise<readonly DoctorLine[]> {
  const settings = inspectSettings(env);
  const config = settings.config ?? inspectSettings({ ...env, DATABASE_URL: NOWHERE }).config;
  const installation = { env, settings, now };
  const lines = Object.entries(SETTINGS_CHECKS).map(([check, run]) => linesOf(check, run(installation)));
  if (config !== undefined) {
    const configured = { ...installation, config };
    const more = quick ? MACHINE_CHECKS : { ...MACHINE_CHECKS, ...NETWORK_CHECKS };
    lines.push(...Object.entries(more).map(([check, run]) => linesOf(check, run(configured))));
    if (!quick && settings.config !== undefined) lines.push(databaseLines(configured));
  }
  return (await Promise.all(lines)).flat();
}
