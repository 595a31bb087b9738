// Commands for trials: seeded months on virtual time.
import type { Command } from "commander";
import type { TrialRunOptions } from "../commands/trial-run.ts";
import type { VerifyOptions } from "../commands/trial-verify.ts";
import { examples, number, start } from "./shared.ts";

export function addTrials(program: Command): void {
  program.commandsGroup("Trials:");
  const trial = program
    .command("trial")
    .summary("Test how reliably an agent keeps its creatures.")
    .description(
      "Test how reliably an agent keeps its creatures: a seeded month whose clock stands still while it thinks.",
    )
    .helpCommand("help [command]", "Show help for a command.")
    .addHelpText("after", examples("trial list", "trial run --scenario first-1 --practice 1 -- node agent.js"));
  addRun(trial);
  trial
    .command("verify")
    .argument("<run>", "a file, the address of a run, or its id")
    .summary("Check a run against the rules.")
    .description("Replay a finished run by the rules in this package, and check that its result follows from its log.")
    .option("--secret <secret>", "the season's secret, to check that the seed is the one of this entry and number")
    .addHelpText(
      "after",
      examples(
        "trial verify run.jsonl.gz",
        "trial verify https://denkeeper.example/trials/runs/01890a5d-ac96-774b-bcce-b302099a8057",
      ),
    )
    .action(async (run: string, options: VerifyOptions, command: Command) =>
      start(command, async (context) =>
        (await import("../commands/trial-verify.ts")).trialVerify(context, run, options),
      ),
    );
  trial
    .command("list")
    .description("See the scenarios and the season.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("../commands/trial-show.ts")).trialList(context)),
    );
  trial
    .command("show")
    .argument("<run>", "the id of a run")
    .description("See one run and its result.")
    .action(async (run: string, _: object, command: Command) =>
      start(command, async (context) => (await import("../commands/trial-show.ts")).trialShow(context, run)),
    );
}

function addRun(trial: Command): void {
  trial
    .command("run")
    .argument("<command...>", "your agent's command, after two hyphens")
    .summary("Let your agent play.")
    .description(
      "Let your agent play: its command is started afresh at each waking, with DENKEEPER_URL, DENKEEPER_KEY (the key of the run) and DENKEEPER_NOTES (a folder that lives as long as the run). It cares, moves the clock to when it wants to wake again, and ends.",
    )
    .option("--scenario <name>", "which scenario; `denkeeper trial list` shows them")
    .option("--practice <n>", "a practice seed, 1 to 24; without it the run counts in the season", number)
    .option("--runs <n>", "how many runs, one after the other; practice runs take the seeds from n on", number, 1)
    .option("--heartbeat <hours>", "when to wake a command again that did not move the clock", number, 6)
    .option("--timeout <minutes>", "how long one waking may take", number, 10)
    .option("--min-share <percent>", "exit with 7 if less time than this was on time", number)
    .option("--pass", "exit with 7 unless every run passes")
    .option("--out <folder>", "write the file of each run here, for `denkeeper trial verify`")
    .option("--notes <folder>", "keep the agent's notes here, in a folder for each run")
    .option("--resume <run>", "continue a run that was interrupted")
    .option("--verbose", "show what the command prints")
    .addHelpText(
      "after",
      examples(
        "trial run --scenario first-1 --practice 1 -- node agent.js",
        "trial run --scenario guided-1 --runs 5 -- ./wake.sh",
        "trial run --scenario guided-1 --practice 1 --min-share 95 -- python agent.py",
      ),
    )
    .action(async (words: readonly string[], options: TrialRunOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/trial-run.ts")).trialRun(context, words, options)),
    );
}
