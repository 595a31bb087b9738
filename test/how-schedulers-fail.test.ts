// Checks docs/how-schedulers-fail.md: every report has a date, and every named kind exists.
import { expect, test } from "vitest";
import { INCIDENT_KINDS } from "@denkeeper/rules/incidents/incident.ts";
import { readDocument } from "./documents.ts";

const text = readDocument("docs/how-schedulers-fail.md");
const COLUMN_OF_KINDS = 2;

test("every report has a date, and the page stays short", () => {
  const reports = text.split("\n").filter((line) => /\b[\w-]+(?:\/[\w-]+)? #\d+/.test(line));
  expect(reports.length).toBeGreaterThanOrEqual(40);
  for (const line of reports) {
    const references = line.match(/#\d+/g)?.length ?? 0;
    expect(line.match(/20\d\d-\d\d-\d\d\)/g)?.length ?? 0, line).toBe(references);
  }
  expect(text.split("\n").length).toBeLessThanOrEqual(150);
});

test("every named kind exists, and every class has a section", () => {
  const rows = text.split("\n").filter((line) => line.startsWith("| [")); // rows of the table of classes
  const kinds = rows.flatMap((row) => row.split("|")[COLUMN_OF_KINDS]?.match(/`[a-z_]+`/g) ?? []);
  const known = new Set([...INCIDENT_KINDS, "outcome", "late"].map((kind) => `\`${kind}\``));
  expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(",", "").replaceAll(" ", "-"),
  );
  expect(rows.map((row) => /\(#([a-z-]+)\)/.exec(row)?.[1])).toEqual(sections);
});
