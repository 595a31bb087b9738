// Tests that outages move only the clocks of living creatures, and that an unmoved creature is not copied.
import { expect, test } from "vitest";
import { adopt } from "@denkeeper/rules/care/adoption.ts";
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { T0, creatureWith, deadOf, hours, speciesWith } from "../../../test/lives/creatures.ts";
import { stored } from "../../../test/lives/many-lives.ts";
import { creatureFromRow, creatureRow } from "../creatures/store/creature-row.ts";
import { presentInRealTime } from "./present-creature.ts";

const read = (creature: Creature) => creatureFromRow(creatureRow(stored("", creature)));
const AWAY = [{ from: T0 + hours(1), until: T0 + hours(5) }];

test("AMNESTY-2: an outage moves a living creature's clocks and logs an entry", () => {
  const { creature, unwritten } = presentInRealTime(read(creatureWith()), AWAY, T0 + hours(6));
  expect(creature).toMatchObject({ stillMs: hours(4), lastFedAt: T0 + hours(4) });
  expect(unwritten).toMatchObject([{ kind: "amnesty", at: T0 + hours(1), until: T0 + hours(5), uncheckedSince: T0 }]);
});

test("AMNESTY-2: outages move no clock of eggs, dead or released creatures", () => {
  const egg = adopt({ id: "egg", name: "Egg", species: speciesWith(), zone: "UTC", at: T0 });
  const dead = deadOf(settle(creatureWith(), T0 + hours(1_000)));
  for (const unmoved of [egg, dead, { ...egg, releasedAt: T0 }, { ...creatureWith(), releasedAt: T0 }]) {
    const found = read(unmoved);
    expect(presentInRealTime(found, AWAY, T0 + hours(6))).toBe(found);
  }
  const found = read(creatureWith());
  expect(presentInRealTime(found, [], T0 + hours(6))).toBe(found);
});
