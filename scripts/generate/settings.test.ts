// Tests the groups of settings in documents.
import { expect, test } from "vitest";
import { ENVIRONMENT } from "../../src/platform/config/environment.ts";
import { settingGroups } from "./settings.ts";

test("settingGroups has every setting once, in order, and no empty group", () => {
  const groups = settingGroups();
  expect(groups.flatMap(({ settings }) => settings.map(({ name }) => name))).toEqual(Object.keys(ENVIRONMENT.shape));
  for (const { title, settings } of groups) expect(settings, title).not.toEqual([]);
});
