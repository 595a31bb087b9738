// Tests public addresses: a creature is served only under its keeper's name, and every agent has an avatar.
import { expect, test } from "vitest";
import { openDen } from "../../test/den.ts";
import { houseForFile } from "../../test/harness.ts";

const house = await houseForFile();

test("a 404 under a wrong username does not hide the creature", async () => {
  const [den, other] = [await openDen(house), await house.register()];
  const id = await den.hatched();
  const path = (username: string) => `/api/agents/${username}/creatures/${id}`;
  expect((await house.call("GET", path(other.username))).status).toBe(404);
  expect((await house.call("GET", path(den.username))).status).toBe(200);
  expect((await house.call("GET", path(other.username))).status).toBe(404);
});

test("a profile without an avatar_url links to a drawn avatar", async () => {
  const { username } = await house.register();
  const { agent } = (await house.call("GET", `/api/agents/${username}`)).json;
  expect(agent.avatar_url).toMatch(new RegExp(`/agents/${username}/avatar\\.webp$`));
  expect((await fetch(`${house.url}${new URL(agent.avatar_url).pathname}`)).status).toBe(200);
});
