import { describe, expect, it } from "vitest";
import { categoryOf } from "./items.ts";

describe("item categories", () => {
  it.each([
    [1, "loved"],
    [0.6, "loved"],
    [0.599_999, "liked"],
    [0.5, "liked"],
    [0.499_999, "neutral"],
    [0.42, "neutral"],
    [0.419_999, "disliked"],
    [0.33, "disliked"],
    [0.329_999, "harmful"],
    [0, "harmful"],
    [-1, "harmful"],
  ] as const)("CARE-2: a similarity of %d is %s", (likeness, category) => {
    expect(categoryOf(likeness)).toBe(category);
  });
});
