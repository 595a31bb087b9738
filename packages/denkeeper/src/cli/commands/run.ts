// `run`: runs a command, even if the service does not answer, and reports its start and end (RUN rules). With --then, `run` makes
// the visit itself after the check succeeds, so that a fed creature proves that the work was done.
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { DenkeeperError } from "../../errors.ts";
import type { CheckStatusCompactAnswer } from "../../generated/types.ts";
import { clientFor, requireKey, type CommandContext } from "../context.ts";
import { EXIT } from "../cli-error.ts";
import { isDead } from "../../status.ts";
import { stripDisguises, pluralize } from "../text.ts";
import { pingPath, writePrivate } from "../profile.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** RUN-6: a run this late is still early enough, because food remains on time for 45 minutes after a recommended check-in. */
const LATENESS_MS = 15 * MINUTE_MS;
const ATTEMPTS = 3;
const PATIENCE_MS = 5_000;
/** Exceeds the time within which the service counts all calls of a run. */
const COUNTED_MS = 6_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const NOT_STARTED = 127;
const MOST_EXIT_CODE = 255;
/** After a failed run, the owner receives at most this many characters from the end of the output. */
const MOST_OUTPUT = 2_000;
/** Far exceeds `MOST_OUTPUT`, because masking shortens the text. */
const TAIL_BYTES = 64_000;
/** The time to read output after a command has ended. A daemon that the command started may never close the pipe. */
const DRAIN_MS = 1_000;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i;
const LEAST_SECRET = 6;
const OUR_KEYS = /\bdk[a-z]?_\w+/g;
const PASSWORD_IN_ADDRESS = /(:\/\/[^\s:/@]*:)[^\s/@]+@/g;

interface RunOptions {
  readonly every?: number;
  readonly grace?: number;
  /** A shell command that checks the work. */
  readonly then?: string;
  /** False with --no-output, which withholds the output from the owner. */
  readonly output?: boolean;
  /** Skips the command unless there is a report, or something due that cannot wait for the next run. */
  readonly due?: true;
}

function accountOf({ url, key }: CommandContext): string {
  return createHash("sha256").update(`${url} ${key}`).digest("hex");
}

/** Stores a ping link with the profile, for this service, key, and period. */
export function keepLink(context: CommandContext, period: string, pingUrl: string): string {
  const link = new URL(new URL(pingUrl).pathname, context.url).href;
  writePrivate(pingPath(context.profileName), [accountOf(context), period, link, ""].join("\n"));
  return link;
}

/** Sends a ping and returns the HTTP status, or undefined if the service did not answer. */
async function ping(link: string, message: string, body?: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const sent = fetch(`${link}/${message}`, { method: "POST", signal, ...(body !== undefined && { body }) });
    const status = await sent.then((answer) => answer.status).catch(() => undefined);
    if (status !== undefined && status < 500) return status;
  }
  return undefined;
}

class PingReporter {
  readonly #context: CommandContext;
  readonly #options: RunOptions;
  readonly #client;

  constructor(context: CommandContext, options: RunOptions) {
    this.#context = context;
    this.#options = options;
    this.#client = clientFor(context.url, context.key, { timeoutMs: PATIENCE_MS, maxRetries: ATTEMPTS - 1 });
  }

  /** Reports the start and returns the link, or undefined on failure. Replaces a saved link that the service no longer knows. */
  async begin(): Promise<string | undefined> {
    const saved = await this.#link(false);
    const status = saved === undefined ? undefined : await ping(saved, "start");
    if (status !== 404) return status === 200 ? saved : undefined;
    const fresh = await this.#link(true);
    return fresh !== undefined && (await ping(fresh, "start")) === 200 ? fresh : undefined;
  }

  /** Returns the stored link for this service, key, and period. If there is none, or if `isFresh`, creates one. */
  async #link(isFresh: boolean): Promise<string | undefined> {
    const { every, grace } = this.#options;
    const path = pingPath(this.#context.profileName);
    const account = accountOf(this.#context);
    const period = `${every ?? ""} ${grace ?? ""}`;
    const [owner, declared, link] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    const isKnown = owner === account && (every === undefined || declared === period);
    if (isKnown && !isFresh) return link;
    try {
      const { ping_url } = await this.#client.createPingLink({ every_minutes: every, grace_minutes: grace });
      return keepLink(this.#context, period, ping_url);
    } catch (error) {
      if (error instanceof DenkeeperError && error.status === 400) throw error;
      return undefined;
    }
  }

  /**
   * Returns true if there is a report, or if something is due and cannot wait for the next run. Without `canWait`, everything due
   * counts. Also returns true if the service does not answer, so that an outage never stops a job.
   */
  async isWanted(canWait: boolean): Promise<boolean> {
    try {
      const status = await this.#client.checkStatus({ view: "compact" });
      if (isDead(status) || (status.report ?? null) !== null) return true;
      const isDue = status.next_steps.some(({ due }) => due === true);
      const isWaiting = this.#reachesCheckIn(status.recommended_checkin, isDue);
      return isDue && !(canWait && isWaiting);
    } catch {
      return true;
    }
  }

  /**
   * Checks whether the next run, predicted by the time since the last one, will come early enough for the check-in that was
   * recommended before anything was due. Stores the instants of this run and of that check-in with the link.
   */
  #reachesCheckIn({ at, hours_from_now }: CheckStatusCompactAnswer["recommended_checkin"], isDue: boolean): boolean {
    const path = pingPath(this.#context.profileName);
    if (!existsSync(path)) return false;
    const now = Date.parse(at) - hours_from_now * HOUR_MS;
    const [owner = "", declared = "", link = "", last, checkIn] = readFileSync(path, "utf8").split("\n");
    const recommended = isDue ? Number(checkIn) : Date.parse(at);
    writePrivate(path, [owner, declared, link, now, recommended].join("\n"));
    return now + (now - Number(last)) <= recommended + LATENESS_MS;
  }

  /** Makes the visit. Returns true if all of its actions succeeded or nothing was due. */
  async feed(): Promise<boolean> {
    try {
      const { results, next, report } = await this.#client.keepOnce();
      // SILENT-4: in an empty house without a report, the job's success is enough.
      const isFed = (next !== null || report === null) && results.every(({ success }) => success);
      if (results.length > 0)
        process.stderr.write(`${pluralize(results.length, "action")}${isFed ? "" : ", not all successful"}\n`);
      return isFed;
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? stripDisguises(error.message) : "the visit failed"}\n`);
      return false;
    }
  }

  /** Describes the calls made during the run. Before it returns "no call", waits until the service has counted all calls. */
  async summary(leaving: AbortSignal): Promise<string> {
    try {
      let { last_run: last } = await this.#client.readPingLink();
      if (last?.calls === 0) {
        await sleep(COUNTED_MS, undefined, { signal: leaving });
        ({ last_run: last } = await this.#client.readPingLink());
      }
      if (last === null || last.calls === null) return "its calls are unknown";
      if (last.calls === 0) return "no call to the house";
      const fed = last.fed.length === 0 ? "" : `, fed ${last.fed.map(stripDisguises).join(", ")}`;
      return `${pluralize(last.calls, "call")}${fed}`;
    } catch {
      return "its calls are unknown";
    }
  }
}

/** Passes command output to the terminal and stores its end. */
class Tail {
  #bytes = Buffer.alloc(0);

  of(child: ChildProcess): void {
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from?.pipe(to, { end: false });
      from?.on("data", (chunk: Buffer) => (this.#bytes = Buffer.concat([this.#bytes, chunk]).subarray(-TAIL_BYTES)));
      child.once("exit", () => setTimeout(() => from?.destroy(), DRAIN_MS).unref());
    }
  }

  /** Masks likely secrets before cutting the text, so the cut leaves no partial secret at the start. */
  get text(): string {
    const secrets = Object.entries(process.env)
      .flatMap(([name, value = ""]) => (SECRET_NAME.test(name) && value.length >= LEAST_SECRET ? [value] : []))
      .toSorted((a, b) => b.length - a.length);
    const masked = secrets
      .reduce((text, secret) => text.replaceAll(secret, "***"), this.#bytes.toString("utf8"))
      .replaceAll(OUR_KEYS, "***")
      .replaceAll(PASSWORD_IN_ADDRESS, "$1***@");
    return masked.slice(this.#bytes.length < TAIL_BYTES ? 0 : secrets[0]?.length).slice(-MOST_OUTPUT);
  }
}

/** Runs a command in the foreground and returns its exit code as a shell would. */
function execute([file = "", ...args]: readonly string[], tail?: Tail, shell = false): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: tail === undefined ? "inherit" : ["inherit", "pipe", "pipe"], shell });
    tail?.of(child);
    // A terminal sends Ctrl-C to the child as well.
    const pass = (signal: NodeJS.Signals) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const end = (exitCode: number) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      resolve(exitCode);
    };
    child.once("error", ({ message }) => {
      process.stderr.write(`${message}\n`);
      end(NOT_STARTED);
    });
    child.once(tail === undefined ? "exit" : "close", (code: number | null, signal: NodeJS.Signals | null) =>
      end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}

/** Runs the command, its check, and its visit once, and sets this process's exit code. */
async function once(
  reporter: PingReporter,
  command: readonly string[],
  { then, due, output }: RunOptions,
  leaving: AbortSignal,
): Promise<void> {
  process.exitCode = 0;
  const link = await reporter.begin();
  if (due === true && !(await reporter.isWanted(true))) {
    if (link !== undefined) await ping(link, "0");
    process.stderr.write("nothing is due\n");
    return;
  }
  const tail = then === undefined || output === false ? undefined : new Tail();
  const job = await execute(command, tail);
  const check = then === undefined || job !== 0 ? 0 : await execute([then], tail, true);
  const isGood = job === 0 && check === 0;
  const isFed = then === undefined || !isGood ? undefined : await reporter.feed();
  const isDone = isFed ?? (due === true && isGood ? !(await reporter.isWanted(false)) : isGood);
  const reportedCheck = check === 0 && due === true && isGood && !isDone ? EXIT.attention : check;
  const checkResult = reportedCheck === 0 ? String(job) : `check-${Math.min(reportedCheck, MOST_EXIT_CODE)}`;
  const lastOutput = isGood ? undefined : tail?.text;
  const isReported =
    link !== undefined && (await ping(link, job > MOST_EXIT_CODE ? "fail" : checkResult, lastOutput)) === 200;
  // With --then, `feed` has already printed the visit's result.
  const summary = !isReported
    ? "the run could not be reported"
    : then === undefined
      ? await reporter.summary(leaving)
      : "";
  const words = [
    `exit ${job}`,
    then !== undefined && job === 0 && `check ${check}`,
    summary,
    isGood && !isDone && "the meal did not happen",
  ];
  process.stderr.write(`${words.filter((word) => word !== false && word !== "").join(", ")}\n`);
  process.exitCode = job === 0 && !isDone ? EXIT.attention : job;
}

export async function run(context: CommandContext, command: readonly string[], options: RunOptions): Promise<void> {
  requireKey(context);
  const { every } = options;
  const leaving = new AbortController();
  for (const signal of SIGNALS) process.once(signal, () => leaving.abort());
  const reporter = new PingReporter(context, options);
  do {
    const nextAt = Date.now() + (every ?? 0) * MINUTE_MS;
    await once(reporter, command, options, leaving.signal);
    if (every === undefined) return;
    const wait = sleep(Math.max(0, nextAt - Date.now()), undefined, { signal: leaving.signal });
    await wait.catch(() => undefined);
  } while (!leaving.signal.aborted);
}
