// Builds the data of the life chart: the visible stats before and after each log event, up to now or the end of the life.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { iso } from "../../../platform/clock.ts";
import { FIRST_STATS } from "@denkeeper/rules/care/adoption.ts";
import { RETURN_STATS } from "@denkeeper/rules/care/resurrection.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { VisibleNow } from "@denkeeper/rules/life/shown.ts";
import {
  loggedStats,
  visibilityOf,
  visibleStats,
  type VisibleCreature,
  type VisibleStats,
} from "@denkeeper/rules/creature/visibility.ts";
import type { ResponseOf } from "../../../http/contract/contract.ts";
import type { Needs } from "../../../model/services.ts";
import { listLife, logSince, type LifeRow } from "../../../model/creatures/store/care-log.ts";
import { statView, twoDecimals } from "../../../views/views.ts";
import type { publicCreature } from "./contract.ts";
import { missedMealsOf, deadSpansOf } from "./drama.ts";

type LifeView = NonNullable<ResponseOf<typeof publicCreature>["life"]>;
type LifePoint = LifeView["points"][number];

const INTERVALS_SHOWN = 20;
/** Maximum number of log events that are read, newest first. */
const EVENTS_READ = 300;

/** Lists a creature's log events, newest first. */
export async function eventsOf(
  { database }: Needs<"database">,
  agentId: string,
  { id, adoptedAt }: Pick<VisibleCreature, "id" | "adoptedAt">,
  now: RealInstant,
): Promise<readonly LifeRow[]> {
  return listLife(database, { agentId, creatureId: id, since: logSince(adoptedAt), now }, EVENTS_READ);
}

function pointOf(at: number, { hunger, happiness, health, trust }: VisibleStats): LifePoint {
  const [fullness, joy] = [statView(hunger), statView(happiness)];
  return { at: iso(at), hunger: fullness, happiness: joy, health: statView(health), trust: statView(trust) };
}

/** Expects `rows` oldest first. Returns null for eggs. */
export function lifeOf(now: VisibleNow, rows: readonly LifeRow[]): LifeView | null {
  const { creature } = now;
  const { hatchedAt, death, releasedAt, species } = creature;
  if (hatchedAt === null) return null;
  const whole = rows.some(({ kind }) => kind === "hatch");
  const from = whole ? hatchedAt : (rows[0]?.at ?? hatchedAt);
  const to = death?.at ?? releasedAt ?? (now.kind === "living" ? now.clock : now.now);
  const { mechanic } = species;
  const points = rows.flatMap((row) => {
    if (row.kind === "resurrect") return [pointOf(row.at, visibleStats(mechanic, RETURN_STATS).stats)];
    return (["before", "after"] as const).flatMap((when) => {
      const stats = loggedStats(mechanic, row, when);
      return stats === null ? [] : [pointOf(row.at, stats)];
    });
  });
  return {
    from: iso(from),
    to: iso(to),
    zone: creature.zone,
    points: [
      ...(whole ? [pointOf(hatchedAt, visibleStats(mechanic, FIRST_STATS).stats)] : []),
      ...points,
      pointOf(to, visibilityOf(creature).stats),
    ],
    care: rows.flatMap(({ kind, at, action, timing }) =>
      kind === "care" && action !== null ? [{ at: iso(at), action, timing }] : [],
    ),
    misses: missedMealsOf(now, rows).flatMap(({ at }) => at.map(iso)),
    deaths: deadSpansOf(now, rows).map(({ at, until }) => ({ at: iso(at), until: until === null ? null : iso(until) })),
    whole,
  };
}

/** Returns the hours between the latest visits, without intervals of up to ten minutes and without time spent dead. */
export function intervalsOf(rows: readonly LifeRow[]): number[] {
  const visits = rows.filter(({ kind }) => kind === "care" || kind === "resurrect");
  const intervals = visits.flatMap(({ kind, at }, index) => {
    const before = visits[index - 1];
    return before === undefined || kind !== "care" ? [] : [(at - before.at) / HOUR_MS];
  });
  return intervals
    .filter((hours) => hours > 1 / 6)
    .slice(-INTERVALS_SHOWN)
    .map(twoDecimals);
}
