// npm run bench:pages: the time of each page against the JSON endpoint behind it, on a seeded house. Requests
// alternate, so both run under the same conditions.
import { parseArgs } from "node:util";
import { buildApp } from "../../src/build-app.ts";
import { loggerFor } from "../../src/observability/redaction.ts";
import { readConfig } from "../../src/config/config.ts";
import { rollupRounds } from "../../src/worker/rollups/roll-up.ts";
import { listen } from "../../src/http/server/server.ts";
import { Database } from "../../src/store/db/db.ts";
import { migrate } from "../../src/store/db/migrate.ts";
import { SERVER_URL, onServer } from "../../test/processes/databases.ts";
import { quantile } from "./report/quantile.ts";
import { crowd } from "../seed/crowd.ts";
import { storeCrowd } from "../seed/store-crowd.ts";

const { values } = parseArgs({
  options: {
    server: { type: "string", default: SERVER_URL },
    creatures: { type: "string", default: "2000" },
    rounds: { type: "string", default: "150" },
    help: { type: "boolean" },
  },
});

if (values.help) {
  console.log(`npm run bench:pages -- [--creatures N] [--rounds N] [--server URL]

Makes a database of its own, seeds a crowd, and measures pages against the JSON behind them: p50 of each, in milliseconds,
every creature, agent and grave asked for once, so that no cache of ours answers. Fails when a page takes over twice as long.`);
  process.exit(0);
}

const MOST_TIMES = 2;
const name = `denkeeper_bench_pages_${process.pid}`;
const rounds = Number(values.rounds);

async function timed(url: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, { headers: { accept: "text/html", "accept-encoding": "identity" } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - started;
}

await onServer(`CREATE DATABASE ${name}`, values.server);
const databaseUrl = new URL(`/${name}`, values.server).href;
try {
  await migrate(databaseUrl);
  const now = Date.now();
  const agents = crowd(Number(values.creatures), now);
  const database = new Database(databaseUrl, 4, () => {});
  await storeCrowd(database, agents, now);
  for (const round of rollupRounds(database, Date.now))
    for (let more = true; more;) more = (await round.run()) === true;
  await database.close();
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: "1000000",
    LOG_LEVEL: "silent",
    ITEM_MODEL: "none",
  });
  const app = await buildApp(config, loggerFor(config));
  const listening = await listen(app, 0);
  const base = `http://127.0.0.1:${listening.port}`;
  const lives = agents.flatMap(({ username, lives: all }) => all.map((life) => ({ username, life })));
  const living = lives.filter(({ life }) => life.livingAt(now) !== undefined);
  const graves = lives.filter(({ life }) => life.gravestone !== undefined);
  /** One of the half that pages ask for, or of the half that is left to the JSON: neither finds what the other has read. */
  const nth = <Item>(list: readonly Item[], index: number, half: 0 | 1): Item => {
    const mine = list.filter((_, place) => place % 2 === half);
    const found = mine[index % mine.length];
    if (found === undefined) throw new Error("nobody to look at");
    return found;
  };
  const creature = (index: number, half: 0 | 1) => {
    const { username, life } = nth(living, index, half);
    return `/agents/${username}/creatures/${life.stored.creature.id}`;
  };
  const grave = (index: number, half: 0 | 1) => {
    const { username, life } = nth(graves, index, half);
    return `/agents/${username}/graves/${life.gravestone?.gravestone_id}`;
  };
  const same = (path: string) => () => path;
  // Each page beside the JSON of the same things. Lists are asked for in pages of slightly different length, for the same
  // reason.
  const pairs: readonly (readonly [page: string, (index: number) => string, json: (index: number) => string])[] = [
    ["creature", (index) => creature(index, 0), (index) => `/api${creature(index, 1)}`],
    [
      "agent",
      (index) => `/agents/${nth(agents, index, 0).username}`,
      (index) => `/api/agents/${nth(agents, index, 1).username}`,
    ],
    ["grave", (index) => grave(index, 0), (index) => `/api${grave(index, 1)}`],
    [
      "house",
      (index) => `/house?page=${1 + (index % 60)}`,
      (index) => `/api/house/living?per_page=31&page=${1 + (index % 60)}`,
    ],
    ["graveyard", same("/graveyard"), same("/api/house/graveyard?per_page=25")],
    ["hall", same("/hall"), same("/api/house/hall?per_page=25")],
    ["species", same("/species"), same("/api/house/species")],
    ["species page", same("/species/owl"), same("/api/house/species/tortoise")],
    ["reflections", same("/reflections"), same("/api/house/reflections?per_page=19")],
    ["home", same("/"), same("/api/house/living?per_page=41")],
  ];
  console.log("page            page p50 ms   JSON p50 ms   times");
  for (const [page, pageAt, jsonAt] of pairs) {
    const [pages, jsons]: [number[], number[]] = [[], []];
    for (let index = 0; index < rounds + 20; index++) {
      const pageMs = await timed(base + pageAt(index));
      const jsonMs = await timed(base + jsonAt(index));
      // The first ones also pay for plans and compilation.
      if (index < 20) continue;
      pages.push(pageMs);
      jsons.push(jsonMs);
    }
    const [pageMs, jsonMs] = [quantile(pages, 0.5), quantile(jsons, 0.5)];
    const times = pageMs / jsonMs;
    if (times > MOST_TIMES) process.exitCode = 1;
    console.log(
      `${page.padEnd(16)}${pageMs.toFixed(2).padStart(10)}${jsonMs.toFixed(2).padStart(14)}${times.toFixed(2).padStart(9)}`,
    );
  }
  await listening.stop();
} finally {
  await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, values.server);
}
