import type { ShownNow } from "@denkeeper/rules/life/shown.ts";
import { expect, test } from "vitest";
import type { LoggedAct } from "../../store/rollups/live.ts";
import { actOf } from "./act.ts";

const NOW = 1_800_000_000_000;

function seen(more: { readonly diedAt?: number; readonly grewAt?: number } = {}): ShownNow {
  const { diedAt, grewAt = null } = more;
  const creature = {
    name: "Pip",
    death: diedAt === undefined ? null : { at: diedAt },
    stageInstants: { baby: NOW - 864e5, child: grewAt, teen: null, adult: null },
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: only what actOf reads
  return { now: NOW, creature } as unknown as ShownNow;
}

function logged(action: LoggedAct["action"], more: Partial<LoggedAct> = {}): LoggedAct {
  const plain = { creatureId: "1", kind: "care", category: null, effectiveness: "effective", at: NOW - 500 } as const;
  return { ...plain, action, ...more };
}

const whatOf = (view: ShownNow, acts: readonly LoggedAct[]) => actOf(view, acts)?.what;

test("of several acts the first that matters is shown: feed, medicine, play, clean; growth, return and death before all", () => {
  const visit = (["reflect", "clean", "play", "medicine", "feed"] as const).map((action) => logged(action));
  const order: (string | undefined)[] = [];
  for (let left = visit; left.length > 0; left = left.slice(0, -1)) order.push(whatOf(seen(), left));
  expect(order).toEqual(["feed", "medicine", "play", "clean", "reflect"]);
  expect(whatOf(seen({ grewAt: NOW - 1_000 }), visit)).toBe("grow");
  expect(whatOf(seen(), [logged(null, { kind: "hatch" }), ...visit])).toBe("hatch");
  expect(whatOf(seen(), [logged(null, { kind: "resurrect" }), ...visit])).toBe("resurrect");
  expect(whatOf(seen({ diedAt: NOW - 500 }), [logged("feed", { category: "harmful" })])).toBe("death");
});

test("what did harm is said as harm, what was wasted says nothing, and no sentence speaks of a keeper", () => {
  expect(actOf(seen(), [logged("feed", { category: "harmful", effectiveness: "wasted" })])).toMatchObject({
    what: "hurt",
    said: "That hurt Pip.",
  });
  const wasted = actOf(seen(), [logged("feed", { effectiveness: "wasted" })]);
  expect([wasted?.what, wasted?.said]).toEqual(["feed", undefined]);
  for (const action of ["feed", "medicine", "play", "clean", "discipline", "sleep", "reflect"] as const) {
    const said = actOf(seen(), [logged(action)])?.said ?? "";
    expect(said).toContain("Pip");
    expect(said).not.toContain("keeper");
  }
});

test("old news is no news, and a meal before the last visit is old", () => {
  expect(whatOf(seen(), [logged("feed", { at: NOW - 4_000 }), logged("reflect")])).toBe("reflect");
  expect(actOf(seen({ diedAt: NOW - 60_000, grewAt: NOW - 60_000 }), [logged("feed", { at: NOW - 30_000 })])).toBe(
    undefined,
  );
});
