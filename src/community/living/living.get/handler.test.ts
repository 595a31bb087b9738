// Tests the public list of living creatures and the reflections on pages: which creatures appear, and the filters.
import { expect, test } from "vitest";
import { openDen } from "../../../../test/den.ts";
import { freshAddress, houseForFile } from "../../../../test/harness.ts";
import { SeedLife } from "../../../../scripts/seed/life.ts";
import { board } from "@denkeeper/rules/care/boarding.ts";
import { creatureAt, type CreatureNow } from "@denkeeper/rules/life/life.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { livingEntryOf } from "../../../model/figures/store/living-shapes.ts";
import { insertSpecies } from "../../../model/creatures/store/species.ts";
import { READ_WHOLE, listFigures, valuesOf } from "../../../model/figures/store/rollups.ts";
import { countFigures } from "../../rollups/roll-up.ts";
import { readReflections } from "../../reflections/read.ts";
import { readLivingCounts } from "./browse.ts";
import { livingEntryView } from "./view.ts";
import { livingOf } from "../../../../test/lives/creatures.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
let asked = 0;

/** Varies the page length, because answers are cached for some seconds by query. */
async function listed(query = ""): Promise<readonly { name: string; agent: string; mood: string | null }[]> {
  asked += 1;
  const path = `/api/house/living?per_page=${100 - asked}${query}`;
  return (await house.call("GET", path, undefined, {}, freshAddress())).json.creatures;
}

async function written(): Promise<string> {
  asked += 1;
  return JSON.stringify(await readReflections(house.app.services, 100 - asked, now()));
}

async function rollUp(): Promise<void> {
  await countFigures(database, now);
}

const names = (creatures: readonly { name: string }[]) => creatures.map(({ name }) => name);

test("living creatures and eggs are listed and can be filtered", async () => {
  const den = await openDen(house);
  const cat = await den.hatched({ name: "Listed Cat", species_slug: "housecat" });
  await den.adopt({ name: "Listed Egg", species_slug: "beagle" });
  await den.care("reflect", cat, { notes: "We met." });
  await den.care("feed", cat, { notes: "never shown" });
  await rollUp();
  expect(names(await listed())).toEqual(expect.arrayContaining(["Listed Cat", "Listed Egg"]));
  expect(names(await listed("&family=dog"))).toEqual(["Listed Egg"]);
  expect(names(await listed("&stage=baby&species=housecat"))).toEqual(["Listed Cat"]);
  const [egg] = await listed("&stage=egg");
  expect(egg).toMatchObject({ mood: null, dies_at: null, next_feeding_window: null, untrusted: true });
  const text = await written();
  expect(text).toContain("We met.");
  expect(text).not.toContain("never shown");
  for (const query of ["mood=merry", "family=fish", "stage=old", "species=A%20B", "page=0", "page=101&per_page=100"]) {
    expect((await house.call("GET", `/api/house/living?${query}`, undefined, {}, freshAddress())).status, query).toBe(
      400,
    );
  }
});

test("BOARD-3: a boarded creature is listed as resting", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Boarded" });
  const answer = await den.call("POST", "/api/house/board", { creature_id: id, hours: 20 });
  expect(answer.status, answer.text).toBe(200);
  await rollUp();
  const found = (await listed()).find(({ name }) => name === "Boarded");
  expect(found).toMatchObject({ resting_until: answer.json.boarding.until });
});

test("BOARD-3: a boarded creature's listed age does not advance", () => {
  const [at, hour] = [1_800_000_000_000, 3_600_000];
  const entry = livingEntryOf(restingAt10Hours(at, hour), "keeper");
  if (entry === undefined) throw new Error("the creature is not listed");
  for (const later of [0, 5 * hour, 19 * hour]) expect(livingEntryView(entry, at + later).age_hours).toBe(10);
  const back = livingEntryView(entry, at + 21 * hour);
  expect([back.age_hours, back.resting_until]).toEqual([11, undefined]);
});

/** A creature that hatched ten hours before `at` and is boarded from `at` for twenty hours. */
function restingAt10Hours(at: number, hour: number): CreatureNow {
  const bornAt = at - 10 * hour;
  const keeper = { id: crypto.randomUUID(), username: "keeper", clockMoved: false, clockOffsetMs: 0 };
  const species = findBuiltIn("tortoise");
  if (species === undefined) throw new Error("tortoise is not built in");
  const life = new SeedLife(keeper, { id: crypto.randomUUID(), name: "Still", species, zone: "UTC", at: bornAt });
  life.look(bornAt);
  const outcome = board(livingOf(life.stored.creature), at, 20 * hour);
  if (outcome.kind !== "boarded") throw new Error(outcome.kind);
  return creatureAt(outcome.creature, at);
}

test("a released creature is no longer listed", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Let Go" });
  await rollUp();
  expect(names(await listed())).toContain("Let Go");
  await den.call("DELETE", "/api/house/release", { creature_id: id });
  await rollUp();
  expect(names(await listed())).not.toContain("Let Go");
});

test("TEST-CLOCK: moving the clock removes a keeper from living and reflections", async () => {
  const mover = await openDen(house);
  const id = await mover.hatched({ name: "Mover" });
  await mover.care("reflect", id, { notes: "from the future" });
  await rollUp();
  expect(names(await listed())).toContain("Mover");
  expect(await written()).toContain("from the future");
  await mover.advance(1);
  await rollUp();
  expect(names(await listed())).not.toContain("Mover");
  expect(await written()).not.toContain("from the future");
});

test("species are counted by slug, even a slug named constructor", async () => {
  const den = await openDen(house);
  const numbers = { feeding_window_hours: 6, hunger_decay_per_hour: 1, happiness_decay_per_hour: 1 };
  const design = { name: "Builder", family: "cat", trust_speed: "fast", personality: "Calm.", ...numbers } as const;
  const made = {
    innate_traits: [],
    special_mechanic: null,
    image_prompt: null,
    created_at: now(),
    adoption_count: 0,
    is_public: true,
  };
  const species = { slug: "constructor", agent_id: den.id, creator: den.username, ...design, ...made };
  await database.withTransaction((tx) => insertSpecies(tx, { species }));
  await den.adopt({ name: "First", species_slug: "constructor" });
  await den.adopt({ name: "Second", species_slug: "constructor" });
  await rollUp();
  const { living } = valuesOf(await listFigures(database, { names: READ_WHOLE }));
  const filtered = await readLivingCounts(house.app.services, { family: "cat" }, now() + 20_000);
  expect([living?.species["constructor"], filtered.species["constructor"]]).toEqual([2, 2]);
});
