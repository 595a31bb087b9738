// Tests that the chips beside a creature's name agree with its need.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { MOODS } from "@denkeeper/rules/creature/creature.ts";
import { iso } from "../../platform/clock.ts";
import { moods } from "./mood.ts";

const NOW = Date.UTC(2026, 10, 19);

test("WORDS-25: no cheerful mood stands beside a creature in danger", () => {
  const without_care_since = iso(NOW - 30 * HOUR_MS);
  for (const mood of MOODS) {
    const isCheerful = ["happy", "content", "curious"].includes(mood);
    for (const signs of [{}, { without_care_since }]) {
      const chips = moods({ mood, need: "danger", ...signs }, NOW).toString();
      expect(chips.includes(`mood--${mood}`), chips).toBe(!isCheerful);
      expect(moods({ mood, need: "late", ...signs }, NOW).toString()).toContain(`mood--${mood}`);
    }
  }
});
