// The album counts the forms that its page shows, and no run can ask for it.
import { expect, test } from "vitest";
import { openDen } from "../../../../test/den.ts";
import { houseForFile } from "../../../../test/harness.ts";
import { startRun } from "../../../../test/trials/paired-runs.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("it has the species that were kept, the paths that they took, and how many there are", async () => {
  const den = await openDen(house);
  expect((await den.call("GET", "/api/house/album")).json).toMatchObject({ found: 0, of: 192, species: [] });
  const ids = [];
  for (const species_slug of ["tabby", "tabby", "tabby", "owl", "beagle"])
    ids.push(await den.hatched({ species_slug }));
  const grow = "UPDATE creatures SET stage = 'adult', path = $2 WHERE creature_id = $1";
  for (const [index, path] of ["high_care", "rescue", "rescue", "balanced"].entries()) {
    await house.app.services.database.adHoc(grow, [ids[index], path]);
  }
  const { found, of, species } = (await den.call("GET", "/api/house/album")).json;
  expect([found, of]).toEqual([3, 192]);
  expect(species).toEqual(
    expect.arrayContaining([
      { species: "Tabby", paths: ["high_care", "rescue"] },
      { species: "Owl", paths: ["balanced"] },
      { species: "Beagle", paths: [] },
    ]),
  );
  expect(species).toHaveLength(3);
  const compact = await den.call("GET", "/api/house/album?view=compact");
  expect(Object.keys(compact.json)).toEqual(["found", "of", "next_steps"]);
  await den.call("DELETE", "/api/house/release", { creature_id: ids[3] });
  expect((await den.call("GET", "/api/house/album?view=compact")).json.found).toBe(2);
});

test("a run has none", async () => {
  const run = await startRun(house, "guided-1", 1);
  expect((await run.call("GET", "/api/house/album")).status).toBe(403);
});
