// A run over HTTP as keepers see it: each method is one call of the API. A reply that does not arrive is asked for again,
// with the same Idempotency-Key, so nothing happens twice.
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, CallFailure, HomeCreature, TrialHouse } from "@denkeeper/trials/house.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { DenkeeperError } from "../../packages/denkeeper/src/errors.ts";
import type * as Api from "../../packages/denkeeper/src/generated/types.ts";
import { freshIdempotencyKey, type CallOptions } from "../../packages/denkeeper/src/options.ts";

const ATTEMPTS = 20;
const BUSY_MS = 500;
const TASK_ITEM = "a puzzle";

/** What a failed call comes to, by its code or else by its status. */
const FAILURES: Readonly<Record<string, CallFailure>> = {
  outage: "away",
  already_past: "already_past",
  not_in_a_run: "closed",
  no_calls_left: "no_calls_left",
  run_over: "over",
  429: "throttled",
  503: "unavailable",
  404: "gone",
};

export class HttpHouse implements TrialHouse {
  /** Replies that did not arrive. */
  lost = 0;
  calls = 0;
  readonly #client: Denkeeper;
  readonly #hasFaults: boolean;

  /** Without faults in the scenario, a 429 or 503 means that the service itself is busy: the call is repeated. */
  constructor(url: string, key: string, hasFaults: boolean) {
    this.#hasFaults = hasFaults;
    this.#client = new Denkeeper({ url, key, maxRetries: 0 });
  }

  home: TrialHouse["home"] = async () =>
    mapped(await this.#answer((options) => this.#client.home({}, options)), (home) => ({
      now: Date.parse(home.house_time),
      creatures: byName(home.creatures).map(homeCreature),
      checkInAt: home.recommended_checkin === undefined ? null : Date.parse(home.recommended_checkin.at),
      heard: heardIn(home),
    }));

  schedule: TrialHouse["schedule"] = async () =>
    mapped(await this.#answer((options) => this.#client.schedule({}, options)), (schedule) => ({
      now: Date.parse(schedule.house_time),
      creatures: byName(schedule.creatures.map((each) => ({ ...each, name: each.creature.name }))).flatMap((each) =>
        each.on_time === null
          ? []
          : [
              {
                id: each.creature.id,
                asleep: each.asleep,
                opensAt: Date.parse(each.on_time.opens_at),
                endsAt: Date.parse(each.on_time.ends_at),
              },
            ],
      ),
    }));

  care: TrialHouse["care"] = async (id, action, isTask = false) => {
    const input = { creature_id: id, action, ...(isTask ? { item: TASK_ITEM } : {}) };
    return mapped(await this.#answer((options) => this.#client.care(input, options)), (answer) => ({
      success: answer.action_result.success,
      timing: answer.action_result.timing,
      heard: heardIn(answer),
    }));
  };

  advance: TrialHouse["advance"] = async (leave) => {
    const input =
      "until" in leave ? { until: new Date(leave.until).toISOString() } : { advance_hours: leave.advanceHours };
    return mapped(
      await this.#answer((options) => this.#client.moveClock(input, options)),
      ({ house_time, visits_left, over }) => ({
        now: Date.parse(house_time),
        visitsLeft: visits_left ?? 0,
        over: over ?? false,
      }),
    );
  };

  async #answer<Value>(make: (options: CallOptions) => Promise<Value>): Promise<Answer<Value>> {
    this.calls++;
    const options = { idempotencyKey: freshIdempotencyKey() };
    for (let attempt = 1; ; attempt++) {
      try {
        return { ok: true, value: await make(options) };
      } catch (error) {
        if (!(error instanceof DenkeeperError)) throw error;
        const { code, status } = error;
        const failure = FAILURES[code] ?? FAILURES[String(status)];
        const isBusy = !this.#hasFaults && (failure === "unavailable" || failure === "throttled");
        if (failure !== undefined && !isBusy) return { ok: false, failure };
        const mayRepeat = isBusy || status === undefined || code === "still_running";
        if (!mayRepeat || attempt === ATTEMPTS) throw error;
        if (isBusy) await sleep(BUSY_MS);
        else this.lost++;
      }
    }
  }
}

function mapped<From, To>(answer: Answer<From>, to: (value: From) => To): Answer<To> {
  return answer.ok ? { ok: true, value: to(answer.value) } : answer;
}

function byName<Item extends { readonly name: string }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function homeCreature(creature: Api.HomeCreature): HomeCreature {
  const { id, name, mood, hunger, happiness, health, trust, discipline } = creature;
  const stats = { hunger, happiness, health, trust, discipline };
  const { due, advice, check_in_at: checkInAt, dies_at: diesAt }: Partial<Api.HomeCreature> = creature;
  if (due === undefined || advice === undefined || checkInAt === undefined || diesAt === undefined)
    return { id, name, mood, stats };
  return { id, name, mood, stats, told: { due, advice, checkInAt: Date.parse(checkInAt), diesAt: Date.parse(diesAt) } };
}

/** What letters say, and strangers, the only other keepers that a run shows. */
function heardIn(answer: Api.HomeAnswer | Api.CareAnswer): readonly string[] {
  const quoted = "others" in answer ? (answer.others ?? []).map(({ notes }) => notes ?? "") : [];
  return [...quoted, ...(answer.run?.letters ?? []).map(({ text }) => text)];
}
