// Tests that every setting is in exactly one group and that no group is empty.
import { expect, test } from "vitest";
import { ENVIRONMENT } from "../../src/platform/config/environment.ts";
import { settingGroups } from "./settings.ts";

test("groups contain every setting once, in order", () => {
  const groups = settingGroups();
  expect(groups.flatMap(({ settings }) => settings.map(({ name }) => name))).toEqual(Object.keys(ENVIRONMENT.shape));
  for (const { title, settings } of groups) expect(settings, title).not.toEqual([]);
});
