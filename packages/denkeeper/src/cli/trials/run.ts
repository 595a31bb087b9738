// Lets an agent or a model play trials: a fresh process or conversation at each waking, one run after the other, and a summary
// of all.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runsOf } from "@denkeeper/trials/scenario.ts";
import { RELAY_1, scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import type { Denkeeper } from "../../client.ts";
import { BottomLine } from "../bottom-line.ts";
import { clientFor, requireKey, type Context } from "../context.ts";
import { CliError, EXIT } from "../failure.ts";
import { quoted } from "../next-command.ts";
import { counted, dim } from "../style.ts";
import { wakeModel } from "./model.ts";
import { play, type Clock, type RunClock } from "./play.ts";
import { writeRunFile } from "./serve.ts";
import { forgetRun, loadRun, notesOf, saveRun, type SavedRun } from "./saved-run.ts";
import { figuresOf, summaryText, type PlayedRun } from "./summary.ts";
import { Transcript } from "./transcript.ts";
import { requireProgram, wake } from "./waking.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long the service may take to replay and score a run. */
const RESULT_WITHIN_MS = 120_000;
const RESULT_EVERY_MS = 500;

export interface TrialRunOptions {
  readonly scenario?: string;
  readonly model?: string;
  readonly name?: string;
  readonly maxSteps: number;
  readonly priceIn?: number;
  readonly priceOut?: number;
  readonly practice?: number;
  readonly runs: number;
  readonly heartbeat: number;
  readonly timeout: number;
  readonly minShare?: number;
  readonly pass?: boolean;
  readonly out?: string;
  readonly notes?: string;
  readonly resume?: string;
  readonly verbose?: boolean;
}

export async function trialRun(context: Context, command: readonly string[], options: TrialRunOptions): Promise<void> {
  requireKey(context);
  requireSense(options);
  requirePlayer(command, options);
  const leaving = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => leaving.abort());
  const progress = new Progress();
  const played: PlayedRun[] = [];
  let scenario = "";
  for (let index = 0; index < (options.resume === undefined ? options.runs : 1); index++) {
    const run = options.resume === undefined ? await started(context, options, index) : loadRun(options.resume);
    scenario = run.scenario;
    const isOver = await playRun(context, run, { command, options, progress, signal: leaving.signal });
    progress.clear();
    if (!isOver) {
      process.exitCode = EXIT.interrupted;
      progress.say(`Interrupted. The run waits for you:\n  ${resumeCommand(run, command, options)}`);
      break;
    }
    played.push({ id: run.id, name: run.name, result: await resultOf(context, run) });
    await saveFiles(context, run, options);
    forgetRun(run.id);
  }
  if (played.length > 0) tell(context, scenario, played, options);
}

function requireSense({ scenario, resume, practice, runs, heartbeat, timeout, minShare }: TrialRunOptions): void {
  const among = (name: string, value: number | undefined, least: number, most: number) => {
    if (value !== undefined && !(value >= least && value <= most))
      throw new CliError(`${name} must be between ${least} and ${most}`, "See denkeeper trial run --help.");
  };
  among("--practice", practice, 1, 24);
  among("--runs", runs, 1, practice === undefined ? runsOf(scenarioNamed(scenario ?? "") ?? {}) : 25 - practice);
  among("--heartbeat", heartbeat, 0.1, 720);
  among("--timeout", timeout, 0.01, 1440);
  among("--min-share", minShare, 0, 100);
  if ((scenario === undefined) === (resume === undefined))
    throw new CliError(
      scenario === undefined ? "Which scenario?" : "A run that continues has its scenario",
      "For example:\n  denkeeper trial run --scenario first-1 --practice 1 -- node agent.js",
    );
}

/** A command or a model that can play, before a run is started for it. */
function requirePlayer([program = ""]: readonly string[], { model, name, scenario, maxSteps }: TrialRunOptions): void {
  if (model === undefined) return requireProgram(program);
  const isSound = program === "" && name !== undefined && URL.canParse(model) && maxSteps >= 1;
  if (isSound && (scenario ?? RELAY_1.name) === RELAY_1.name) return;
  throw new CliError(
    `A model plays ${RELAY_1.name}, and takes its address, its name and no command`,
    `For example:\n  denkeeper trial run --scenario ${RELAY_1.name} --practice 1 --model https://host/v1 --name NAME`,
  );
}

async function started(
  { client, url }: Context,
  { scenario = "", practice, model }: TrialRunOptions,
  index: number,
): Promise<SavedRun> {
  const seed = practice === undefined ? undefined : practice + index;
  const context = model === undefined ? undefined : "fresh";
  const { run, your_token: key, starts_at, ends_at } = await client.startTrial({ scenario, practice: seed, context });
  const name = seed === undefined ? `run ${run.number}` : `practice ${seed}`;
  const saved = { url, id: run.id, scenario: run.scenario, name, starts_at, ends_at, key };
  saveRun(saved);
  return saved;
}

interface Playing {
  readonly command: readonly string[];
  readonly options: TrialRunOptions;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Whether the run is over; if not, the user interrupted it. */
async function playRun(
  context: Context,
  run: SavedRun,
  { command, options, progress, signal }: Playing,
): Promise<boolean> {
  const { url, key } = run;
  const { model, name = "", maxSteps, verbose } = options;
  const timeoutMs = options.timeout * MINUTE_MS;
  const notes = notesOf(run.id, options.notes);
  const resume = resumeCommand(run, command, options);
  const client = clientFor(url, key, { maxRetries: 10 });
  const onWaking = (clock: Clock) => progress.tell(run, clock);
  const say = (text: string) => progress.say(text);
  const playing = { signal, onWaking, onFault: say, resume };
  if (model === undefined) {
    const plan = { command, url, key, signal, notes, timeoutMs, onLine: verbose === true ? say : undefined };
    const clock = clockOf(context, run, client);
    return play({ ...playing, clock, wake: async () => wake(plan), heartbeatHours: options.heartbeat });
  }
  const transcript = new Transcript(notes);
  const plan = { url: model.replace(/\/+$/, ""), name, maxSteps, timeoutMs, signal, transcript, client, resume };
  const clock = clockOf(context, run, client, transcript);
  return play({ ...playing, clock, wake: async (now) => wakeModel(plan, now), heartbeatHours: 24 });
}

/** Read with the owner's key, which takes no call of the run and meets none of its faults; moved with the run's. */
function clockOf({ client }: Context, { id }: SavedRun, house: Denkeeper, transcript?: Transcript): RunClock {
  return {
    async read() {
      const { run, clock } = await client.trialRun({ id });
      if (clock === undefined || run.status !== "running") return { at: Infinity, visitsLeft: 0, over: true };
      return { at: Date.parse(clock.house_time), visitsLeft: clock.visits_left, over: false };
    },
    async moveTo(at) {
      await house.moveClock({ until: new Date(at).toISOString(), transcript_sha256: transcript?.sha256 });
    },
  };
}

function resumeCommand({ id }: SavedRun, command: readonly string[], { model, name = "" }: TrialRunOptions): string {
  const player = model === undefined ? ["--", ...command] : ["--model", model, "--name", name];
  return `denkeeper trial run --resume ${id} ${player.map(quoted).join(" ")}`;
}

/** The service replays the run before it says how it went. */
async function resultOf({ client }: Context, { id }: SavedRun): Promise<PlayedRun["result"]> {
  for (const until = Date.now() + RESULT_WITHIN_MS; Date.now() < until; await sleep(RESULT_EVERY_MS)) {
    const { run, result } = await client.trialRun({ id });
    if (result !== null) return result;
    if (run.status === "void")
      throw new CliError(`Run ${id} is void`, "Its log does not lead to its state. Report it.", EXIT.refusedByService);
  }
  throw new CliError(`Run ${id} is not scored yet`, `See it later:\n  denkeeper trial show ${id}`, EXIT.away);
}

/** The file of the run. With a model, the transcript and the usage lie beside it. */
async function saveFiles({ client }: Context, run: SavedRun, options: TrialRunOptions): Promise<void> {
  const { model, name = "", priceIn, priceOut, out = model === undefined ? undefined : "." } = options;
  if (out === undefined) return;
  const path = join(out, `${run.scenario}-${run.name.replace(" ", "-")}`);
  writeRunFile(path, await client.trialRun({ id: run.id, format: "jsonl" }));
  if (model !== undefined) new Transcript(notesOf(run.id, options.notes)).keep(path, name, [priceIn, priceOut]);
}

function tell(context: Context, scenario: string, played: readonly PlayedRun[], options: TrialRunOptions): void {
  const figures = figuresOf(played);
  const isEnough = options.minShare === undefined || 100 * figures.share >= options.minShare;
  const ok = isEnough && (options.pass !== true || figures.passed === played.length);
  const { words, share, low, high, ...more } = figures;
  const shares = { [words.field]: share, [`${words.field}_low`]: low, [`${words.field}_high`]: high };
  context.print({ ok, scenario, ...shares, ...more, runs: played }, () => summaryText(scenario, played, context.url));
  if (ok) return;
  process.exitCode ??= EXIT.attention;
  const wanted = isEnough ? "Not every run passed." : `Less than ${options.minShare}% was ${words.what}.`;
  process.stderr.write(`${wanted}\n`);
}

/** How far a run is, on standard error, so that standard output holds nothing but the summary. */
class Progress {
  readonly #bottom = new BottomLine(process.stderr);
  #day = -1;

  /** Drawn over in place on a terminal, else a line for each day. */
  tell({ scenario, name, starts_at: startsAt, ends_at: endsAt }: SavedRun, { at, visitsLeft }: Clock): void {
    const day = Math.floor((at - Date.parse(startsAt)) / DAY_MS);
    const days = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / DAY_MS);
    const text = `${scenario} ${name}: day ${Math.min(days, day + 1)} of ${days}, ${counted(visitsLeft, "visit")} left`;
    if (process.stderr.isTTY) this.#bottom.draw(text);
    else if (day !== this.#day) process.stderr.write(`${text}\n`);
    this.#day = day;
  }

  /** A line that stays. */
  say(text: string): void {
    this.#bottom.clear();
    process.stderr.write(`${dim(text)}\n`);
  }

  clear(): void {
    this.#bottom.clear();
    this.#day = -1;
  }
}
