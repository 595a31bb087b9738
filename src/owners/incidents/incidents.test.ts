// The owner's list of failures, for deaths with and without a recorded visit.
import { DEATH_CAUSES } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { OF_CAUSE } from "@denkeeper/rules/words/verdict.ts";
import { expect, test } from "vitest";
import type { OwnedHouseView } from "../page/house.ts";
import { iso } from "../../platform/clock.ts";
import { failuresBand } from "./incidents.ts";

type Death = OwnedHouseView["deaths"][number];
type Incident = OwnedHouseView["incidents"]["incidents"][number];

const NOW = Date.UTC(2026, 10, 18, 12);
const hoursAgo = (hours: number): string => iso(NOW - hours * HOUR_MS);

function death(
  id: string,
  hours: number,
  fields: Partial<Death["stone"]> = {},
  returnableUntil: Death["returnableUntil"] = null,
): Death {
  const stone = {
    creature_id: id,
    id,
    name: id,
    caretaker: "ada",
    species: "Tabby",
    cause: "hunger",
    died_at: hoursAgo(hours),
  };
  const note = `the end of ${id}`;
  const told = { post_mortem: [{ at: hoursAgo(hours), event: "died", note }], resurrected: false, restored: false };
  // Contains only the fields that the list reads. -- edge: a whole gravestone has 20 fields
  return { stone: { ...stone, ...told, ...fields } as Death["stone"], returnableUntil };
}

function incident(id: string, fields: Partial<Incident>): Incident {
  return {
    kind: "no_call",
    creature: { id, name: id, alive: false },
    window: { opens_at: hoursAgo(90), ends_at: hoursAgo(88) },
    outcome: "died",
    missed_windows: 3,
    fed_at: null,
    died_at: null,
    message: `what happened to ${id}`,
    fix: `the fix for ${id}`,
    calls: [],
    next_step: { action: "graveyard", method: "GET", endpoint: "/api/graveyard", description: "" },
    ...fields,
  };
}

function shown(incidents: readonly Incident[], deaths: readonly Death[], isPublic = true): readonly string[] {
  const answer = { incidents: [...incidents], next_before: null, house_time: iso(NOW), next_steps: [] };
  const page = String(failuresBand({ incidents: answer, deaths, now: NOW, isPublic }));
  expect(page).toContain(incidents.length + deaths.length === 0 ? "No meal of the last 14 days" : "Why it failed");
  return page.split('<li class="incident').slice(1);
}

test("a death and the visit before it are one entry, newest first", () => {
  const entries = shown(
    [
      incident("Glyph", { outcome: "missed" }),
      incident("Nib", { died_at: hoursAgo(50) }),
      incident("Nib", { outcome: "late", fed_at: hoursAgo(70) }),
    ],
    [death("Nib", 50), death("Old", 900)],
  );
  expect(entries.map((each) => /(Glyph|Nib|Old)/.exec(each)?.[0])).toEqual(["Glyph", "Nib", "Nib", "Old"]);
  const [, nib = "", late = "", old = ""] = entries;
  for (const said of ["died of hunger", "No call", "what happened to Nib", "the fix for Nib"])
    expect(nib).toContain(said);
  expect(nib).not.toContain("the end of Nib");
  expect(late).not.toContain("died");
  expect(old).toContain("the end of Old");
  expect(old).not.toContain("Next time");
  expect(entries.map((each) => /To fix it|Next time/.exec(each)?.[0])).toEqual([
    "Next time",
    "Next time",
    "Next time",
    undefined,
  ]);
  const waiting = incident("Glyph", { creature: { id: "Glyph", name: "Glyph", alive: true } });
  expect(shown([waiting], [])[0]).toContain("To fix it");
});

test("each cause and outcome has words; hidden houses have no link", () => {
  for (const cause of DEATH_CAUSES)
    expect(shown([], [death("Nib", 5, { cause })])[0]).toContain(`died ${OF_CAUSE[cause]}`);
  expect(shown([], [death("Nib", 5)], false)[0]).not.toContain("<a ");
  expect(shown([], [death("Nib", 5, { resurrected: true })])[0]).toContain("It was called back");
  expect(shown([], [death("Nib", 5, { resurrected: true, restored: true })])[0]).toContain("The service was down");
  expect(shown([], [death("Nib", 5, {}, NOW + HOUR_MS)])[0]).toContain("Your agent can call it back");
  expect(shown([], [])).toEqual([]);
});
