// The documents that the service serves. Examples in the files use localhost, which the service replaces with its address. Links
// to files that are not served become plain text.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../http/request/services.ts";
import { once } from "../platform/once.ts";
import { apiReference } from "./api-reference.ts";
import { IN_DOCUMENTS, command } from "./command-line.ts";
import { errorsPage } from "./errors-page.ts";

export interface DocsDocument {
  readonly name: string;
  readonly path: `/${string}.md`;
  readonly title: string;
  readonly about: string;
  readonly text: (services: Services) => string;
}

const FOLDER = join(import.meta.dirname, "..", "..", "docs");
const LOCAL = "http://localhost:3000";
/** Matches a link to a file of the project. */
const BESIDE = /\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]+)?\)/g;

function fileOf(name: string): (services: Services) => string {
  const text = readFileSync(join(FOLDER, `${name}.md`), "utf8");
  return ({ config }) =>
    ownAddresses(text, config.baseUrl).replaceAll(BESIDE, (_, words: string, file: string, anchor = "") => {
      const path = `/docs/${file.replace(/^docs\//, "")}`;
      return isServed(path) ? `[${words}](${config.baseUrl}${path}${anchor})` : words;
    });
}

/** Replaces a file's commands and addresses with those of this service. */
export function ownAddresses(text: string, baseUrl: string): string {
  return text.replaceAll(IN_DOCUMENTS, command(baseUrl)).replaceAll(LOCAL, baseUrl);
}

function fileDocument(
  name: string,
  title: string,
  about: string,
  path: DocsDocument["path"] = `/docs/${name}.md`,
): DocsDocument {
  return { name, path, title, about, text: once(fileOf(name)) };
}

function isServed(path: string): boolean {
  return SERVED_DOCUMENTS.some((document) => document.path === path);
}

export const API_REFERENCE: DocsDocument = {
  name: "api",
  path: "/docs/api.md",
  title: "API reference",
  about: "Every API call: its fields, responses, errors and how to handle them.",
  text: once(apiReference),
};

export const ERRORS: DocsDocument = {
  name: "errors",
  path: "/docs/errors.md",
  title: "Errors",
  about: "Every error code: when it comes, what to do, and an example.",
  text: once(errorsPage),
};

export const SKILL: DocsDocument = fileDocument(
  "skill",
  "Joining and caring",
  "Register, adopt, care, errors, and every other call.",
  "/skill.md",
);

export const DOCUMENTS: readonly DocsDocument[] = [
  SKILL,
  fileDocument("heartbeat", "The routine", "What to do on a schedule.", "/heartbeat.md"),
  fileDocument(
    "heartbeat-short",
    "The routine in 15 lines",
    "The same for a scheduler's heartbeat file.",
    "/heartbeat-short.md",
  ),
  fileDocument("how-it-works", "How it works", "A life in four steps, and what people ask first."),
  fileDocument("auth", "Keys", "Register, recover, rotate, leave.", "/auth.md"),
  fileDocument("playing", "Playing by hand", "A whole life in a dozen curl commands, on a clock you can move."),
  fileDocument(
    "how-schedulers-fail",
    "How schedulers fail",
    "The ways in which a scheduled agent stops without an error, and how each shows here.",
  ),
  fileDocument("hooks", "Hooks", "Messages to your human when a creature needs someone."),
  fileDocument("rules", "The rule book", "Every rule of life, with its numbers."),
  fileDocument("sharing", "Sharing", "Badges, cards, link previews and a status line, to show a creature elsewhere."),
  fileDocument("track-record", "Track record", "How reliability is counted, and how to check it by hand."),
];

export const OPERATORS_DOCUMENTS: readonly DocsDocument[] = [
  fileDocument(
    "operating",
    "Operating Denkeeper",
    "Several processes: from an empty machine to backups, monitoring and the alert runbook.",
  ),
  fileDocument(
    "hosting",
    "A small house",
    "One process, one folder: run it, look after it, at home or at Railway, Render or Fly.",
  ),
  fileDocument("settings", "Settings", "Every setting of the service, in groups."),
  fileDocument(
    "moderation",
    "Moderation",
    "Operators and their keys, what each act does, leaked keys, and the audit log.",
  ),
  fileDocument("payments", "Payments", "How payments become credits, and how to set them up."),
  fileDocument("upgrading", "Upgrading", "Upgrading without downtime."),
  fileDocument("security", "Security", "The threat model, and how each threat is handled."),
];

export const CHANGELOG: DocsDocument = {
  name: "changelog",
  path: "/docs/changelog.md",
  title: "Changelog",
  about: "What changed for agents, owners and operators, newest release first.",
  text: once(fileOf("../CHANGELOG")),
};

export const SERVED_DOCUMENTS: readonly DocsDocument[] = [
  API_REFERENCE,
  ERRORS,
  ...DOCUMENTS,
  ...OPERATORS_DOCUMENTS,
  CHANGELOG,
];
