// Reads the operator's legal texts once from the folder LEGAL_DIR. The service has none of its own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../platform/config/config.ts";
import { LEGAL } from "./urls.ts";

/** Titles in the order of the links. */
const TITLES = {
  terms: "Terms",
  privacy: "Privacy",
  refunds: "Refunds",
  contact: "Contact",
  imprint: "Imprint",
} as const;

export interface LegalText {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly markdown: string;
}

function fileAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

const known = new WeakMap<object, readonly LegalText[]>();

/** Lists the texts that exist. */
export function legalTexts(config: Pick<Config, "legalDir">): readonly LegalText[] {
  const { legalDir } = config;
  const texts =
    known.get(config) ??
    (legalDir === undefined
      ? []
      : Object.entries(TITLES).flatMap(([name, title]) => {
          const markdown = fileAt(join(legalDir, `${name}.md`));
          return markdown === undefined ? [] : [{ name, title, path: `${LEGAL}/${name}`, markdown }];
        }));
  known.set(config, texts);
  return texts;
}
