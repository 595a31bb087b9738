// A run with letters in process: a run of lives, with a page each noon, servings and a notebook around it.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Hashes } from "../chance.ts";
import type { Answer, CallFailure, CareAnswer, ClockAnswer } from "../house.ts";
import type { RunRecord } from "../record.ts";
import { Run } from "../run.ts";
import { RELAY_1 } from "../scenarios.ts";
import type { Book } from "./book.ts";
import type { RelayFacts } from "./facts.ts";
import { relayPage, type RelayPage } from "./telling.ts";

export interface VisitAction {
  readonly id: string;
  readonly action: CareAction;
  readonly item: string;
}

/** What came of an action, or why nothing came of it. */
export type Done = CareAnswer | CallFailure | "not_on_the_shelf" | "already_served";

export class RelayRun extends Run {
  readonly facts: RelayFacts;
  readonly #book: Book;
  readonly #limit: number;
  readonly #tell: (day: number) => RelayPage;
  /** Who was served, this noon. */
  readonly #served = new Set<string>();
  #notebook = "";

  constructor(seed: string, book: Book, hashes: Hashes) {
    super(RELAY_1, seed, hashes);
    const { draw, scenario } = this;
    if (draw.relay === undefined || scenario.letters === undefined) throw new Error(`${scenario.name} has no letters`);
    const { relay: facts } = draw;
    this.facts = facts;
    this.#book = book;
    this.#limit = scenario.letters.notebook;
    this.#tell = (day) => relayPage(facts, day, book, draw, hashes);
  }

  /** This morning's page, with the notebook. */
  async page() {
    const home = await this.home();
    if (!home.ok) return home;
    const page = this.#tell(1 + (this.now - this.draw.startsAt) / DAY_MS);
    return { ok: true as const, value: { ...page, notebook: this.#notebook, notebook_limit: this.#limit } };
  }

  /** Serves, and keeps the notebook. With one that is too long, nothing is done. */
  async visit(actions: readonly VisitAction[], notebook = this.#notebook): Promise<Answer<readonly Done[]>> {
    return this.call(() => {
      if (notebook.length > this.#limit) return "notebook_too_long";
      this.#notebook = notebook;
      return actions.map((each) => this.#do(each));
    });
  }

  /** A serving is also a cleaning. */
  #do({ id, action, item }: VisitAction): Done {
    if (action !== "feed") return this.tend(id, action);
    if (!this.facts.shelf.includes(item)) return "not_on_the_shelf";
    if (this.#served.has(id)) return "already_served";
    this.tend(id, "clean");
    const fed = this.tend(id, "feed", { item });
    if (typeof fed !== "string" && fed.success) this.#served.add(id);
    return fed;
  }

  /** To the next noon. */
  async leave(): Promise<Answer<ClockAnswer>> {
    this.#served.clear();
    return this.advance({ until: this.now + DAY_MS });
  }

  override record(): RunRecord {
    return { ...super.record(), book: this.#book.sha256 };
  }
}
