// The same acts as in the operator's view, for scripts.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { changeSeason } from "../../../app/trials/season.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { iso } from "../../../platform/clock.ts";
import { findLatestSeason } from "../../../store/trials/seasons.ts";
import { trials } from "../../../contracts/trials/trials.get.ts";
import { changeTrialSeason } from "../../../contracts/trials/seasons.post.ts";

export const changeTrialSeasonEndpoint = endpoint(changeTrialSeason, async (call) => {
  const { action, name, days, book } = call.body;
  const opens = action === "open";
  const wanted = {
    act: opens ? "open-season" : "close-season",
    name,
    closesAt: call.now + days * DAY_MS,
    book,
  } as const;
  return call.commit(async (tx) => {
    const outcome = await changeSeason(tx, call.actor, wanted, call.now);
    if (outcome === "book-refused") throw call.fail("book_refused");
    if (outcome === "season-not-open") throw call.fail("season_not_open");
    // What was just opened or closed is the latest.
    const season = await findLatestSeason(tx);
    const isOpen = season !== undefined && season.name === name && season.closesAt > call.now;
    if (season === undefined || (opens && !isOpen)) throw call.fail("season_taken");
    const { opensAt, closesAt, commitment, bookSha256 } = season;
    const sealed = bookSha256 === null ? {} : { book_sha256: bookSha256 };
    return {
      season: { name, opens_at: iso(opensAt), closes_at: iso(closesAt), commitment, ...sealed },
      message: opens ? "The season is open." : "The season is closed. Runs that are open have 7 days to end.",
      next_steps: [step(trials, { description: "See the boards." })],
    };
  });
});
