// Scenarios, the season and its boards, for the endpoint and the page.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import type { Needs } from "../../../http/request/services.ts";
import { iso } from "../../../platform/clock.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { findLatestSeason, findOpenSeason, secretPublicAt, type Season } from "../../../store/trials/seasons.ts";
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
      season: season === undefined ? null : seasonView(season, runs, now),
      boards: boardsOf(runs, owners),
      baselines: BASELINES,
    };
  });
}

function scenarioView({ name, ranked, days, learningDays, places, visits, blind, faults }: Scenario) {
  const size = { days, scored_days: days - learningDays, creatures: places.length, visits };
  return { name, ranked, ...size, blind, faults: faults !== null };
}

function seasonView(season: Season, runs: readonly SeasonRun[], now: RealInstant): NonNullable<TrialsAnswer["season"]> {
  const { name, opensAt, closesAt, commitment, secret } = season;
  const secretAt = secretPublicAt(season);
  const isPublic = now >= secretAt && runs.every(({ state }) => state !== "open");
  return {
    name,
    open: opensAt <= now && now < closesAt,
    opens_at: iso(opensAt),
    closes_at: iso(closesAt),
    commitment,
    secret_at: iso(secretAt),
    ...(isPublic ? { secret } : {}),
  };
}
