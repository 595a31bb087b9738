// A project that installs the packed client.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A program that is compiled under the strictest settings. */
const READER = `import type { ErrorCode, Kept } from "@denkeeper/cli";
import { Denkeeper, DenkeeperError, OPERATIONS, isStepTo, tickingOf } from "@denkeeper/cli";

const house = new Denkeeper({ key: "dk_", onAnswer: ({ replayed }) => console.log(replayed) });

/** A keeper that makes its own decisions, in the compact view. */
export async function visit(): Promise<string> {
  const { creature, next_steps: steps, recommended_checkin: next } = await house.checkStatus({ view: "compact" });
  if (creature.mood === "sick") {
    const { action_result: result } = await house.care({ action: "medicine", creature_id: creature.id, view: "compact" });
    const effect: "effective" | "reduced" | "wasted" = result.effectiveness;
    console.log(effect, result.message);
  }
  const due = steps.find((step) => isStepTo(step, "visit"));
  if (due === undefined) return next.at;
  const { results, recommended_checkin: after = next } = await house.follow(due);
  for (const result of results) console.log(result.action, "error" in result ? result.suggestion : result.timing);
  return after.at;
}

/** A keeper that makes its own decisions, in the full view. */
export async function look(): Promise<number | null | undefined> {
  const status = await house.checkStatus({ forecast_hours: 2 });
  if ("gravestone" in status) return void console.log(status.gravestone.epitaph);
  const fed = await house.care({ action: "feed", item: "fresh tuna" });
  const timing: "early" | "on_time" | "late" | "missed_window" | null = fed.action_result.timing;
  const text: string = await house.history({ format: "markdown" });
  const log: string | undefined = (await house.history()).care_log[0]?.action;
  console.log(status.soul_prompt, fed.action_result.changes.hunger.after, timing, text, log, Object.keys(OPERATIONS));
  return tickingOf(status)?.at(0).hunger;
}

export const once = (): Promise<Kept> => house.keepOnce({ told: true });

export async function loop(signal: AbortSignal): Promise<void> {
  for await (const { reports, next } of house.keep({ signal })) {
    for (const { kind, message } of reports) if (kind !== "silent") console.log(message, next?.hours_from_now);
  }
}

export function why(error: unknown): ErrorCode | undefined {
  if (error instanceof DenkeeperError && error.code === "house_full") return undefined;
  return error instanceof DenkeeperError ? error.code : undefined;
}

// @ts-expect-error an action that does not exist
export const wrong = (): unknown => house.care({ action: "sing" });
// @ts-expect-error a name is missing
export const nameless = (): unknown => house.adopt({});
// @ts-expect-error a code that does not exist
export const misspelt = (error: DenkeeperError): boolean => error.code === "hause_full";
`;

const STRICTEST = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  types: [],
  noEmit: true,
};

const RESOLUTIONS = [
  { name: "nodenext", options: { module: "nodenext", target: "es2024" } },
  { name: "bundler", options: { module: "preserve", moduleResolution: "bundler", target: "es2024" } },
] as const;

export class Project {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  /** `bin` is the folder of the project's Node. */
  constructor(folder: string, bin: string, env: Readonly<Record<string, string>>) {
    this.folder = folder;
    const home = join(folder, "home");
    mkdirSync(home, { recursive: true });
    const { PATH = "" } = process.env;
    this.#env = { PATH: [bin, PATH].join(delimiter), HOME: home, XDG_CONFIG_HOME: home, ...env };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "reader", private: true, type: "module" }));
  }

  install(tarball: string): void {
    const args = ["install", "--no-audit", "--no-fund", "--prefer-offline", tarball];
    // Runs without #env, whose HOME would give npm an empty cache.
    execFileSync("npm", args, { cwd: this.folder, stdio: ["ignore", "ignore", "inherit"] });
  }

  /** Runs a program. Returns its output, and throws if it fails. */
  run(program: string, ...args: readonly string[]): string {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: this.folder,
      env: this.#env,
      encoding: "utf8",
      timeout: 60_000,
    });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? ""}${stdout}${stderr}`);
    return stdout;
  }

  /** Runs a program and measures its wall and CPU time. */
  time(program: string, ...args: readonly string[]): { readonly wallMs: number; readonly processorMs: number } {
    const timed = 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>&1; } 2>&1';
    const output = this.run("bash", "-c", timed, "bash", program, ...args);
    const [wall = NaN, user = NaN, system = NaN] = output.trim().split(" ").map(Number);
    return { wallMs: 1000 * wall, processorMs: 1000 * (user + system) };
  }

  /** Compiles READER and the programs in the README. */
  checkTypes(compiler: string, readme: string): void {
    const shown = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, program = ""]) => program);
    const programs = [READER, ...shown];
    const files = programs.map((_, index) => `reader-${index}.ts`);
    for (const [index, program] of programs.entries()) writeFileSync(join(this.folder, `reader-${index}.ts`), program);
    for (const { name, options } of RESOLUTIONS) {
      const config = join(this.folder, `tsconfig.${name}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions: { ...STRICTEST, ...options }, files }));
      this.run(process.execPath, compiler, "-p", config);
    }
  }

  addExamples(examples: string): void {
    cpSync(examples, join(this.folder, "examples"), { recursive: true });
  }
}
