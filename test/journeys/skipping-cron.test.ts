// Plays keepers whose cron skips one run in five, guided by events and status. Many lives run through the rules alone to measure
// the success rate, and some run over HTTP.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import type { EvolutionPath, Living } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { isDue } from "@denkeeper/rules/foresight/schedule.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { openDen, type Step } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { livingOf } from "../lives/creatures.ts";
import { FULL, drawn } from "../tier.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const CRON_MS = HOUR_MS;
const SKIPS = 1 / 5;
const GROWN_BY_HOURS = 170;
const MOST_CARE = 8;

const isSkipped = (seed: number, run: number): boolean => chance(seed, run) < SKIPS;

/** Plays one life by the rules. At each run that is not skipped, the keeper gives care if its check-in has come. */
function raised(index: number): EvolutionPath | "dead" | null {
  const species = CATALOG[index % CATALOG.length];
  if (species === undefined) throw new Error("the catalog is empty");
  const id = `life-${index}`;
  const start = Date.UTC(2026, 5, 1, index % 24);
  let creature: Living = hatch(adopt({ id, name: "Pip", species, zone: "UTC", at: start }), start);
  for (let run = 1; run <= GROWN_BY_HOURS; run++) {
    const at = start + run * CRON_MS;
    if (isSkipped(seedOf(id), run)) continue;
    for (let done = 0; done < MOST_CARE; done++) {
      const now = creatureAt(creature, at + done * 1_000);
      if (now.kind !== "living") return "dead";
      if (now.advice === null || !isDue(now)) break;
      const item = { category: null, isTask: now.advice.needsTaskItem };
      const outcome = applyCare(creature, now.advice.action, item, now.now);
      if (outcome.kind !== "done") break;
      creature = livingOf(outcome.creature);
    }
  }
  const grown = creatureAt(creature, start + GROWN_BY_HOURS * HOUR_MS);
  return grown.kind === "living" ? grown.creature.path : "dead";
}

const LIVES = FULL ? 370 : 150;

test(`despite skipped runs, at least 95% of ${LIVES} lives grow up well`, () => {
  const lives = Array.from({ length: LIVES }, (_, index) => raised(index));
  const well = lives.filter((path) => path === "high_care" || path === "balanced").length;
  expect(
    well / lives.length,
    JSON.stringify(Object.groupBy(lives, String), undefined, 0).slice(0, 200),
  ).toBeGreaterThanOrEqual(0.95);
});

test("over HTTP, lives guided by events and status grow up well", async () => {
  for (const species of drawn(["beagle", "housecat", "lynx"], (_, nth) => nth === 0)) {
    const den = await openDen(house, { hour: 10 });
    const id = await den.hatched({ species_slug: species });
    const seed = seedOf(randomUUID());
    let cursor = (await den.call("GET", "/api/house/events")).json.cursor as string;
    const types: string[] = [];
    for (let run = 1; types.filter((type) => type === "stage_changed").length < 3 && run < GROWN_BY_HOURS; run++) {
      await den.advance(CRON_MS / HOUR_MS);
      if (isSkipped(seed, run)) continue;
      const { json: pulled } = await den.call("GET", `/api/house/events?since=${cursor}`);
      cursor = pulled.cursor;
      types.push(...pulled.events.map(({ type }: { type: string }) => type));
      for (let done = 0; done < MOST_CARE; done++) {
        const { json } = await den.status(id);
        if (json.recommended_checkin.hours_from_now > 0) break;
        const advised = (json.next_steps as Step[]).find(({ endpoint }) => endpoint === "/api/house/care");
        if (advised === undefined) break;
        expect((await den.call(advised.method, advised.endpoint, advised.body)).status).toBe(200);
      }
    }
    const { creature } = (await den.status(id)).json;
    expect(["high_care", "balanced"], species).toContain(creature.evolution_progress.current_path);
    expect(types.filter((type) => type === "feeding_due").length).toBeGreaterThan(5);
    expect(types).not.toContain("died");
  }
});
