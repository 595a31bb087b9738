// Layers of personality, which distinguish creatures of one species. A creature has two from the first list (ADOPT-2), and one
// from the second for each resurrection (BACK-4).

export const PERSONALITY_LAYERS = [
  "early riser",
  "late starter",
  "window watcher",
  "slow chewer",
  "light sleeper",
  "heavy dreamer",
  "careful listener",
  "door guard",
  "small collector",
  "route walker",
  "quiet hummer",
  "shy eater",
  "quick startler",
  "hard bargainer",
  "score keeper",
  "corner dweller",
  "sun seeker",
  "rain listener",
  "treasure hider",
  "poor loser",
  "routine lover",
  "bad liar",
  "close sitter",
  "slow warmer",
  "first noticer",
  "voice rememberer",
  "dry-witted",
  "over-thinker",
] as const;
export type PersonalityLayer = (typeof PERSONALITY_LAYERS)[number];

export const RESURRECTION_LAYERS = [
  "has seen the dark",
  "came back quieter",
  "counts the hours",
  "wastes no light",
  "knows the way back",
  "sleeps facing the door",
  "older than its age",
  "listens for endings",
  "wary of long silences",
  "fond of small noises",
  "carries some cold",
  "unhurried now",
  "holds on tighter",
  "forgets one hour",
] as const;
export type ResurrectionLayer = (typeof RESURRECTION_LAYERS)[number];
