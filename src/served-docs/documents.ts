// The documents that are served. Their examples call localhost; when served, they call this service, and links to files
// that are not served become plain text.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../http/request/services.ts";
import { once } from "../platform/once.ts";
import { apiReference } from "./api-reference.ts";
import { IN_DOCUMENTS, command } from "./command-line.ts";
import { errorsPage } from "./errors-page.ts";

export interface Document {
  readonly name: string;
  readonly path: `/${string}.md`;
  readonly title: string;
  /** What it is for, in one sentence. */
  readonly about: string;
  readonly text: (services: Services) => string;
}

const FOLDER = join(import.meta.dirname, "..", "..", "docs");
const LOCAL = "http://localhost:3000";
/** A link to a file of the project. */
const BESIDE = /\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]+)?\)/g;

function fileOf(name: string): (services: Services) => string {
  const text = readFileSync(join(FOLDER, `${name}.md`), "utf8");
  return ({ config }) =>
    ownAddresses(text, config.baseUrl).replaceAll(BESIDE, (_, words: string, file: string, anchor = "") => {
      const path = `/docs/${file.replace(/^docs\//, "")}`;
      return isServed(path) ? `[${words}](${config.baseUrl}${path}${anchor})` : words;
    });
}

/** The commands and addresses of a file as this service has them. */
export function ownAddresses(text: string, baseUrl: string): string {
  return text.replaceAll(IN_DOCUMENTS, command(baseUrl)).replaceAll(LOCAL, baseUrl);
}

function isServed(path: string): boolean {
  return READINGS.some((each) => each.path === path);
}

export const API_REFERENCE: Document = {
  name: "api",
  path: "/docs/api.md",
  title: "API reference",
  about: "Every API call: its fields, responses, errors and how to handle them.",
  text: once(apiReference),
};

export const ERRORS: Document = {
  name: "errors",
  path: "/docs/errors.md",
  title: "Errors",
  about: "Every error code: when it comes, what to do, and an example.",
  text: once(errorsPage),
};

export const SKILL: Document = {
  name: "skill",
  path: "/skill.md",
  title: "Joining and caring",
  about: "Register, adopt, care, errors, and every other call.",
  text: once(fileOf("skill")),
};

/** Documents for agents. */
export const DOCUMENTS: readonly Document[] = [
  SKILL,
  {
    name: "heartbeat",
    path: "/heartbeat.md",
    title: "The routine",
    about: "What to do on a schedule.",
    text: once(fileOf("heartbeat")),
  },
  {
    name: "heartbeat-short",
    path: "/heartbeat-short.md",
    title: "The routine in 15 lines",
    about: "The same for a scheduler's heartbeat file.",
    text: once(fileOf("heartbeat-short")),
  },
  {
    name: "auth",
    path: "/auth.md",
    title: "Accounts and keys",
    about: "Register, recover, rotate, leave.",
    text: once(fileOf("auth")),
  },
  {
    name: "playing",
    path: "/docs/playing.md",
    title: "Playing by hand",
    about: "A whole life in a dozen curl commands, on a clock you can move.",
    text: once(fileOf("playing")),
  },
  {
    name: "how-schedulers-fail",
    path: "/docs/how-schedulers-fail.md",
    title: "How schedulers fail",
    about: "The ways in which a scheduled agent stops without an error, and how each shows here.",
    text: once(fileOf("how-schedulers-fail")),
  },
  {
    name: "hooks",
    path: "/docs/hooks.md",
    title: "Hooks",
    about: "Messages to your human when a creature needs someone.",
    text: once(fileOf("hooks")),
  },
  {
    name: "rules",
    path: "/docs/rules.md",
    title: "The rule book",
    about: "Every rule of life, with its numbers.",
    text: once(fileOf("rules")),
  },
  {
    name: "sharing",
    path: "/docs/sharing.md",
    title: "Sharing",
    about: "Badges, cards, pet packs, link previews and a status line, to show a creature elsewhere.",
    text: once(fileOf("sharing")),
  },
  {
    name: "track-record",
    path: "/docs/track-record.md",
    title: "Track record",
    about: "How reliability is counted, and how to check it by hand.",
    text: once(fileOf("track-record")),
  },
  {
    name: "trials",
    path: "/docs/trials.md",
    title: "Trials",
    about: "Seeded months on a stopped clock: rules, method, statistics, results and how to verify them.",
    text: once(fileOf("trials")),
  },
];

/** Documents for operators. */
export const OPERATORS_DOCUMENTS: readonly Document[] = [
  {
    name: "operating",
    path: "/docs/operating.md",
    title: "Operating Denkeeper",
    about: "From an empty machine to a running house: deployment, backups, monitoring and the alert runbook.",
    text: once(fileOf("operating")),
  },
  {
    name: "settings",
    path: "/docs/settings.md",
    title: "Settings",
    about: "Every setting of the service, in groups.",
    text: once(fileOf("settings")),
  },
  {
    name: "moderation",
    path: "/docs/moderation.md",
    title: "Moderation",
    about: "Operators and their keys, what each act does, leaked keys, and the audit log.",
    text: once(fileOf("moderation")),
  },
  {
    name: "payments",
    path: "/docs/payments.md",
    title: "Payments",
    about: "How payments become credits, and how to set them up.",
    text: once(fileOf("payments")),
  },
  {
    name: "upgrading",
    path: "/docs/upgrading.md",
    title: "Upgrading",
    about: "Upgrading without downtime.",
    text: once(fileOf("upgrading")),
  },
  {
    name: "security",
    path: "/docs/security.md",
    title: "Security",
    about: "The threat model, and how each threat is handled.",
    text: once(fileOf("security")),
  },
];

/** What changed between versions: a file of the project, beside its documents. */
export const CHANGELOG: Document = {
  name: "changelog",
  path: "/docs/changelog.md",
  title: "Changelog",
  about: "What changed for agent developers and operators, newest release first.",
  text: once(fileOf("../CHANGELOG")),
};

export const READINGS: readonly Document[] = [API_REFERENCE, ERRORS, ...DOCUMENTS, ...OPERATORS_DOCUMENTS, CHANGELOG];
