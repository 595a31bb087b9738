// A command whose runs the service hears of: when each begins and how it ends (RUN rules). Its people see that beside what the
// agent really did. Whatever goes wrong on the way to the service, the command runs, and its exit code is passed on.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { DenkeeperError } from "../../errors.ts";
import { clientFor, requireKey, type Context } from "../context.ts";
import { plain } from "../plain.ts";
import { pingPath, writePrivate } from "../profile.ts";
import { counted } from "../style.ts";

const MINUTE_MS = 60_000;
const ATTEMPTS = 3;
const PATIENCE_MS = 5_000;
/** Within so long the service has counted all calls. */
const COUNTED_MS = 6_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const NOT_STARTED = 127;
const MOST_EXIT_CODE = 255;

interface RunOptions {
  readonly every?: number;
  readonly grace?: number;
}

/** The status of the answer, or undefined when there was none that counts. */
async function ping(link: string, said: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const asked = fetch(`${link}/${said}`, { method: "POST", signal: AbortSignal.timeout(PATIENCE_MS) });
    const status = await asked.then((answer) => answer.status).catch(() => undefined);
    if (status !== undefined && status < 500) return status;
  }
  return undefined;
}

class Teller {
  readonly #context: Context;
  readonly #options: RunOptions;
  readonly #client;

  constructor(context: Context, options: RunOptions) {
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
    const { profileName, url, key } = this.#context;
    const { every, grace } = this.#options;
    const path = pingPath(profileName);
    const account = createHash("sha256").update(`${url} ${key}`).digest("hex");
    const period = `${every ?? ""} ${grace ?? ""}`;
    const [whose, declared, link] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    const isKnown = whose === account && (every === undefined || declared === period);
    if (isKnown && !isFresh) return link;
    try {
      const { ping_url } = await this.#client.createPingLink({ every_minutes: every, grace_minutes: grace });
      const made = new URL(new URL(ping_url).pathname, url).href;
      writePrivate(path, [account, period, made, ""].join("\n"));
      return made;
    } catch (error) {
      if (error instanceof DenkeeperError && error.status === 400) throw error;
      return undefined;
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
      const fed = last.fed.length === 0 ? "" : `, fed ${last.fed.map(plain).join(", ")}`;
      return `${counted(last.calls, "call")}${fed}`;
    } catch {
      return "what it did is not known";
    }
  }
}

/** Runs it as if it had been typed, and gives its exit code as a shell would. */
function executed([file = "", ...args]: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: "inherit" });
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
    child.once("exit", (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

export async function run(context: Context, command: readonly string[], options: RunOptions): Promise<void> {
  requireKey(context);
  const { every } = options;
  const leaving = new AbortController();
  for (const signal of SIGNALS) process.once(signal, () => leaving.abort());
  const teller = new Teller(context, options);
  do {
    const nextAt = Date.now() + (every ?? 0) * MINUTE_MS;
    const link = await teller.begin();
    const exitCode = await executed(command);
    process.exitCode = exitCode;
    const said = exitCode > MOST_EXIT_CODE ? "fail" : String(exitCode);
    const isTold = link !== undefined && (await ping(link, said)) === 200;
    const seen = isTold ? await teller.seen(leaving.signal) : "the house could not be told";
    process.stderr.write(`exit ${exitCode}, ${seen}\n`);
    if (every === undefined) return;
    const wait = sleep(Math.max(0, nextAt - Date.now()), undefined, { signal: leaving.signal });
    await wait.catch(() => undefined);
  } while (!leaving.signal.aborted);
}
