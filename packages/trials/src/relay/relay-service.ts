// One run with letters as the service answers it where an agent plays: the same paths, fields and codes, without an account.
// Whoever shows a key is the owner. Others see the run when it is over.
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { Hashes } from "../chance.ts";
import type { Answer, ClockAnswer } from "../house.ts";
import { scoredFile, trialResult, type RunHead } from "../run-file.ts";
import type { RelayRun, VisitAction } from "./relay-run.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  readonly hasKey: boolean;
}

export interface Answered {
  readonly status: number;
  readonly body: object | string;
}

const FAILURES: Readonly<Record<string, readonly [status: number, code: string, error: string, suggestion: string]>> = {
  over: [409, "run_over", "This run is over", "GET /api/trials/runs/{id} shows the result."],
  no_calls_left: [403, "no_calls_left", "This run has no calls left", "Move the clock to the end of the run."],
  gone: [404, "creature_not_found", "No such creature in this house", "Take creature_id from the page."],
  not_on_the_shelf: [400, "not_on_the_shelf", "That is not on the shelf", "item is one of the page's shelf."],
  already_served: [409, "already_served", "It has been served today", "The first thing of a day counts."],
  too_long: [400, "notebook_too_long", "The notebook is too long", "Write at most notebook_limit characters."],
  invalid: [400, "invalid_input", "Invalid visit", "Send actions: a list of { creature_id, action, item }."],
  running: [404, "run_not_found", "No such run", "A run that is over is shown to everybody."],
  other: [409, "other_run", "Another run is served here", "Send the scenario and the practice number that are served."],
  unknown: [404, "unknown_path", "There is no such path here", "Read the page: GET /api/house/home."],
};

function failed(why: string): Answered {
  const [status, code, error, suggestion] = FAILURES[why] ?? [503, "busy", "Not now", "Send the call again."];
  return { status, body: { error, code, suggestion } };
}

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const iso = (at: Instant) => Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: "millisecond" });

export class RelayService {
  /** The run's id is its seed. */
  readonly #id: string;
  readonly #run: RelayRun;
  readonly #head: RunHead;
  readonly #hashes: Hashes;
  #file: ReturnType<typeof scoredFile> | undefined;

  constructor(run: RelayRun, head: RunHead, hashes: Hashes) {
    this.#id = run.draw.seed;
    this.#run = run;
    this.#head = head;
    this.#hashes = hashes;
  }

  /** The file of the run; undefined until it is over. */
  get file(): string | undefined {
    if (this.#run.over) this.#file ??= scoredFile(this.#run.record(), this.#head, this.#hashes);
    return this.#file?.text;
  }

  async answer({ method, path, body, hasKey }: Asked): Promise<Answered> {
    const [route = "", query] = `${method} ${path}`.split("?");
    const run = this.#run;
    switch (route) {
      case "GET /api/house/home":
      case "GET /api/house/status":
        return this.#told(await run.page(), (page) => ({ page }));
      case "POST /api/house/visit":
        return this.#visit(fieldsOf(body));
      case "POST /api/house/care":
        return this.#visit({ actions: [body] });
      case "GET /api/house/clock":
        return this.#told(await run.clock(), () => this.#clock());
      case "POST /api/house/clock":
        return this.#told<ClockAnswer>(await run.leave(), () => this.#clock());
      case "POST /api/trials":
        return this.#started(fieldsOf(body));
      case `GET /api/trials/runs/${this.#id}`:
        return hasKey || run.over ? this.#shown(query === "format=jsonl") : failed("running");
      default:
        return failed("unknown");
    }
  }

  #told<Value>(answer: Answer<Value>, tell: (value: Value) => object): Answered {
    if (!answer.ok) return failed(answer.failure);
    return { status: 200, body: { ...tell(answer.value), run: this.#clock() } };
  }

  #clock() {
    const { draw, now, over, scenario, visitsLeft } = this.#run;
    const times = { house_time: iso(now), ends_at: iso(draw.endsAt) };
    return { scenario: scenario.name, ...times, visits_left: visitsLeft, over };
  }

  async #visit({ actions, notebook }: Fields): Promise<Answered> {
    const given = (Array.isArray(actions) ? actions : []).map(fieldsOf);
    const wanted = given.flatMap(({ creature_id: id, action, item }): VisitAction[] => {
      const known = CARE_ACTIONS.find((each) => each === action);
      return known === undefined ? [] : [{ id: String(id), action: known, item: String(item) }];
    });
    const written = typeof notebook === "string" ? notebook : undefined;
    const isSound = Array.isArray(actions) && wanted.length === given.length && written === notebook;
    const visited = await (isSound ? this.#run.visit(wanted, written) : this.#run.visit([]));
    if (!isSound) return failed("invalid");
    if (visited.ok && visited.value.isTooLong) return failed("too_long");
    return this.#told(visited, ({ results }) => ({
      results: results.map((result, index) => {
        const about = { creature_id: wanted[index]?.id, action: wanted[index]?.action };
        if (typeof result === "string") return { ...about, success: false, ...fieldsOf(failed(result).body) };
        return { ...about, success: result.success, timing: result.timing };
      }),
    }));
  }

  #started({ scenario, practice }: Fields): Answered {
    const { season, number } = this.#head;
    const { draw, scenario: own } = this.#run;
    if (scenario !== own.name || practice !== number) return failed("other");
    const run = { id: this.#id, scenario, season, number };
    const times = { starts_at: iso(draw.startsAt), ends_at: iso(draw.endsAt), timezone: draw.zone };
    return { status: 201, body: { run, your_token: this.#id, ...times, visits: own.visits } };
  }

  #shown(isFile: boolean): Answered {
    const { file } = this;
    const { entry, ...head } = this.#head;
    const { draw, scenario } = this.#run;
    const run = { id: this.#id, agent: entry, scenario: scenario.name, ...head, starts_at: iso(draw.startsAt) };
    if (file === undefined || this.#file === undefined)
      return isFile
        ? failed("running")
        : { status: 200, body: { run: { ...run, status: "running" }, clock: this.#clock(), result: null, lives: [] } };
    if (isFile) return { status: 200, body: file };
    const result = trialResult(this.#file.score, this.#run.record());
    return {
      status: 200,
      body: { run: { ...run, status: "finished", seed: draw.seed }, result, lives: [], file: null },
    };
  }
}
