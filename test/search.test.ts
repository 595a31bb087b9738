// Search finds public names by their beginnings, in any letter case, and takes every character of the query literally.
import { expect, test } from "vitest";
import { openDen } from "./den.ts";
import { houseForFile } from "./harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

async function found(q: string): Promise<string> {
  const answer = await fetch(`${house.url}/search?${new URLSearchParams({ q }).toString()}`, {
    headers: { accept: "text/html" },
  });
  expect(answer.status, q).toBe(200);
  const text = await answer.text();
  return text.slice(text.indexOf("</form>"), text.indexOf("<footer"));
}

test("keepers by username and display name, creatures and species by name", async () => {
  const keeper = await openDen(house);
  await keeper.hatched({ name: "Éclair 100_sure", species_slug: "housecat" });
  await database.adHoc("UPDATE agents SET display_name = 'Grace of the Harbor' WHERE agent_id = $1", [keeper.id]);
  const page = `/agents/${keeper.username}`;
  for (const q of [keeper.username.slice(0, -1).toUpperCase(), `@${keeper.username}`, "grace OF", " Grace "]) {
    expect(await found(q), q).toContain(`href="${page}"`);
  }
  for (const q of ["Éclair", "Éclair 100_SU", "É"]) expect(await found(q), q).toContain(`${page}/creatures/`);
  for (const q of ["clair", "É%", "Éclair 100%", "Éclair_100", "Harbor", "\\"]) {
    expect(await found(q), q).not.toContain(`${page}/creatures/`);
  }
  expect(await found("coon")).toContain('href="/species/maine_coon"');
  expect(await found("<script>alert(1)</script>")).toContain("Nothing begins with “&lt;script&gt;");
});

test("of many that match, the closest come first and only a dozen are shown", async () => {
  const keeper = await openDen(house);
  await keeper.hatched({ name: "Pip", species_slug: "housecat" });
  await database.adHoc(
    `INSERT INTO creatures SELECT (jsonb_populate_record(c, jsonb_build_object('creature_id', gen_random_uuid(),
        'name', 'Pippin ' || n))).* FROM creatures c, generate_series(1, 300) AS n WHERE c.agent_id = $1 AND c.name = 'Pip'`,
    [keeper.id],
  );
  const page = await found("pip");
  expect(page.match(/class="who" href="[^"]+\/creatures\//g)).toHaveLength(12);
  expect(page).toContain("Pip<small>");
  expect(page).toContain("These are the first 12");
});

test("search has its own rate limit", async () => {
  const strict = await houseForFile();
  const statuses: number[] = [];
  for (let nth = 0; nth < 31; nth++) statuses.push((await fetch(`${strict.url}/search?q=a`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await fetch(`${strict.url}/stats`)).status).toBe(200);
});
