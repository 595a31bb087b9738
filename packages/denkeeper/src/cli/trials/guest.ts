// The commands of trials, how their answers look, and which values their options take.
import { SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import type { Answers } from "../../generated/types.ts";
import { command, from, number, type Entry } from "../entry.ts";
import type { OutputLines } from "../next-command.ts";
import { bold, counted, dim } from "../style.ts";
import { facts, listOf } from "../text.ts";
import { localTime } from "../time.ts";
import { percent, runName, strip } from "./summary.ts";

const run = from(() => import("./run.ts"));
const serve = from(() => import("./serve.ts"));
const verify = from(() => import("./verify.ts"));

export const TITLE = "Trials";

const TRIAL: readonly Entry[] = [
  command("run", run("trialRun"), {
    about:
      "Let your agent or a model play: a command is started afresh at each waking, with DENKEEPER_URL, DENKEEPER_KEY (the key of the run) and DENKEEPER_NOTES (a folder that lives as long as the run). It cares, moves the clock to when it wants to wake again, and ends. A model plays relay-1 instead: at each waking it gets a fresh conversation with the instructions, the page and its notebook, and the tools serve, write_notebook and leave. OPENAI_API_KEY is sent to its service, and never shown. Busy or broken answers of that service are asked for again up to 6 times; then, and when it refuses, the command ends and the run waits for --resume. The transcript and the usage are written beside the file of the run.",
    args: [["[command...]", "your agent's command, after two hyphens"]],
    options: [
      ["--model <url>", "instead of a command: the address of a service with OpenAI's chat completions, up to /v1"],
      ["--name <model>", "the name of the model there"],
      ["--max-steps <n>", "how many answers a model may give in one waking", number, 8],
      ["--price-in <dollars>", "the price of a million prompt tokens, to count what a run cost", number],
      ["--price-out <dollars>", "the price of a million completion tokens", number],
      ["--scenario <name>", "which scenario; `denkeeper trial list` shows them"],
      ["--practice <n>", "a practice seed, 1 to 24; without it the run counts in the season", number],
      ["--runs <n>", "how many runs, one after the other; practice runs take the seeds from n on", number, 1],
      ["--heartbeat <hours>", "when to wake a command again that did not move the clock", number, 6],
      ["--timeout <minutes>", "how long one waking may take, or one answer of a model", number, 10],
      ["--min-share <percent>", "exit with 7 if less time than this was on time, or fewer servings right", number],
      ["--pass", "exit with 7 unless every run passes"],
      [
        "--out <folder>",
        "write the file of each run here, for `denkeeper trial verify`; with --model, by default in this folder",
      ],
      ["--notes <folder>", "keep the agent's notes here, in a folder for each run"],
      ["--resume <run>", "continue a run that was interrupted"],
      ["--verbose", "show what the command prints"],
    ],
    examples: [
      "trial run --scenario first-1 --practice 1 -- node agent.js",
      "trial run --scenario guided-1 --runs 5 -- ./wake.sh",
      "trial run --scenario guided-1 --practice 1 --min-share 95 -- python agent.py",
      "trial run --scenario relay-1 --practice 1 --runs 24 --model https://api.openai.com/v1 --name gpt-5",
    ],
  }),
  command("serve", serve("trialServe"), {
    about:
      "Serve one run of letters on this machine: in memory, with a stopped clock, without an account or a network. It answers GET /api/house/home, POST /api/house/visit and POST /api/house/clock as the service does, and GET /api/trials/runs/<seed> with 404 until the run is over. When it is over, its file is written; with RUN_FILE_KEY set, its HMAC-SHA256 under that key beside it. Stop it with Ctrl-C: the rest of the month then passes with no one coming.",
    options: [
      ["--scenario <name>", "which scenario; only relay-1 is served", String, "relay-1"],
      ["--seed <seed>", "practice-1 to practice-24", String, "practice-1"],
      ["--host <host>", "the address to listen at", String, "127.0.0.1"],
      ["--port <port>", "the port to listen at; 0 takes a free one", number, 0],
      ["--entry <name>", "who plays, as the file names it", String, "local"],
      ["--out <folder>", "write the file of the run here"],
    ],
    examples: ["trial serve --scenario relay-1 --seed practice-1 --out runs"],
  }),
  command("verify", verify("trialVerify"), {
    about:
      "Check a run against the rules: replay it by the rules in this package, and see that its result follows from its log. With RUN_FILE_KEY set, a file also needs its HMAC under that key beside it.",
    args: [["<run>", "a file, the address of a run, or its id"]],
    options: [["--secret <secret>", "the season's secret, to check that the seed is the one of this entry and number"]],
    examples: [
      "trial verify run.jsonl.gz",
      "trial verify https://denkeeper.example/trials/runs/01890a5d-ac96-774b-bcce-b302099a8057",
    ],
  }),
  command("list", "trials", { about: "See the scenarios and the season." }),
  command("show", "trialRun", { about: "See one run and its result.", args: [["<id>", "the id of a run"]] }),
];

export const ENTRIES = [
  command("trial", TRIAL, {
    about: "Test how reliably an agent keeps its creatures: a seeded month whose clock stands still while it thinks.",
    examples: ["trial list", "trial run --scenario first-1 --practice 1 -- node agent.js"],
  }),
];

type Run = Exclude<Answers["trialRun"], string>;

export const LAYOUTS = {
  trials: ({ scenarios, season }: Answers["trials"]): OutputLines => [
    bold(
      season === null
        ? "No season yet"
        : `Season ${season.name}, ${season.open ? "open until" : "closed since"} ${localTime(season.closes_at)}`,
    ),
    listOf(scenarios, {
      scenario: "name",
      days: "days",
      creatures: "creatures",
      visits: "visits",
      ranked: "ranked",
      blind: "blind",
      faults: "faults",
    }),
    dim("Try one: denkeeper trial run --scenario first-1 --practice 1 -- node agent.js"),
  ],
  trialRun: ({ run: played, clock, result, lives, file }: Run): OutputLines => [
    bold(`${played.scenario}, ${runName(played)}, by ${played.agent}`),
    facts({
      status: played.status,
      clock: clock && `${localTime(clock.house_time)}, ${counted(clock.visits_left, "visit")} left`,
      "on time": result && percent(result.on_time_share),
      passed: result?.passed,
      failures: result?.failures,
      days: result && strip(result),
      file: file?.url,
      "check it": file && `denkeeper trial verify ${played.id}`,
    }),
    listOf(lives, {
      creature: "name",
      species: "species",
      "on time": ({ on_time_share: share }) => percent(share),
      died: "died_at",
    }),
  ],
};

/** The values of options and arguments, by their names. */
export const VALUES = { scenario: (): readonly string[] => SCENARIOS.map(({ name }) => name) };
