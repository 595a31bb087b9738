// Plays a run with letters over HTTP, as scripts/simulate/relay plays it in process: home, a visit, the clock, day by day.
import { practiceSeed } from "@denkeeper/trials/chance.ts";
import { draw } from "@denkeeper/trials/draw.ts";
import { WEATHERS } from "@denkeeper/trials/relay/ledger.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { HASHES } from "../../src/app/trials/hashes.ts";
import { publishedBook, theRelayKeeper } from "../simulate/relay/months.ts";
import { scoredFile, type Account, type HttpGame } from "./play.ts";

/** The file of a practice run of a baseline, once the service has replayed and scored it. */
export async function relayFileOverHttp(
  keeper: string,
  number: number,
  { url, key }: Account,
): Promise<Pick<HttpGame, "id" | "file">> {
  const client = new Denkeeper({ url, key, maxRetries: 20 });
  const { run, your_token: runKey } = await client.startTrial({ scenario: RELAY_1.name, practice: number });
  const house = new Denkeeper({ url, key: runKey, maxRetries: 20 });
  const seed = practiceSeed(number);
  const { relay: facts } = draw(RELAY_1, seed, HASHES);
  if (facts === undefined) throw new Error(`${RELAY_1.name} has no letters`);
  const serve = theRelayKeeper(keeper).begin({ seed, facts, published: [publishedBook("practice")] });
  for (let over = false; !over;) {
    const { page } = await house.home({});
    if (page === undefined) throw new Error("home has no page");
    const weather = WEATHERS.find((each) => each === page.weather);
    if (weather === undefined) throw new Error(`there is no weather ${page.weather}`);
    const things = serve({ ...page, weather });
    const actions = page.rooms.flatMap(({ creature_id }, index) => {
      const item = things[index];
      return item === null || item === undefined ? [] : [{ creature_id, action: "feed" as const, item }];
    });
    await house.visit({ actions });
    over = (await house.moveClock({ advance_hours: 24 })).over ?? false;
  }
  return { id: run.id, file: await scoredFile(client, run.id) };
}
