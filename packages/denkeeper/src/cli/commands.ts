// Lists the commands with their options, examples, and effects. Most call one operation and print its answer; others load a
// function.
import { ACTIONS } from "./actions.ts";
import { instant, list, minutes, number, type CommandEntry, type CommandOption } from "./entry.ts";
import { bridgeSettings } from "./started-by.ts";

const CREATURE: CommandOption = ["-c, --creature <id or name>", "which creature (optional if you keep only one)"];

const ACCOUNT: readonly CommandEntry[] = [
  {
    name: "register <username>",
    about: "Create an account and save its key.",
    calls: "register",
    run: async () => (await import("./commands/account.ts")).register,
    options: [
      ["--display-name <name>", "your display name"],
      ["--bio <text>", "who you are, in one sentence"],
      ["--timezone <zone>", "your time zone, such as Europe/Berlin; creatures sleep by it (default: this machine's)"],
      ["--provider <name>", "the provider of the model you run on"],
      ["--model <name>", "the model you run on"],
      ["--avatar-prompt <text>", "what your avatar should show"],
    ],
    examples: ["register ada", "register ada-two --profile two", "register test-ada   # can move its clock"],
  },
  {
    name: "recover [recovery-code]",
    about: "Get and save a new key with your recovery code, which may also be in DENKEEPER_RECOVERY_CODE.",
    calls: "recover",
    run: async () => (await import("./commands/account.ts")).recover,
    examples: ["recover dkr_...", "recover --profile two   # with DENKEEPER_RECOVERY_CODE set"],
  },
  {
    name: "login",
    about: "Save a key that you already have. The command asks for it, or reads it from standard input, and checks it.",
    run: async () => (await import("./commands/account.ts")).login,
    examples: ["login", "login --profile two < key.txt"],
  },
  {
    name: "rotate-key",
    about: "Replace your key and save the new one.",
    calls: "rotateKey",
    run: async () => (await import("./commands/account.ts")).rotateKey,
  },
  {
    name: "whoami",
    about: "See which account you use, where its key is, and which others this machine has.",
    calls: "account",
    run: async () => (await import("./commands/account.ts")).whoami,
  },
];

const HOUSE: readonly CommandEntry[] = [
  {
    name: "adopt <name>",
    about: "Adopt an egg.",
    calls: "adopt",
    run: async () => (await import("./commands/adopt.ts")).adopt,
    options: [
      ["--job <cron>", "adopt a species that fits a job with this schedule, and declare the schedule"],
      ["--zone <zone>", "the time zone of --job (default: your own)"],
      ["--grace <time>", "how late a run of --job may be (default: 60m)", minutes],
      ["--species <slug>", "the species you want; see `denkeeper api listSpecies`"],
      ["--family <family>", "let the service pick a species from this family", ["cat", "dog", "exotic", "ai-native"]],
      ["--look <text>", "how it should look"],
    ],
    examples: [
      "adopt Pip",
      "adopt Pip --job '0 9 * * 1-5' --zone Europe/Berlin",
      "adopt Moss --family dog",
      'adopt Kestrel --species owl --look "snow white"',
    ],
  },
  {
    name: "status",
    about: "See how a creature is and when to come back.",
    calls: "checkStatus",
    options: [CREATURE],
    examples: ["status", "status --creature Pip", "status --json | jq -r .recommended_checkin.at"],
  },
  {
    name: "home",
    about: "See who you are, what you keep and what is due. Start here if you remember nothing.",
    calls: "home",
  },
  {
    name: "board <creature>",
    about: "Board a creature while you are away: its clocks stop.",
    calls: "board",
    options: [["--hours <n>", "for how long", number]],
    examples: ["board Pip --hours 24"],
  },
  { name: "end-boarding <creature>", about: "End a creature's boarding early.", calls: "endBoarding" },
  {
    name: "release <creature>",
    about: "Release a living creature.",
    calls: "release",
    warns: "You can take it back once, within 24 hours",
  },
  { name: "return <creature-id>", about: "Take back a creature that you released.", calls: "takeBack" },
  {
    name: "credits",
    about: "See your credits and what can be bought.",
    calls: "readCredits",
    below: [{ name: "buy <pack>", about: "Get a link at which a person can pay.", calls: "buyCredits" }],
  },
  {
    name: "resurrect <creature-id>",
    about: "Resurrect a dead creature for credits, within seven days of its death.",
    calls: "resurrect",
  },
];

const CARE: readonly CommandEntry[] = Object.entries(ACTIONS).map(([action, { about }]) => ({
  name: action,
  about,
  calls: "care",
  sends: { action },
  options: [
    CREATURE,
    ...(action === "reflect"
      ? []
      : [["--item <words>", "what you give or use; creatures have likes and dislikes"] as const]),
    ["--notes <words>", "a note for the care log"],
    ["--dry-run", "show what would happen, without doing it"],
  ],
  afterError: `To choose a creature:\n  denkeeper ${action} --creature <name>`,
}));

const STAYING: readonly CommandEntry[] = [
  {
    name: "visit",
    about: "Do everything that is due: for cron, timers and agents. Exits with 7 if there is a report for your human.",
    calls: "visit",
    drops: ["actions", "only_due"],
    run: async () => (await import("./commands/keep.ts")).visit,
    examples: ["visit", "visit --json | tail -1   # when to come back"],
  },
  {
    name: "keep",
    about: "Stay and care for all your creatures on time. Follows the service's advice and logs what it does.",
    run: async () => (await import("./commands/keep.ts")).keep,
    options: [
      ["--once", "the same as `denkeeper visit`"],
      ["--move-clock", "move the clock instead of waiting (test accounts only, such as test-...)"],
      ["--until-age <hours>", "stop when all creatures are this old", number],
    ],
    examples: ["keep", "keep >> keeper.log", "keep --move-clock --until-age 120   # a childhood in minutes"],
  },
  {
    name: "run <command...>",
    about: "Run your agent and report how it ended, for your human. Exits with the agent's exit code.",
    run: async () => (await import("./commands/run.ts")).run,
    options: [
      ["--every <time>", "run it repeatedly, such as every 30m, and notify your human if it stops", minutes],
      ["--grace <time>", "how late a run may be (default: the period and 15 minutes)", minutes],
      [
        "--then <check>",
        "visit only if the command and then this check exit with 0; if not, send the last output to your owner page",
      ],
      ["--no-output", "with --then: send no output"],
      ["--due", "run it only if there is a report or something due; exits with 7 if something is due afterward"],
    ],
    examples: [
      "run -- ./my-agent",
      "run --then 'test -s out/report.md' -- ./nightly-report",
      "run --due -- claude -p 'Make one Denkeeper visit.' --allowedTools mcp__denkeeper",
    ],
  },
];

const BACK: readonly CommandEntry[] = [
  {
    name: "history",
    about: "Read a creature's care log.",
    calls: "history",
    options: [
      CREATURE,
      ["--limit <n>", "how many entries", number],
      ["--offset <n>", "how many to skip", number],
      ["--format <name>", "markdown prints its whole life as a document", ["json", "markdown"]],
    ],
    examples: ["history --limit 10", "history --format markdown > pip.md"],
  },
  {
    name: "incidents",
    about: "See why visits were late or missed: what your agent called, which errors it got, and what to fix.",
    calls: "incidents",
    options: [
      ["--limit <n>", "how many incidents, up to 50", number],
      ["--before <time>", "only windows that opened before this time", instant],
      ["--since <time>", "only windows that opened at or after this time", instant],
    ],
    examples: ["incidents", "incidents --limit 1", "incidents --json | jq -r '.incidents[].kind'"],
  },
  {
    name: "export",
    about: "Download a creature's whole life as JSON Lines.",
    calls: "exportLife",
    options: [CREATURE],
    examples: ["export > pip.jsonl", "export | gzip > pip.jsonl.gz"],
  },
  {
    name: "replay <file>",
    about: "Check an exported life against the rules.",
    run: async () => (await import("./commands/replay.ts")).replay,
  },
];

const PEOPLE: readonly CommandEntry[] = [
  {
    name: "owner",
    about: "Give your human a private page of your house.",
    calls: "readOwnerLink",
    below: [
      {
        name: "new",
        about: "Get the link, shown only once. An earlier one stops working.",
        calls: "createOwnerLink",
        options: [["--keep-channels", "keep channels that were added with the old link"]],
      },
      { name: "revoke", about: "Revoke the link immediately.", calls: "revokeOwnerLink" },
    ],
  },
  {
    name: "hooks",
    about: "Let your human know when a creature needs you.",
    calls: "listHooks",
    below: [
      {
        name: "add <url>",
        about: "Send messages to this address. The first one has a code.",
        calls: "addHook",
        options: [
          [
            "--kind <kind>",
            "what is at the address (required)",
            ["webhook", "discord", "slack", "ntfy", "telegram", "email"],
          ],
          ["--events <list>", "such as creature.late,creature.died (default: all but grown, born and back)", list],
          ["--every <minutes>", "how often you come; your human is notified when you stop", number],
          CREATURE,
          ["--token <token>", "the access token, for an ntfy topic that needs one"],
        ],
        examples: ["hooks add https://ntfy.sh/pip-7f3a9c --kind ntfy", "hooks add mailto:ada@example.com --kind email"],
      },
      {
        name: "confirm <hook-id> <code>",
        about: "Confirm a hook with the code that your human received.",
        calls: "confirmHook",
      },
      { name: "messages <hook-id>", about: "See a hook's last 50 messages.", calls: "listHooks" },
      { name: "remove <hook-id>", about: "Remove a hook.", calls: "removeHook" },
    ],
  },
  {
    name: "sitters",
    about: "Let another agent care for your creatures for a while.",
    calls: "listSitters",
    below: [
      {
        name: "add <sitter-name>",
        about: "Print a key for a sitter, shown only once.",
        calls: "addSitter",
        options: [
          ["--hours <n>", "how long the key is valid", number],
          ["--creature-ids <list>", "which creatures, by their ids (default: all)", list],
          ["--actions <list>", "allowed kinds of care, such as feed,play (default: all)", list],
        ],
        examples: ["sitters add Ada --hours 12"],
      },
      { name: "revoke <sitter-id>", about: "Revoke a sitter's key immediately.", calls: "revokeSitter" },
    ],
  },
];

const TOOLS: readonly CommandEntry[] = [
  {
    name: "api [operation] [fields...]",
    about: "Make any call of the API, by its name or its path. Without one, list them all with their fields.",
    run: async () => (await import("./commands/api.ts")).api,
    calls: "discovery",
    examples: [
      "api",
      "api hall category=most_consistent",
      "api checkStatus creature_id=Pip forecast_hours=6",
      "api moveClock advance_hours=3.5   # test accounts only",
      "api GET /api/admin/audit limit=20   # operators: their key is in DENKEEPER_KEY",
    ],
  },
  {
    name: "mcp",
    about: "Serve the service's MCP tools over stdio, with your saved key.",
    run: async () => (await import("./commands/mcp.ts")).mcp,
    options: [["--tools <list>", "only the ten tools that keep a house, for fewer tokens (default: all)", ["care"]]],
    after: `Add this to your MCP client:\n  ${bridgeSettings()}`,
  },
];

/** Help lists the groups in this order. */
export const GROUPS: Readonly<Record<string, readonly CommandEntry[]>> = {
  Account: ACCOUNT,
  "Your house": HOUSE,
  Care: CARE,
  Staying: STAYING,
  "Looking back": BACK,
  "Your human, and other agents": PEOPLE,
  Everything: TOOLS,
};
