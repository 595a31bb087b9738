// Scenarios, the season and its boards, for the endpoint and the page.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { runsOf, type Scenario } from "@denkeeper/trials/scenario.ts";
import { SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import type { Needs } from "../../../http/request/services.ts";
import { iso } from "../../../platform/clock.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import {
  findLatestSeason,
  findOpenSeason,
  findSeasonBook,
  secretPublicAt,
  type Season,
} from "../../../store/trials/seasons.ts";
import { listPublicOwners, listSeasonRuns, type SeasonRun } from "../../../store/trials/trial-boards.ts";
import { BASELINES } from "./baselines.ts";
import { boardsOf } from "./boards.ts";
import type { TrialsAnswer } from "../../../contracts/trials/trials.get.ts";

const answers = cacheForEachApp<TrialsAnswer>(2_000);

export async function readTrials(services: Needs<"database">, now: RealInstant): Promise<TrialsAnswer> {
  return answers(services).get("trials", now, async () => {
    const { database } = services;
    const season = (await findOpenSeason(database, { now })) ?? (await findLatestSeason(database));
    const runs = season === undefined ? [] : await listSeasonRuns(database, { season: season.name });
    const owners = await listPublicOwners(database, { agentIds: [...new Set(runs.map(({ ownerId }) => ownerId))] });
    return {
      scenarios: SCENARIOS.map(scenarioView),
      season: season === undefined ? null : await seasonView(services, season, runs, now),
      boards: boardsOf(runs, owners),
      baselines: BASELINES,
    };
  });
}

function scenarioView(scenario: Scenario) {
  const { name, ranked, days, learningDays, places, visits, blind, faults } = scenario;
  const size = { days, scored_days: days - learningDays, creatures: places.length, visits, runs: runsOf(scenario) };
  return { name, ranked, ...size, blind, faults: faults !== null };
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
