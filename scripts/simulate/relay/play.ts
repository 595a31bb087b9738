// Plays a baseline through a whole run with letters, lives included, and writes its file.
import { PRACTICE_SEASON, practiceSeed } from "@denkeeper/trials/chance.ts";
import { runFile } from "@denkeeper/trials/run-file.ts";
import type { Book } from "@denkeeper/trials/relay/book.ts";
import { RelayRun } from "@denkeeper/trials/relay/relay-run.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import type { RelayKeeper } from "./keepers.ts";
import { publishedBook, theRelayKeeper } from "./months.ts";

/** Serves everybody once a day until the month is over. */
export async function playedRelay(keeper: RelayKeeper, seed: string, book: Book): Promise<RelayRun> {
  const run = new RelayRun(seed, book, HASHES);
  const serve = keeper.begin({ seed, facts: run.facts, published: [publishedBook("practice")] });
  for (let page = await run.page(); page.ok; page = await run.page()) {
    const things = serve(page.value);
    const servings = page.value.rooms.flatMap(({ creature_id: id }, index) => {
      const item = things[index];
      return item === null || item === undefined ? [] : [{ id, action: "feed" as const, item }];
    });
    await run.visit(servings);
    await run.leave();
  }
  return run;
}

/** The file of a practice run. */
export async function relayFile(key: string, number: number): Promise<string> {
  const run = await playedRelay(theRelayKeeper(key), practiceSeed(number), publishedBook("practice"));
  return runFile(run.record(), { season: PRACTICE_SEASON, entry: `baseline-${key}`, number }, HASHES);
}
