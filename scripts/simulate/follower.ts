// Proves that answers alone suffice to raise creatures: a keeper that begins at GET /api follows the documented loop in houses of every
// built-in species, and more than two creatures that miss a feeding window or do not become high_care adults make it exit with 1.
import { z } from "zod";
import { followAnswers } from "../context/keeping.ts";
import { Reader } from "../context/reader.ts";
import { openHouse } from "../house.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  species: textOption("LIST", "slugs separated by commas (default: all built-in species)"),
  each: numberOption("creatures per house", 6),
  hours: numberOption("hours to play; must reach adulthood", 144),
});

const MOST_FAILURES = 2;

const discovery = z.object({
  endpoints: z.array(z.object({ name: z.string(), path: z.string() })),
  next_steps: z.array(z.object({ action: z.string(), endpoint: z.string().optional() })),
});
const creatureStatus = z.object({
  creature: z.object({
    alive: z.boolean(),
    stage: z.string(),
    evolution_progress: z.object({ current_path: z.string().nullable() }).optional(),
  }),
});
const history = z.object({ stats: z.object({ missed_feedings: z.number() }) });
const registered = z.object({ your_token: z.string() });
const adopted = z.object({ creature: z.object({ id: z.string() }) });
const listed = z.object({ species: z.array(z.object({ slug: z.string(), tier: z.string() })) });

const house = await openHouse();
const visitor = new Reader(house.url);
const { endpoints, next_steps: first } = discovery.parse(await visitor.aside("GET", "/api"));

function pathOf(name: string): string {
  const found =
    endpoints.find((each) => each.name === name)?.path ?? first.find(({ action }) => action === name)?.endpoint;
  if (found === undefined) throw new Error(`GET /api leads to no ${name}`);
  return found;
}

/** Keeps one house until its creatures are adults. Returns a description of each creature that is not well. */
async function keep(slugs: readonly string[], number: number): Promise<readonly string[]> {
  const reader = new Reader(house.url);
  const call = reader.aside.bind(reader);
  const username = `test-follower-${Date.now().toString(36)}-${number}`;
  reader.key = registered.parse(await call("POST", pathOf("register"), { username, timezone: "UTC" })).your_token;
  const ids = new Map<string, string>();
  for (const slug of slugs) {
    const { creature } = adopted.parse(await call("POST", "/api/house/adopt", { name: "Pip", species_slug: slug }));
    ids.set(slug, creature.id);
  }
  await followAnswers(call, { status: pathOf("check_status"), clock: pathOf("move_clock") }, values.hours);
  const faults: string[] = [];
  for (const [slug, id] of ids) {
    const { creature } = creatureStatus.parse(await call("GET", `/api/house/status?creature_id=${id}`));
    const { stats } = history.parse(await call("GET", `/api/house/history?creature_id=${id}`));
    const path = creature.evolution_progress?.current_path;
    const isWell = creature.alive && creature.stage === "adult" && path === "high_care" && stats.missed_feedings === 0;
    if (!isWell) faults.push(`${slug}: ${creature.stage}, ${path ?? "no path"}, ${stats.missed_feedings} missed`);
  }
  return faults;
}

try {
  const all = listed.parse(await visitor.aside("GET", "/api/house/species?per_page=100")).species;
  const slugs = values.species?.split(",") ?? all.filter(({ tier }) => tier !== "community").map(({ slug }) => slug);
  const houses = Array.from({ length: Math.ceil(slugs.length / values.each) }, (_, number) =>
    slugs.slice(number * values.each, (number + 1) * values.each),
  );
  const wrong = (await Promise.all(houses.map(keep))).flat();
  console.log(`${slugs.length} species in ${houses.length} houses: ${wrong.length} failed, ${MOST_FAILURES} allowed`);
  for (const each of wrong) console.log(`- ${each}`);
  process.exitCode = wrong.length > MOST_FAILURES ? 1 : 0;
} finally {
  await house.close();
}
