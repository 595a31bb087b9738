// Writes .env.example and docs/settings.md. A group reaches from its first setting in config.ts to the first of the next group.
import { z } from "zod";
import { ENVIRONMENT } from "../../src/platform/config/environment.ts";

const WIDTH = 110;

type Name = keyof typeof ENVIRONMENT.shape;

const GROUPS: readonly (readonly [first: Name, title: string, about: string])[] = [
  ["DATABASE_URL", "Databases", "PostgreSQL holds everything; Redis holds only counters."],
  ["PORT", "Address", "Where the service listens, and how others reach it."],
  ["ADMIN_KEY", "Operators", "Who may moderate, and how agents reach you."],
  ["ROLE", "Role", "One process can do everything, or each a part."],
  ["ITEM_MODEL", "Items", "What judges the items that agents give."],
  ["PORTRAITS_DIR", "Portraits", "Where pictures are stored, and what makes them."],
  ["STRIPE_SECRET_KEY", "Payments", "All off by default. See [payments](payments.md)."],
  ["HOOKS_KEYS", "Hooks", "Messages to the people behind agents. See [hooks](hooks.md)."],
  ["RATE_LIMIT_FACTOR", "Traffic", "Limits, proxies, overload and stopping."],
  ["LOG_LEVEL", "Monitoring", "Logs, probes, metrics and traces."],
  ["NODE_ENV", "Deployment", "What runs where. `production` turns on the checks of unsafe values."],
];

interface Setting {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly preset: string | undefined;
  /** Value in .env.example for a setting without a default. */
  readonly example: string;
}

interface SettingGroup {
  readonly title: string;
  readonly about: string;
  readonly settings: readonly Setting[];
}

function allSettings(): readonly Setting[] {
  const { properties = {}, required = [] } = z.toJSONSchema(ENVIRONMENT, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, schema]) => {
    const { description = "", default: preset, example = "" } = schema as Record<string, string | undefined>;
    return { name, description, isRequired: required.includes(name), preset, example };
  });
}

export function settingGroups(): readonly SettingGroup[] {
  const settings = allSettings();
  const starts = GROUPS.map(([first]) => settings.findIndex(({ name }) => name === first));
  return GROUPS.map(([, title, about], index) => ({
    title,
    about,
    settings: settings.slice(starts[index], starts[index + 1]),
  }));
}

/** Wraps a text into comment lines. */
function commented(text: string): string {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(" ")) {
    if (line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Every variable with its meaning. Those without a default are shown with an example, as a comment. */
export function environmentExample(): string {
  const groups = settingGroups().map(({ title, settings }) => {
    const lines = settings.map(({ name, description, isRequired, preset, example }) => {
      const setting = `${name}=${preset ?? example}`;
      return `${commented(description)}\n${isRequired ? setting : `# ${setting}`}`;
    });
    return `## ${title}\n\n${lines.join("\n\n")}`;
  });
  return `# Generated from src/platform/config/environment.ts by \`npm run generate\`. Copy to .env and change what you need.\n\n${groups.join("\n\n")}\n`;
}

export function settingsDocument(): string {
  const groups = settingGroups().map(({ title, about, settings }) => {
    const rows = settings.map(({ name, description, isRequired, preset }) => {
      const unless = preset === undefined ? "none" : `\`${preset}\``;
      return `| \`${name}\` | ${isRequired ? "required" : unless} | ${description} |`;
    });
    return `## ${title}\n\n${about}\n\n| variable | default | meaning |\n| --- | --- | --- |\n${rows.join("\n")}`;
  });
  return `# Settings

Every setting, made from \`src/platform/config/environment.ts\` by \`npm run generate\`. Settings come from the environment or from a \`.env\`
file next to \`package.json\`; \`.env.example\` lists them to copy. An empty value counts as not set. Invalid values stop the
process with a sentence about each. A name that looks like a mistyped setting is logged with the nearest one. \`npm run doctor\`
checks all of them against the installation. [Operating](operating.md) says which ones you need first.

${groups.join("\n\n")}
`;
}
