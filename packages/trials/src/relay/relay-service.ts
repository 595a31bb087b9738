// One run with letters as the service answers it where an agent plays: the same paths, fields and codes, without an account.
// Whoever shows a key is the owner. Others see the run when it is over.
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { Hashes } from "../chance.ts";
import type { Answer } from "../house.ts";
import { scoredFile, trialResult, type RunHead } from "../run-file.ts";
import type { Done, RelayRun, VisitAction } from "./relay-run.ts";

type Fields = Readonly<Record<string, unknown>>;
type Answered = readonly [status: number, body: object | string];
/** Of an action, with a code if it failed. */
type Result = Fields & { readonly code?: string };

/** By code: the status, what is wrong, and what to do. */
const FAILURES: Readonly<Record<string, readonly [status: number, error: string, suggestion: string]>> = {
  run_over: [409, "This run is over", "GET /api/trials/runs/{id} shows the result."],
  no_calls_left: [403, "This run has no calls left", "Move the clock to the end of the run."],
  creature_not_found: [404, "No such creature in this house", "Take creature_id from the page."],
  not_on_the_shelf: [400, "That is not on the shelf", "item is one of the page's shelf."],
  already_served: [409, "It has been served today", "The first thing of a day counts."],
  notebook_too_long: [400, "The notebook is too long", "Write at most notebook_limit characters."],
  invalid_input: [400, "Invalid visit", "Send actions: a list of { creature_id, action, item }."],
  run_not_found: [404, "No such run", "A run that is over is shown to everybody."],
  other_run: [409, "Another run is served here", "Send the scenario and the practice number that are served."],
  unknown_path: [404, "There is no such path here", "Read the page: GET /api/house/home."],
};
const CODES: Readonly<Record<string, string>> = { over: "run_over", gone: "creature_not_found" };

function failed(why: string) {
  const code = CODES[why] ?? why;
  const [status, error, suggestion] = FAILURES[code] ?? [503, "Not now", "Send the call again."];
  return [status, { error, code, suggestion }] as const;
}

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const iso = (at: Instant) => Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: "millisecond" });

export class RelayService {
  readonly #run: RelayRun;
  readonly #head: RunHead;
  readonly #hashes: Hashes;
  #scored: ReturnType<typeof scoredFile> | undefined;

  constructor(run: RelayRun, head: RunHead, hashes: Hashes) {
    this.#run = run;
    this.#head = head;
    this.#hashes = hashes;
  }

  /** The file of the run and its score; undefined until it is over. */
  get scored() {
    if (this.#run.over) this.#scored ??= scoredFile(this.#run.record(), this.#head, this.#hashes);
    return this.#scored;
  }

  /** `called`: method and path, with its query. The run's id is its seed. */
  async answer(called: string, body: unknown, hasKey: boolean): Promise<Answered> {
    const [run, given] = [this.#run, fieldsOf(body)];
    switch (called.replace(/\?.*/, "")) {
      case "GET /api/house/home":
        return this.#told(await run.page(), (page) => ({ page }));
      case "GET /api/house/status":
        return this.#told(await run.home(), () => ({}));
      case "POST /api/house/visit":
        return this.#visit(given, (results) => ({ results }));
      case "POST /api/house/care":
        // The failure of its action is that of the call.
        return this.#visit({ actions: [given] }, ([result]) => result?.code ?? { action_result: result });
      case "GET /api/house/clock":
        return this.#told(await run.clock(), () => this.#clock());
      case "POST /api/house/clock":
        return this.#told(await run.leave(), () => this.#clock());
      case "POST /api/trials":
        return this.#started(given);
      case `GET /api/trials/runs/${run.draw.seed}`:
        return hasKey || run.over ? this.#shown(called.endsWith("?format=jsonl")) : failed("run_not_found");
      default:
        return failed("unknown_path");
    }
  }

  /** `tell` says what is answered, or why nothing is. */
  #told<Value>(answer: Answer<Value>, tell: (value: Value) => object | string): Answered {
    const told = answer.ok ? tell(answer.value) : answer.failure;
    return typeof told === "string" ? failed(told) : [200, { ...told, run: this.#clock() }];
  }

  #clock() {
    const { draw, now, over, scenario, visitsLeft: visits_left } = this.#run;
    return { scenario: scenario.name, house_time: iso(now), ends_at: iso(draw.endsAt), visits_left, over };
  }

  async #visit({ actions, notebook }: Fields, tell: (results: readonly Result[]) => object | string) {
    const given = (Array.isArray(actions) ? actions : [null]).map(fieldsOf);
    const wanted = given.flatMap(({ creature_id: id, action: named, item }): VisitAction[] => {
      const action = CARE_ACTIONS.find((each) => each === named);
      return action === undefined ? [] : [{ id: String(id), action, item: String(item) }];
    });
    const written = typeof notebook === "string" ? notebook : undefined;
    const isSound = wanted.length === given.length && written === notebook;
    const visited = await (isSound ? this.#run.visit(wanted, written) : this.#run.visit([]));
    if (!isSound) return failed("invalid_input");
    const resultOf = (done: Done, index: number): Result => {
      const about = { creature_id: wanted[index]?.id, action: wanted[index]?.action };
      if (typeof done === "string") return { ...about, success: false, ...failed(done)[1] };
      return { ...about, success: done.success, timing: done.timing };
    };
    return this.#told(visited, (all) => tell(all.map(resultOf)));
  }

  #started({ scenario, practice }: Fields): Answered {
    const { draw, scenario: own } = this.#run;
    const { season, number } = this.#head;
    if (scenario !== own.name || practice !== number) return failed("other_run");
    const run = { id: draw.seed, scenario, season, number };
    return [201, { run, your_token: draw.seed, starts_at: iso(draw.startsAt), ends_at: iso(draw.endsAt) }];
  }

  #shown(isFile: boolean): Answered {
    const { text, score } = this.scored ?? {};
    if (isFile) return text === undefined ? failed("run_not_found") : [200, text];
    const { draw, scenario } = this.#run;
    const { entry: agent, ...head } = this.#head;
    const status = score === undefined ? "running" : "finished";
    const run = { id: draw.seed, agent, scenario: scenario.name, ...head, status, starts_at: iso(draw.startsAt) };
    const result = score === undefined ? null : trialResult(score, this.#run.record());
    return [200, { run, clock: this.#clock(), result, lives: [] }];
  }
}
