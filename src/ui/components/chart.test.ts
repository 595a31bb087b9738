// Tests parts of charts: lines that stop at a death, parts below a level, and labels that do not overlap.
import { expect, test } from "vitest";
import { brokenAt, linesOf, partsBelow, fitLabels } from "./chart.ts";

const SPAN = { from: 0, to: 100 };

test("no line crosses a death, and a line may end with it", () => {
  const points = [0, 40, 60, 100].map((at) => ({ at, value: 50 }));
  expect(linesOf(points, SPAN)).toEqual(["0,50 100,50"]);
  expect(linesOf(brokenAt(points, [45]), SPAN)).toEqual(["0,50 40,50", "60,50 100,50"]);
  expect(linesOf(brokenAt(points, [40]), SPAN)).toEqual(["0,50 40,50", "60,50 100,50"]);
  expect(linesOf(brokenAt(points, [100]), SPAN)).toEqual(["0,50 100,50"]);
});

test("the low parts of a line end where it crosses the level", () => {
  const points = [
    { at: 0, value: 30 },
    { at: 20, value: 10 },
    { at: 40, value: 0 },
    { at: 40, value: 40 },
    { at: 60, value: null },
    { at: 80, value: 5 },
    { at: 100, value: 5 },
  ];
  expect(linesOf(partsBelow(points, 20), SPAN)).toEqual(["10,80 20,90 40,100 40,80", "80,95 100,95"]);
  expect(linesOf(partsBelow(points, 0), SPAN)).toEqual([]);
});

test("only the first of overlapping labels remains", () => {
  const labels = [
    { at: 50, name: "died" },
    { at: 0, name: "hatched" },
    { at: 5, name: "child" },
    { at: 12, name: "teen" },
    { at: 45, name: "adult" },
  ];
  expect(fitLabels(labels, SPAN)).toEqual([
    { x: 50, name: "died", near: false },
    { x: 0, name: "hatched", near: false },
    { x: 12, name: "teen", near: true },
  ]);
});
