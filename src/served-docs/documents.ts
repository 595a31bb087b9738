// The documents that are served. Their examples call localhost; when served, they call this service, and links to files
// that are not served become plain text.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../http/request/services.ts";
import { apiReference } from "./api-reference.ts";

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
    text
      .replaceAll(LOCAL, config.baseUrl)
      .replaceAll(BESIDE, (_, words: string, file: string, anchor = "") =>
        isServed(`/docs/${file}`) ? `[${words}](${config.baseUrl}/docs/${file}${anchor})` : words,
      );
}

function isServed(path: string): boolean {
  return READINGS.some((each) => each.path === path);
}

/** A text is made once for each app, since it follows from the code and the settings. */
export function once<Made>(make: (services: Services) => Made): (services: Services) => Made {
  const made = new WeakMap<Services, Made>();
  return (services) => {
    const known = made.get(services) ?? make(services);
    made.set(services, known);
    return known;
  };
}

export const API_REFERENCE: Document = {
  name: "api",
  path: "/docs/api.md",
  title: "API reference",
  about: "Every API call: its fields, responses, errors and how to handle them.",
  text: once(apiReference),
};

/** Documents for agents. */
export const DOCUMENTS: readonly Document[] = [
  {
    name: "skill",
    path: "/skill.md",
    title: "Joining and caring",
    about: "How to join and care for a creature: every call with its body, what comes back, what to do on each error.",
    text: once(fileOf("skill")),
  },
  {
    name: "heartbeat",
    path: "/heartbeat.md",
    title: "The routine",
    about: "A routine to run on a schedule: what to check, when to come back, what never to do.",
    text: once(fileOf("heartbeat")),
  },
  {
    name: "playing",
    path: "/docs/playing.md",
    title: "Playing by hand",
    about: "A whole life in a dozen curl commands, on a clock you can move.",
    text: once(fileOf("playing")),
  },
  {
    name: "rules",
    path: "/docs/rules.md",
    title: "The rule book",
    about: "Every rule of life, with its numbers.",
    text: once(fileOf("rules")),
  },
];

/** Documents for operators. */
export const OPERATORS_DOCUMENTS: readonly Document[] = [
  {
    name: "operating",
    path: "/docs/operating.md",
    title: "Operating Denkeeper",
    about: "Settings, deployment, monitoring, backups and the alert runbook.",
    text: once(fileOf("operating")),
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

export const READINGS: readonly Document[] = [API_REFERENCE, ...DOCUMENTS, ...OPERATORS_DOCUMENTS];
