// What an answer says of others: `house_activity` and `others`. It is not kept for repeated calls, which get that of now;
// the rest of a kept answer stays as it was, byte by byte.
import type { Caller } from "../../model/agents/store/callers.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { AnswerJson } from "../contract/contract.ts";

export interface News {
  readonly house_activity: unknown;
  /** Undefined when there are none. */
  readonly others: unknown;
}

/** A repeated call: who makes it, when, and the body that was sent. */
export interface RepeatedCall {
  readonly caller: Caller;
  readonly now: RealInstant;
  readonly body: unknown;
}

export function withoutNews(answer: object): object {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "house_activity" && name !== "others"));
}

/** A kept answer with what the endpoint says of others now, where a first answer has it. */
export function withNews(answer: AnswerJson, { house_activity, others }: News): object {
  const { warnings, next_steps, ...said } = answer;
  const fields = Object.entries(said).flatMap(([name, value]): [string, unknown][] =>
    name === "soul_prompt"
      ? [
          ["house_activity", house_activity],
          [name, value],
        ]
      : [[name, value]],
  );
  return {
    ...Object.fromEntries(fields),
    ...(others === undefined ? {} : { others }),
    ...(warnings === undefined ? {} : { warnings }),
    next_steps,
  };
}
