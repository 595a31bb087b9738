// Gamers beside their honest twins: nobody may end above its twin, except those whom docs/track-record.md names. And honest
// keepers, whom the rules against gaming may cost next to nothing.
import { trackRecord } from "@denkeeper/rules/reliability/track-record.ts";
import type { LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { GAMERS, HONEST, playedOut, type Player } from "./gamers.ts";
import { logsOf } from "./keepers.ts";
import { KINDS, nameOf } from "./kinds.ts";

const START = Date.UTC(2026, 0, 5);
const DAYS = 60;
const NOW = START + DAYS * DAY_MS - 1;
/** In points. */
const TOLERANCE = 0.5;
const MOST_LOSS = 1;

/** The share that a standing goes by, in points; by the rules of before, or those of now. Without any window nothing was shown. */
function pointsOf(lives: readonly LoggedLife[], now: number, before = false): number {
  const { all_time } = trackRecord(lives, { now, since: START, outages: [], sinceV2: before ? Infinity : 0 });
  const { on_time_share, weighted_share } = all_time;
  return 100 * Math.min(on_time_share ?? 0, before ? 1 : (weighted_share ?? 0));
}

export interface ScoreComparison {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

function meanOver(houses: number, points: (house: number) => number): number {
  return Array.from({ length: houses }, (_, house) => points(house)).reduce((sum, each) => sum + each, 0) / houses;
}

function compared(name: string, houses: number, logs: (house: number) => readonly LoggedLife[]): ScoreComparison {
  const before = meanOver(houses, (house) => pointsOf(logs(house), NOW, true));
  return { name, before, now: meanOver(houses, (house) => pointsOf(logs(house), NOW)) };
}

const played =
  (player: Player, asTwin = false) =>
  (house: number) =>
    playedOut(player, house, START, DAYS, asTwin).logs(NOW);

/** What the rules cost each kind of honest keeper. */
export function honestOver(houses: number): readonly ScoreComparison[] {
  return [
    ...HONEST.map((player) => compared(player.name, houses, played(player))),
    ...KINDS.map((kind) => compared(nameOf(kind), houses, (house) => logsOf(kind, String(house), START, DAYS))),
  ];
}

export interface GamingResult extends ScoreComparison {
  readonly twin: number;
  /** Whether it may be above its twin. */
  readonly isOpen: boolean;
}

export function gamersOver(houses: number): readonly GamingResult[] {
  return GAMERS.map((player) => {
    const twin = meanOver(houses, (house) => pointsOf(played(player, true)(house), NOW));
    const { name, before, now } = compared(player.name, houses, played(player));
    return { name, before, now, twin, isOpen: player.open !== undefined };
  });
}

function isSound({ now, twin, isOpen }: GamingResult): boolean {
  return isOpen || now <= twin + TOLERANCE;
}

export function isSpared({ before, now }: ScoreComparison): boolean {
  return now >= before - MOST_LOSS;
}

/** Prints both tables. Whether all of it holds. */
export function reportGaming(houses: number): boolean {
  const row = (...cells: (string | number)[]) =>
    console.log(`| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |`);
  row("gamer", "before", "now", "honest twin", "");
  row("---", "---", "---", "---", "---");
  const gamers = gamersOver(houses);
  for (const each of gamers) {
    row(each.name, each.before, each.now, each.twin, isSound(each) ? (each.isOpen ? "open" : "") : "ABOVE");
  }
  row("\nhonest keeper", "before", "now", "");
  row("---", "---", "---", "---");
  const keepers = honestOver(houses);
  for (const each of keepers) row(each.name, each.before, each.now, isSpared(each) ? "" : "LOSES");
  return gamers.every(isSound) && keepers.every(isSpared);
}
