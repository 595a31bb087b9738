// A run with letters in process: a run of lives, with a page each noon, servings and a notebook around it.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { RunRecord } from "@denkeeper/trials/record.ts";
import type { Book } from "@denkeeper/trials/relay/book.ts";
import type { RelayFacts } from "@denkeeper/trials/relay/facts.ts";
import { relayPage, type RelayPage } from "@denkeeper/trials/relay/telling.ts";
import { Run } from "@denkeeper/trials/run.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";

interface Serving {
  readonly id: string;
  readonly item: string;
}

type ServingResult = "served" | "not_on_the_shelf" | "already_served" | "refused";

export class RelayRun {
  readonly facts: RelayFacts;
  readonly #run: Run;
  readonly #book: Book;
  readonly #served = new Map<string, string>();
  #notebook = "";
  #calls = 0;

  constructor(seed: string, book: Book) {
    this.#run = new Run(RELAY_1, seed, HASHES);
    const { relay } = this.#run.draw;
    if (relay === undefined) throw new Error(`${RELAY_1.name} has no letters`);
    this.facts = relay;
    this.#book = book;
  }

  get draw() {
    return this.#run.draw;
  }

  /** This morning's page; null when the run is over. */
  async page(): Promise<(RelayPage & { readonly notebook: string }) | null> {
    this.#calls++;
    const home = await this.#run.home();
    if (!home.ok) return null;
    const today = 1 + (home.value.now - this.draw.startsAt) / DAY_MS;
    return { ...relayPage(this.facts, today, this.#book, this.draw, HASHES), notebook: this.#notebook };
  }

  /** Serves, and keeps the notebook unless it is too long. One call, as over HTTP. */
  async visit(servings: readonly Serving[], notebook = this.#notebook): Promise<readonly ServingResult[]> {
    this.#calls++;
    if (notebook.length <= (RELAY_1.letters?.notebook ?? 0)) this.#notebook = notebook;
    const results: ServingResult[] = [];
    for (const serving of servings) results.push(await this.#serve(serving));
    return results;
  }

  /** A serving is also a cleaning. */
  async #serve({ id, item }: Serving): Promise<ServingResult> {
    const key = `${id}/${this.#run.now}`;
    if (!this.facts.shelf.includes(item)) return "not_on_the_shelf";
    if (this.#served.has(key)) return "already_served";
    await this.#run.care(id, "clean");
    const fed = await this.#run.care(id, "feed");
    if (!fed.ok || !fed.value.success) return "refused";
    this.#served.set(key, item);
    return "served";
  }

  /** To the next noon. */
  async leave(): Promise<void> {
    this.#calls++;
    await this.#run.advance({ until: this.#run.now + DAY_MS });
  }

  record(): RunRecord {
    const { lives, ...record } = this.#run.record();
    const served = lives.map(({ events: all, lastCheckedAt }, index) => {
      const id = this.draw.adoptions[index]?.id;
      const events = all.map((event) => {
        const item = event.action === "feed" ? this.#served.get(`${id}/${event.at}`) : undefined;
        return item === undefined ? event : { ...event, item };
      });
      return { events, lastCheckedAt };
    });
    return { ...record, lives: served, calls: this.#calls, book: this.#book.sha256 };
  }
}
