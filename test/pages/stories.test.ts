// Tests the story of every death on lives played by the rules: each cause and each last care action, with and without a
// resurrection or boarding. The story must match the life's log, its chart and its post-mortem.
import { describe, expect, it } from "vitest";
import { SeedLife } from "../../scripts/seed/life.ts";
import { board } from "@denkeeper/rules/care/boarding.ts";
import { resurrect } from "@denkeeper/rules/care/resurrection.ts";
import { CARE_ACTIONS, isLiving, type CareAction } from "@denkeeper/rules/creature/creature.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { gravestoneView } from "../../src/views/stone-view.ts";
import { agentIdOf } from "../../src/platform/identity/agent-id.ts";
import { lastCareOf, story } from "../../src/community/graves/story.ts";
import { gravestone as shape } from "../../src/http/contract/shapes/gravestone.ts";

const HOUR = 3_600_000;
/** 06:00 UTC, hours before any creature sleeps. */
const T0 = Date.UTC(2026, 10, 9, 6);
const HARMFUL = { item: "bleach", judged: { category: "harmful", isTask: false, score: 0.1 } } as const;
const KEEPER = { id: agentIdOf("ada"), username: "ada", clockMoved: false, clockOffsetMs: 0 };

function hatched(slug = "housecat"): SeedLife {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(slug);
  const life = new SeedLife(KEEPER, {
    id: "01990000-0000-7000-8000-000000000001",
    name: "Pip",
    species,
    zone: "UTC",
    at: T0,
  });
  life.look(T0 + 1);
  return life;
}

/** Looks every two hours from an instant on and gives the actions in turn, until the life is over. */
function kept(life: SeedLife, from: number, acts: readonly CareAction[]): SeedLife {
  for (let at = from, n = 0; !life.isOver && n < 400; at += 2 * HOUR, n++) {
    life.look(at);
    const action = acts[n % acts.length];
    if (action !== undefined) life.care(action, at);
  }
  return life;
}

function left(life: SeedLife): SeedLife {
  life.look(life.stored.creature.lastCheckedAt + 200 * HOUR);
  return life;
}

function back(life: SeedLife, at: number): SeedLife {
  const { creature } = life.stored;
  if (creature.death === null) throw new Error("it lives");
  life.stored = { ...life.stored, creature: resurrect(creature, at) };
  return life;
}

function boarded(life: SeedLife, at: number): SeedLife {
  const { creature } = life.stored;
  const outcome = isLiving(creature) ? board(creature, at, 20 * HOUR) : undefined;
  if (outcome?.kind !== "boarded") throw new Error(JSON.stringify(outcome));
  life.stored = { ...life.stored, creature: outcome.creature };
  return life;
}

function caredFor(life: SeedLife, action: CareAction, at = T0 + HOUR): SeedLife {
  expect(life.care(action, at), action).toBe(true);
  return life;
}

function harmed(action: CareAction): SeedLife {
  const life = hatched();
  for (let n = 1; !life.isOver && n < 200; n++) life.care(action, T0 + n * 60_000, HARMFUL);
  return life;
}

const LIVES: readonly (readonly [string, () => SeedLife, (string | undefined)?])[] = [
  ["no visit", () => left(hatched()), "neglect"],
  ...CARE_ACTIONS.map((action) => [`left after ${action}`, () => left(caredFor(hatched(), action))] as const),
  ...CARE_ACTIONS.map((action) => [`harmed by ${action}`, () => harmed(action)] as const),
  ["only played with", () => kept(hatched(), T0 + HOUR, ["play"]), "hunger"],
  ["fed once", () => kept(caredFor(hatched(), "feed"), T0 + 2 * HOUR, ["play", "reflect"]), "hunger"],
  ["never cleaned", () => kept(hatched(), T0 + HOUR, ["feed"]), "illness"],
  ["back, and left", () => left(back(left(caredFor(hatched(), "feed")), T0 + 90 * HOUR)), "neglect"],
  [
    "back, and not fed",
    () => kept(back(left(caredFor(hatched(), "feed")), T0 + 90 * HOUR), T0 + 91 * HOUR, ["play"]),
    "hunger",
  ],
  ["boarded, and left", () => left(boarded(caredFor(hatched(), "feed"), T0 + 2 * HOUR)), "neglect"],
];

function plain(html: { toString: () => string }): string {
  return String(html)
    .replaceAll(/<time datetime="([^"]*)"[^>]*>[^<]*<\/time\s*>/gu, "$1")
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

function stoneOf(life: SeedLife) {
  if (life.gravestone === undefined) throw new Error("the creature has no grave");
  return shape.parse(gravestoneView(life.gravestone));
}

describe("stories", () => {
  const told = LIVES.flatMap(([name, play, cause]) => {
    const life = play();
    return life.gravestone === undefined ? [] : [{ name, life, cause, stone: stoneOf(life) }];
  });

  it("cover every cause in at least 15 deaths", () => {
    expect(new Set(told.map(({ stone }) => stone.cause))).toEqual(new Set(["neglect", "hunger", "illness", "harm"]));
    expect(told.length).toBeGreaterThan(14);
  });

  it.each(told)("$name", ({ life, cause, stone }) => {
    const text = plain(story(stone, T0));
    if (cause !== undefined) expect(stone.cause).toBe(cause);
    expect(text).not.toMatch(/undefined|null|false|NaN|\[object|\s[.,;]/u);
    expect(text).toMatch(/^[A-Z].*\.$/u);
    const sentences = text.split(/(?<=\.) (?=[A-Z])/u);
    expect(sentences.length).toBeGreaterThanOrEqual(1);
    expect(sentences.length).toBeLessThanOrEqual(3);
    expect(text).toContain(stone.died_at);

    // Compares with the log entries after the creature hatched or was resurrected.
    const since = life.stored.creature.resurrections > 0 ? T0 + 90 * HOUR : T0;
    const cares = life.log.filter(({ kind, at }) => kind === "care" && at >= since);
    const [last, meal] = [cares.at(-1), cares.findLast(({ action }) => action === "feed")];
    const iso = (at: number | undefined) => (at === undefined ? "none" : new Date(at).toISOString());
    expect(lastCareOf(stone)?.action).toBe(last?.action ?? undefined);
    if (last !== undefined) expect(iso(lastCareOf(stone)?.at)).toBe(iso(last.at));
    const logged = stone.post_mortem.filter(({ note }) => note.startsWith("Last care"));
    expect(logged).toHaveLength(1);
    expect(logged[0]?.note).toContain(last?.action ?? "none");
    if (last !== undefined) expect(logged[0]?.at).toBe(iso(last.at));
    if (text.includes("last care"))
      expect(text).toMatch(new RegExp(`last care that (Pip|it) got was [a-z ]+, at ${iso(last?.at)}`, "u"));
    if (text.includes("for the last time")) expect(text).toContain(`for the last time at ${iso(meal?.at)}`);
    if (text.includes("never fed")) expect(life.log.some(({ action }) => action === "feed")).toBe(false);
    if (text.includes("no meal after")) expect(meal).toBeUndefined();
    if (stone.cause === "harm") expect(text).toMatch(/harm/u);
    if (stone.cause === "neglect")
      expect(text).toContain(last === undefined ? "No one cared for Pip after" : "The last care");
    if (stone.cause === "illness") expect(text).toContain("not been cleaned for 48 hours");
  });

  it("mention undone deaths and remain correct for older gravestones", () => {
    const stone = stoneOf(left(caredFor(hatched(), "feed")));
    expect(plain(story({ ...stone, restored: true }, T0))).toBe("The service was down, so this death was reversed.");
    const note = "The feeding clock last started here: fed, hatched or come back.";
    const old = {
      ...stone,
      cause: "hunger" as const,
      post_mortem: stone.post_mortem.map((each) => (each.event === "last_feeding" ? { ...each, note } : each)),
    };
    expect(plain(story(old, T0))).toContain("Pip had no meal after ");
    expect(plain(story({ ...stone, post_mortem: [] }, T0))).toMatch(
      /^No one cared for Pip\. At \S+, its clock ran out\.$/u,
    );
  });
});
