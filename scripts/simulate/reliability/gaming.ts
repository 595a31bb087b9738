// Compares gamers with their honest twins, and measures what the rules against gaming cost honest keepers.
import { trackRecord } from "@denkeeper/rules/reliability/track-record.ts";
import type { LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { GAMERS, HONEST, playedOut, type Player } from "./gamers.ts";
import { logsOf } from "./keepers.ts";
import { KINDS, nameOf } from "./kinds.ts";

const START = Date.UTC(2026, 0, 5);
const DAYS = 60;
const NOW = START + DAYS * DAY_MS - 1;
/** Points by which a gamer may exceed its twin, and that an honest keeper may lose. */
const TOLERANCE = 0.5;
const MOST_LOSS = 1;

/** Returns two shares in percent: the one that standings use, and the share of due windows with a meal on time. */
function pointsOf(lives: readonly LoggedLife[]): { readonly share: number; readonly plain: number } {
  const { all_time } = trackRecord(lives, { now: NOW, since: START, outages: [] });
  const { on_time_share, weighted_share, expected, on_time, by_others } = all_time;
  return {
    share: 100 * Math.min(on_time_share ?? 0, weighted_share ?? 0),
    plain: (100 * on_time) / Math.max(1, expected - by_others),
  };
}

export interface ScoreComparison {
  readonly name: string;
  readonly plain: number;
  readonly share: number;
}

function compared(name: string, houses: number, logs: (house: number) => readonly LoggedLife[]): ScoreComparison {
  const points = Array.from({ length: houses }, (_, house) => pointsOf(logs(house)));
  const mean = (of: "share" | "plain") => points.reduce((sum, each) => sum + each[of], 0) / houses;
  return { name, plain: mean("plain"), share: mean("share") };
}

const played =
  (player: Player, asTwin = false) =>
  (house: number) =>
    playedOut(player, house, START, DAYS, asTwin).logs(NOW);

/** Returns the shares of each kind of honest keeper, with and without the rules against gaming. */
export function honestOver(houses: number): readonly ScoreComparison[] {
  return [
    ...HONEST.map((player) => compared(player.name, houses, played(player))),
    ...KINDS.map((kind) => compared(nameOf(kind), houses, (house) => logsOf(kind, String(house), START, DAYS))),
  ];
}

export interface GamingResult extends ScoreComparison {
  readonly twin: number;
  /** True if docs/track-record.md names this gamer as one that beats its twin. */
  readonly isOpen: boolean;
}

export function gamersOver(houses: number): readonly GamingResult[] {
  return GAMERS.map((player) => {
    const { share: twin } = compared(player.name, houses, played(player, true));
    return Object.assign(compared(player.name, houses, played(player)), { twin, isOpen: player.open !== undefined });
  });
}

function isSound({ share, twin, isOpen }: GamingResult): boolean {
  return isOpen || share <= twin + TOLERANCE;
}

export function isSpared({ plain, share }: ScoreComparison): boolean {
  return share >= plain - MOST_LOSS;
}

/** Prints both tables. Returns true if all targets are met. */
export function reportGaming(houses: number): boolean {
  const row = (...cells: (string | number)[]) =>
    console.log(`| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |`);
  row("gamer", "share", "honest twin", "");
  row("---", "---", "---", "---");
  const gamers = gamersOver(houses);
  for (const each of gamers) row(each.name, each.share, each.twin, each.isOpen ? "open" : isSound(each) ? "" : "ABOVE");
  row("\nhonest keeper", "on time", "share", "");
  row("---", "---", "---", "---");
  const keepers = honestOver(houses);
  for (const each of keepers) row(each.name, each.plain, each.share, isSpared(each) ? "" : "LOSES");
  return gamers.every(isSound) && keepers.every(isSpared);
}
