// WISH rules: every offered wish can be granted by what the species approves, each comes in its turn, and no rule of life knows of one.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { CATALOG } from "../species/catalog/index.ts";
import { itemsOfDesign } from "../species/design-items.ts";
import { FAMILIES, TRAITS } from "../species/species.ts";
import KEEPSAKES from "./keepsakes.json" with { type: "json" };
import { afterGranting, grants, isGrantedOn, keepsakesOf, wishOn, wishesFor } from "./wishes.ts";
import WISHES from "./wishes.json" with { type: "json" };

/** The approved meals of every built-in species, and of some designed ones. */
const MENUS = [
  ...CATALOG.map(({ slug, approvedItems }) => [slug, approvedItems.feed] as const),
  ...FAMILIES.flatMap((family) =>
    TRAITS.map(
      (trait) =>
        [`${family} ${trait}`, itemsOfDesign({ family, traits: [trait], personality: "likes the sea" }).feed] as const,
    ),
  ),
];

test("WISH-1: each offered wish comes once before any comes again, in an order of the creature's own", () => {
  for (const [slug, menu] of MENUS) {
    const offered = wishesFor(menu);
    for (const round of [0, 1]) {
      const days = Array.from({ length: offered.length }, (_, day) => 1 + round * offered.length + day);
      expect(new Set(days.map((day) => wishOn(slug, day, offered)?.id)).size, slug).toBe(offered.length);
    }
  }
  const [, menu] = MENUS[0] ?? ["", []];
  const month = (id: string) => Array.from({ length: 30 }, (_, day) => wishOn(id, day + 1, wishesFor(menu))?.id);
  expect(month("one")).toEqual(month("one"));
  expect(month("one")).not.toEqual(month("another"));
});

test("WISH-1: who is offered nothing wishes nothing", () => {
  expect(wishesFor(["nothing we know"])).toEqual([]);
  expect(wishOn("one", 3, [])).toBeUndefined();
});

test("WISH-2: an approved meal of its species grants every wish it can have, and nothing that it dislikes or that harms", () => {
  expect(WISHES).toHaveLength(56);
  for (const { slug, approvedItems } of CATALOG) {
    expect(wishesFor(approvedItems.feed).length, slug).toBeGreaterThanOrEqual(8);
  }
  const offeredAnywhere = new Set<string>();
  for (const [slug, menu] of MENUS) {
    for (const wish of wishesFor(menu)) {
      offeredAnywhere.add(wish.id);
      const given = { action: "feed", item: wish.example } as const;
      expect(menu, slug).toContain(wish.example);
      for (const category of ["loved", "liked", "neutral", null] as const) {
        expect(grants(wish, { ...given, category }), `${slug} ${wish.id}`).toBe(true);
      }
      for (const item of menu) {
        for (const category of ["disliked", "harmful"] as const) {
          expect(grants(wish, { action: "feed", item, category }), `${slug} ${wish.id}`).toBe(false);
        }
      }
    }
  }
  expect(offeredAnywhere.size).toBe(WISHES.length);
});

test("WISH-2: the wishes of a species are chosen once", () => {
  const [, menu] = MENUS[0] ?? ["", []];
  expect(wishesFor(menu)).toBe(wishesFor(menu));
});

test("WISH-3: a meal with one of the words, also in the plural, and no other care", () => {
  const wish = { words: ["berry", "sardine", "grass"] };
  const meal = (item: string | undefined) => grants(wish, { action: "feed", item, category: "liked" });
  expect(["a Berry", "two berries", "sardines, chilled", "GRASS"].map(meal)).toEqual([true, true, true, true]);
  expect(["strawberryish", "grassy hill", "", undefined].map(meal)).toEqual([false, false, false, false]);
  for (const action of ["play", "clean", "medicine", "discipline", "sleep", "reflect"] as const) {
    expect(grants(wish, { action, item: "berry", category: "loved" })).toBe(false);
  }
});

test("WISH-4: one a day, and a keepsake for every seventh until the shelf of the family is full", () => {
  const once = afterGranting(undefined, 3);
  expect(once).toEqual({ granted: 1, day: 3 });
  expect(isGrantedOn(3, once)).toBe(true);
  expect(isGrantedOn(4, once)).toBe(false);
  expect(afterGranting(once, 3)).toBe(once);
  expect(afterGranting(once, 4)).toEqual({ granted: 2, day: 4 });
  for (const family of FAMILIES) {
    const shelf = (granted: number) => keepsakesOf("somebody", family, { granted, day: granted });
    expect(KEEPSAKES[family]).toHaveLength(24);
    expect([shelf(0), shelf(6), keepsakesOf("somebody", family, undefined)]).toEqual([[], [], []]);
    expect(shelf(7)).toHaveLength(1);
    expect(shelf(14).slice(0, 1)).toEqual(shelf(13));
    expect(new Set(shelf(9_999).map(({ name }) => name)).size).toBe(24);
    expect(keepsakesOf("another", family, { granted: 168, day: 1 })).not.toEqual(shelf(168));
  }
});

test("WISH-6: no rule of life, foresight, incident, record, replay or trial reads a wish", () => {
  const rules = new URL("../", import.meta.url);
  const closed = ["life", "foresight", "incidents", "reliability", "replay"].map((room) => new URL(`${room}/`, rules));
  for (const room of [...closed, new URL("../../../trials/src/", import.meta.url)]) {
    const files = readdirSync(room, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(readFileSync(new URL(file, room), "utf8"), file).not.toMatch(/extras\/|memory\??\.wishes/u);
  }
  expect(readFileSync(new URL("care/care.ts", rules), "utf8")).not.toMatch(/wish/u);
});
