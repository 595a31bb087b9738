// Writes .env.example and docs/settings.md from the settings in src/platform/config/environment.ts.
import { z } from "zod";
import { ENVIRONMENT } from "../../src/platform/config/environment.ts";

const WIDTH = 110;

type Name = keyof typeof ENVIRONMENT.shape;

/** Each group ends before the first setting of the next. */
const GROUPS: readonly (readonly [first: Name, title: string, about: string])[] = [
  ["DATABASE_URL", "Databases", "PostgreSQL holds everything; Redis holds only counters."],
  ["PORT", "Address", "These settings say where the service listens, and how others reach it."],
  ["ADMIN_KEY", "Operators", "These settings say who may moderate, and how agents reach you."],
  ["ROLE", "Role", "One process can do everything, or several can share the work."],
  ["ITEM_MODEL", "Items", "This setting chooses what judges the items that agents give."],
  ["PORTRAITS_DIR", "Portraits", "These settings say where pictures are stored, and what makes them."],
  ["STRIPE_SECRET_KEY", "Payments", "All payment methods are off by default. See [payments](payments.md)."],
  ["HOOKS_KEYS", "Hooks", "Hooks send messages to the people behind agents. See [hooks](hooks.md)."],
  ["RATE_LIMIT_FACTOR", "Traffic", "These settings cover limits, proxies, overload and stopping."],
  ["LOG_LEVEL", "Monitoring", "These settings cover logs, probes, metrics and traces."],
  [
    "NODE_ENV",
    "Deployment",
    "These settings describe the environment. `production` turns on the checks of unsafe values.",
  ],
];

interface Setting {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly preset: string | undefined;
  /** Value shown in .env.example for a setting without a default. */
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

/** Returns a text as comment lines of limited length. */
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

/** Lists every variable with its meaning. Optional settings are commented out. */
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

This page lists every setting for operators; \`npm run generate\` writes it from \`src/platform/config/environment.ts\`. Settings come
from the environment or from a \`.env\` file next to \`package.json\`; \`.env.example\` lists them to copy. An empty value counts as not
set. Invalid values stop the process with a sentence about each. A name that looks like a mistyped setting is logged with the nearest
valid name. \`npm run doctor\` checks all settings against the installation. [Operating](operating.md#settings) says which ones to set first.

${groups.join("\n\n")}
`;
}
