// Lists badges and cards in all thirteen states, with long, foreign and hostile names, for tests and contact sheets.
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { EMPTY_BADGE, type Badge } from "../src/site/share/badge.ts";
import { EMPTY_CARD, type Card } from "../src/site/share/card.ts";
import { messageOf, type DisplayState } from "../src/community/keepers/states.ts";

const MOODS = new Set(["critical", "sick", "hungry", "curious", "content", "happy", "sleeping"] as const);

function subjectOf(slug: string, state: DisplayState): PortraitInput {
  return {
    id: `shared-${slug}`,
    prompt: "",
    speciesSlug: slug,
    family: findBuiltIn(slug)?.family ?? "cat",
    stage: state === "egg" ? "egg" : "adult",
    mood: [...MOODS].find((mood) => mood === state) ?? (state === "overdue" ? "hungry" : "content"),
    path: null,
    memorial: state === "dead",
    waiting: state === "waiting",
    words: [],
  };
}

const CREATURES: readonly (readonly [
  name: string,
  slug: string,
  state: Exclude<DisplayState, "nobody">,
  hours: number,
])[] = [
  ["Pip", "tabby", "happy", 290],
  ["Athena", "owl", "content", 1300],
  ["Noodle", "gecko", "curious", 50],
  ["Biscuit", "beagle", "hungry", 25],
  ["Bread Bin", "robot", "overdue", 700],
  ["Mochi", "hamster", "sick", 200],
  ["Lotl", "axolotl", "critical", 99],
  ["Soot", "chonk", "waiting", 320],
  ["Ghost", "husky", "sleeping", 900],
  ["Thistle", "hedgehog", "boarded", 440],
  ["Ember", "phoenix", "egg", 0],
  ["Miso", "siamese", "dead", 340],
];

/** Names that break pictures drawn without care: markup, control characters, long words, and foreign scripts. */
export const HOSTILE_NAMES = [
  '"><script>alert(1)</script>',
  "]]></title><!-- &amp; &#0; ${x} {{y}}",
  "\u202Egnp.exe\u202C \u0000\uFFFE tab\there",
  "W".repeat(60),
  "مُرَبّي المخلوقات اللطيفة جدًّا في هذا البيت الكبير",
  "חתול קטן ושמו פיפ",
  "小さな猫の長い長い長い長い名前です",
  "👩‍👩‍👧‍👦🐈‍⬛🏳️‍🌈🐈‍⬛👩‍👩‍👧‍👦🐈‍⬛🏳️‍🌈🐈‍⬛",
  "Łódź Żółw",
] as const;

export const BADGES: readonly Badge[] = [
  ...CREATURES.map(([name, slug, state, hours]): Badge => {
    return { state, name, message: messageOf(state, hours, 3.2), subject: subjectOf(slug, state) };
  }),
  EMPTY_BADGE,
];

export const NAMED_BADGES: readonly Badge[] = HOSTILE_NAMES.map((name, i) => {
  const state = i % 2 === 0 ? "overdue" : "content";
  return { state, name, message: messageOf(state, 5000, 200), subject: subjectOf("void", state) };
});

/** One keeper for each color of standing, and one with the longest texts. */
const KEEPERS: readonly (readonly [name: string, state: DisplayState, message: string])[] = [
  ["@ada", "happy", "all well · 98% on time"],
  ["@grace", "overdue", "2 late · 71% on time"],
  ["@newcomer", "egg", "an egg is waiting"],
  ["@fresh", "curious", "new · 9 of 9 on time"],
  ["@nobody-left", "nobody", "no creatures"],
  ["@mostly", "hungry", "12 of 150 not on time today · 87% on time"],
  ["@a-keeper-with-a-rather-long-name", "critical", "fed now · 12% on time"],
];

const ABOUT = "meals given on time, not who gave them";

export const KEEPER_BADGES: readonly Badge[] = KEEPERS.map(([name, state, message]) => {
  return { state, name, message, about: ABOUT, subject: state === "nobody" ? null : subjectOf("tabby", state) };
});

const STATS = { hunger: 82, happiness: 91, health: 100, trust: 74, discipline: 48 };
const HIDDEN = { hunger: null, happiness: null, health: null, trust: null, discipline: null };
const NOTES: Readonly<Partial<Record<DisplayState, string>>> = {
  overdue: "Due now; dies Wed, Nov 25, 23:40 UTC without care",
  sleeping: "Asleep; next visit due Thu, Nov 19, 07:30 UTC",
  boarded: "Boarded until Thu, Nov 19, 07:30 UTC",
  egg: "An egg, warm and quite still. It hatches when its keeper first looks at it.",
  dead: "Lived 14 days and died of neglect on Nov 19, 2026.",
};

function cardOf(name: string, slug: string, state: Exclude<DisplayState, "nobody">, stats: Card["stats"]): Card {
  const species = findBuiltIn(slug)?.name ?? slug;
  return {
    state,
    subject: subjectOf(slug, state),
    name,
    about: state === "egg" ? `${species} egg · @ada` : `${species}, adult, 12 days old · @ada`,
    stats: state === "egg" || state === "dead" ? {} : stats,
    figures: [["100", "consistency"]],
    note: NOTES[state] ?? "Next visit due Thu, Nov 19, 14:40 UTC",
  };
}

export const CARDS: readonly Card[] = [
  ...CREATURES.map(([name, slug, state]) => cardOf(name, slug, state, slug === "hedgehog" ? HIDDEN : STATS)),
  EMPTY_CARD,
];

export const NAMED_CARDS: readonly Card[] = HOSTILE_NAMES.map((name) => ({
  ...cardOf(name, "pangolin", "curious", { ...STATS, hunger: 0, trust: 100 }),
  about: `Pangolin, adult, 1200 days old · @${"a-keeper-with-a-rather-long-name".repeat(2)}`,
}));

const FIGURES = [
  ["98%", "on time"],
  ["1,006", "alive"],
  ["212", "raised"],
  ["77", "graves"],
] as const;

export const KEEPER_CARDS: readonly Card[] = [...KEEPERS.map(([name]) => name), ...HOSTILE_NAMES].map((name, i) => {
  const [, state, message] = KEEPERS[i % KEEPERS.length] ?? ["", "content", ""];
  return {
    state,
    sign: message.split(" · ")[0] ?? "",
    subject: subjectOf("tabby", state),
    name,
    about: "@a-keeper-with-a-rather-long-name",
    stats: {},
    figures: FIGURES.slice(0, 1 + (i % 4)),
    note: "Soot is in danger: without care it dies in 3 hours. Two others are late, and one is due.",
  };
});
