// An ordinary account enters trials, and each of its runs has its own key.
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { startRun } from "../../../test/trial-runs.ts";

const house = await houseForFile();

test("TRIAL-1: an ordinary account is an entry, and its run is played with the run's own key", async () => {
  const run = await startRun(house);
  expect(run.key).toMatch(/^dkt_/);
  const [own, played] = [await run.owner.call("GET", "/api/house/home"), await run.call("GET", "/api/house/home")];
  expect(own.json.creatures).toEqual([]);
  expect(played.json.creatures).toHaveLength(3);
  const again = await run.call("POST", "/api/trials", { scenario: "guided-1", practice: 1 });
  expect([again.status, again.json.code]).toEqual([403, "not_in_a_run"]);
});
