// A command whose runs the service hears of: when each begins and how it ends (RUN rules). Its people see that beside what the
// agent really did. With a check after it, the visit is made here, and only when the check agrees: a fed creature then means
// that the work was done. Whatever goes wrong on the way to the service, the command runs, and its exit code is passed on.
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
/** After a recommended check-in, food is on time for another 45 minutes. */
const LATENESS_MS = 15 * MINUTE_MS;
const ATTEMPTS = 3;
const PATIENCE_MS = 5_000;
/** Within so long the service has counted all calls. */
const COUNTED_MS = 6_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const NOT_STARTED = 127;
const MOST_EXIT_CODE = 255;
/** Length of the end of a job's output that its owner receives when the run was in vain. */
const MOST_OUTPUT = 2_000;
/** Far more than that, because masking shortens the text. */
const TAIL_BYTES = 64_000;
/** Time for output that is still in the pipe when a command has ended. A daemon that it left behind never closes the pipe. */
const DRAIN_MS = 1_000;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i;
const LEAST_SECRET = 6;
const OUR_KEYS = /\bdk[a-z]?_\w+/g;
const PASSWORD_IN_ADDRESS = /(:\/\/[^\s:/@]*:)[^\s/@]+@/g;

interface RunOptions {
  readonly every?: number;
  readonly grace?: number;
  /** A command of the shell that says whether the work was done. */
  readonly then?: string;
  /** False with --no-output: what the job printed stays here. */
  readonly output?: boolean;
  /** Runs nothing unless something is due, or to be reported. */
  readonly due?: true;
}

function accountOf({ url, key }: CommandContext): string {
  return createHash("sha256").update(`${url} ${key}`).digest("hex");
}

/** Keeps a link beside the profile, for this service, key and period. */
export function keepLink(context: CommandContext, period: string, pingUrl: string): string {
  const link = new URL(new URL(pingUrl).pathname, context.url).href;
  writePrivate(pingPath(context.profileName), [accountOf(context), period, link, ""].join("\n"));
  return link;
}

/** The status of the answer, or undefined when there was none that counts. */
async function ping(link: string, said: string, body?: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const asked = fetch(`${link}/${said}`, { method: "POST", signal, ...(body !== undefined && { body }) });
    const status = await asked.then((answer) => answer.status).catch(() => undefined);
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

  /** The link, once it has taken the start; undefined when the service could not be told. A saved one may have ended. */
  async begin(): Promise<string | undefined> {
    const saved = await this.#link(false);
    const status = saved === undefined ? undefined : await ping(saved, "start");
    if (status !== 404) return status === 200 ? saved : undefined;
    const fresh = await this.#link(true);
    return fresh !== undefined && (await ping(fresh, "start")) === 200 ? fresh : undefined;
  }

  /** Beside the profile, for this service, key and period; or a new one. */
  async #link(isFresh: boolean): Promise<string | undefined> {
    const { every, grace } = this.#options;
    const path = pingPath(this.#context.profileName);
    const account = accountOf(this.#context);
    const period = `${every ?? ""} ${grace ?? ""}`;
    const [whose, declared, link] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    const isKnown = whose === account && (every === undefined || declared === period);
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
   * Whether there is something to report, or something due that cannot wait for the next run. True where the service does not
   * answer, so that it decides over no job.
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
   * Whether the next run still comes by the check-in that was recommended when nothing was due yet: a meal is due earlier than
   * that. It is expected as long after this run as this one comes after the last. Both instants are stored beside the link.
   */
  #reachesCheckIn({ at, hours_from_now }: CheckStatusCompactAnswer["recommended_checkin"], isDue: boolean): boolean {
    const path = pingPath(this.#context.profileName);
    if (!existsSync(path)) return false;
    const now = Date.parse(at) - hours_from_now * HOUR_MS;
    const [whose = "", declared = "", link = "", last, checkIn] = readFileSync(path, "utf8").split("\n");
    const recommended = isDue ? Number(checkIn) : Date.parse(at);
    writePrivate(path, [whose, declared, link, now, recommended].join("\n"));
    return now + (now - Number(last)) <= recommended + LATENESS_MS;
  }

  /** Makes the visit for a run whose check agreed. Nothing due is as good as fed. */
  async feed(): Promise<boolean> {
    try {
      const { results, next, report } = await this.#client.keepOnce();
      // Where no creature lives, and no death is news, the work is enough (SILENT-4).
      const isFed = (next !== null || report === null) && results.every(({ success }) => success);
      if (results.length > 0)
        process.stderr.write(`${pluralize(results.length, "action")}${isFed ? "" : ", not all of them done"}\n`);
      return isFed;
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? stripDisguises(error.message) : "no visit"}\n`);
      return false;
    }
  }

  /** What the service saw of the run. That there was no call is said only when all are counted. */
  async seen(leaving: AbortSignal): Promise<string> {
    try {
      let { last_run: last } = await this.#client.readPingLink();
      if (last?.calls === 0) {
        await sleep(COUNTED_MS, undefined, { signal: leaving });
        ({ last_run: last } = await this.#client.readPingLink());
      }
      if (last === null || last.calls === null) return "what it did is not known";
      if (last.calls === 0) return "no call to the house";
      const fed = last.fed.length === 0 ? "" : `, fed ${last.fed.map(stripDisguises).join(", ")}`;
      return `${pluralize(last.calls, "call")}${fed}`;
    } catch {
      return "what it did is not known";
    }
  }
}

/** The end of what commands print, on its way to the terminal. */
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

  /** Without what looks like a secret. It is cut after that, so that no part of a secret remains at its beginning. */
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

/** Runs it as if it had been typed, and gives its exit code as a shell would. */
function executed([file = "", ...args]: readonly string[], tail?: Tail, shell = false): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: tail === undefined ? "inherit" : ["inherit", "pipe", "pipe"], shell });
    tail?.of(child);
    // A terminal sends Ctrl-C to the child itself.
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

/** One run, with its check and its visit; what came of it is the exit code of this process. */
async function once(
  teller: PingReporter,
  command: readonly string[],
  { then, due, output }: RunOptions,
  leaving: AbortSignal,
): Promise<void> {
  process.exitCode = 0;
  const link = await teller.begin();
  if (due === true && !(await teller.isWanted(true))) {
    if (link !== undefined) await ping(link, "0");
    process.stderr.write("nothing is due\n");
    return;
  }
  const tail = then === undefined || output === false ? undefined : new Tail();
  const job = await executed(command, tail);
  const check = then === undefined || job !== 0 ? 0 : await executed([then], tail, true);
  const isGood = job === 0 && check === 0;
  const isFed = then === undefined || !isGood ? undefined : await teller.feed();
  const isDone = isFed ?? (due === true && isGood ? !(await teller.isWanted(false)) : isGood);
  const seenCheck = check === 0 && due === true && isGood && !isDone ? EXIT.attention : check;
  const said =
    job > MOST_EXIT_CODE ? "fail" : seenCheck === 0 ? String(job) : `check-${Math.min(seenCheck, MOST_EXIT_CODE)}`;
  const printed = isGood ? undefined : tail?.text;
  const isTold = link !== undefined && (await ping(link, said, printed)) === 200;
  // Of a visit made here nothing has to be asked.
  const seen = !isTold ? "the house could not be told" : then === undefined ? await teller.seen(leaving) : "";
  const words = [
    `exit ${job}`,
    then !== undefined && job === 0 && `check ${check}`,
    seen,
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
  const teller = new PingReporter(context, options);
  do {
    const nextAt = Date.now() + (every ?? 0) * MINUTE_MS;
    await once(teller, command, options, leaving.signal);
    if (every === undefined) return;
    const wait = sleep(Math.max(0, nextAt - Date.now()), undefined, { signal: leaving.signal });
    await wait.catch(() => undefined);
  } while (!leaving.signal.aborted);
}
