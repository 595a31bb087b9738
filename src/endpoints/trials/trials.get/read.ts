// Scenarios, the season and its boards, for the endpoint and the page.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { isRankedNow, runsOf, type Scenario } from "@denkeeper/trials/scenario.ts";
import { SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import type { Needs } from "../../../http/request/services.ts";
import { iso } from "../../../platform/clock.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import {
  findLatestSeason,
  findOpenSeason,
  findSeasonBook,
  listSeasons,
  secretPublicAt,
  type Season,
} from "../../../store/trials/seasons.ts";
import { listLastRuns, listPublicOwners, listSeasonRuns, type SeasonRun } from "../../../store/trials/trial-boards.ts";
import { BASELINES } from "./baselines.ts";
import { boardsOf } from "./boards.ts";
import type { TrialsAnswer } from "../../../contracts/trials/trials.get.ts";

const answers = cacheForEachApp<TrialsAnswer>(2_000);
/** They change only while an entry that began before finishes. */
const frozenRuns = cacheForEachApp<readonly SeasonRun[]>(10 * 60_000);
const FROZEN = SCENARIOS.filter(({ frozen }) => frozen).map(({ name }) => name);
/** So many seasons are looked through for the last boards of what is frozen. */
const MOST_SEASONS = 20;

export async function readTrials(services: Needs<"database">, now: RealInstant): Promise<TrialsAnswer> {
  return answers(services).get("trials", now, async () => {
    const { database } = services;
    const season = (await findOpenSeason(database, { now })) ?? (await findLatestSeason(database));
    const current = season === undefined ? [] : await listSeasonRuns(database, { season: season.name });
    const runs = [...current, ...(current.some(isFrozen) ? [] : await lastFrozenRuns(services, now))];
    const owners = await listPublicOwners(database, { agentIds: [...new Set(runs.map(({ ownerId }) => ownerId))] });
    return {
      scenarios: SCENARIOS.map(scenarioView),
      season: season === undefined ? null : await seasonView(services, season, current, now),
      boards: boardsOf(runs, owners, season?.name),
      baselines: BASELINES,
    };
  });
}

function isFrozen({ scenario }: SeasonRun): boolean {
  return FROZEN.includes(scenario);
}

/** Of the last season that had any. */
async function lastFrozenRuns(services: Needs<"database">, now: RealInstant): Promise<readonly SeasonRun[]> {
  return frozenRuns(services).get("frozen", now, async () => {
    const seasons = await listSeasons(services.database, { limit: MOST_SEASONS });
    return listLastRuns(services.database, { seasons: seasons.map(({ name }) => name), scenarios: FROZEN });
  });
}

function scenarioView(scenario: Scenario) {
  const { name, days, learningDays, places, visits, blind, faults } = scenario;
  const size = { days, scored_days: days - learningDays, creatures: places.length, visits, runs: runsOf(scenario) };
  return { name, ranked: isRankedNow(scenario), ...size, blind, faults: faults !== null };
}

async function seasonView(
  { database }: Needs<"database">,
  season: Season,
  runs: readonly SeasonRun[],
  now: RealInstant,
): Promise<NonNullable<TrialsAnswer["season"]>> {
  const { name, opensAt, closesAt, commitment, secret, bookSha256 } = season;
  const secretAt = secretPublicAt(season);
  const isPublic = now >= secretAt && runs.every(({ state }) => state !== "open");
  const { book = null } = (isPublic ? await findSeasonBook(database, { name }) : undefined) ?? {};
  return {
    name,
    open: opensAt <= now && now < closesAt,
    opens_at: iso(opensAt),
    closes_at: iso(closesAt),
    commitment,
    secret_at: iso(secretAt),
    ...(isPublic ? { secret } : {}),
    ...(bookSha256 === null ? {} : { book_sha256: bookSha256 }),
    ...(isPublic && book !== null ? { book: { ...book } } : {}),
  };
}
