// What every digital creature accepts: power, data, puzzles and upkeep, in words from everyday text, because the
// embedding model must tell a meal from a hazard.

import type { ApprovedItems } from "../species.ts";

export const AI_NATIVE_ITEMS: ApprovedItems = {
  feed: ["fresh training data", "warm electricity", "solar power", "spare compute cycles", "clean text files"],
  play: ["logic puzzle", "chess game", "word riddle", "coding challenge", "maze to solve"],
  clean: ["compressed air", "microfiber cloth", "disk cleanup", "dusting the cooling fans", "sorting old files"],
  medicine: ["integrity scan", "security patch", "software update", "restored backup", "memory diagnostic"],
  discipline: ["calm explanation", "gentle correction", "short timeout", "code review", "clear error message"],
  sleep: ["sleep mode", "low power mode", "dimmed screen", "quiet server room", "slow fan hum"],
};
