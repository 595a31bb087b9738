// Plays a client that knows only the specification. It registers, adopts by slug, checks the status, does the first care in
// next_steps, and comes back at recommended_checkin. Otherwise the loop reads only age_hours, to
// know when to stop.
import { expect, test } from "vitest";
import { openDen } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { drawn } from "../tier.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

const SPECIES = [
  "housecat",
  "sphynx",
  "bengal",
  "border_collie",
  "wolfdog",
  "hedgehog",
  "pangolin",
  "owl",
  "tortoise",
  "jackrabbit",
  "quantum",
  "hive",
];
const ADULT_HOURS = 120;
/** More calls at one instant than any creature needs. */
const PATIENCE = 30;

interface Step {
  readonly method?: string;
  readonly endpoint?: string;
  readonly body?: object;
}

test.each(drawn(SPECIES, (slug) => ["sphynx", "pangolin"].includes(slug)))(
  "a client written from the specification raises %s well",
  async (slug) => {
    const den = await openDen(house);
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await den.call(method, path, body);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
      return answer.json;
    };
    const { id } = (await ask("POST", "/api/house/adopt", { name: "Pip", species_slug: slug })).creature;
    const timings = new Set<string | null>();
    let seen = await ask("GET", `/api/house/status?creature_id=${id}`);
    for (let calls = 0; seen.creature.age_hours <= ADULT_HOURS;) {
      const care = seen.next_steps.find(({ endpoint }: Step) => endpoint === "/api/house/care");
      if (care === undefined || calls > PATIENCE) {
        expect(calls, "every visit comes to an end").toBeLessThanOrEqual(PATIENCE);
        await den.advanceTo(seen.recommended_checkin.at);
        calls = 0;
      } else {
        timings.add((await ask(care.method, care.endpoint, care.body)).action_result.timing);
        calls++;
      }
      seen = await ask("GET", `/api/house/status?creature_id=${id}`);
    }
    expect(seen.creature).toMatchObject({
      alive: true,
      stage: "adult",
      evolution_progress: { current_path: "high_care" },
    });
    expect([...timings].filter((timing) => timing !== null)).toEqual(["on_time"]);
  },
);
