// Tests the headline of a track record.
import { expect, test } from "vitest";
import { headlineOf } from "./track-record.ts";

test("a rounded share is never outside the interval next to it", () => {
  for (let share = 0; share <= 1; share += 0.001) {
    const [low, high] = [share - 0.0006, share + 0.0006].map((end) => Math.min(1, Math.max(0, end)));
    const said = headlineOf({ on_time_share: share, on_time_low: low ?? 0, on_time_high: high ?? 0 });
    const [shown = 0, from = 0, until = 0] = (said.match(/\d+(?=%)/g) ?? []).map(Number);
    expect(from <= shown && shown <= until, said).toBe(true);
  }
});
