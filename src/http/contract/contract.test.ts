// Tests what contract types reject at compile time, and how steps are written.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "../request/endpoint.ts";
import { contract, nextSteps, step } from "./contract.ts";

const COMMON = {
  method: "POST",
  summary: "",
  description: "",
  auth: "required",
  limit: { by: "agent", max: 1, windowSeconds: 1 },
  status: 200,
  invalid: "",
  failure: "",
} as const;

const feed = contract({
  ...COMMON,
  name: "feedCreature",
  path: "/api/house/creatures/{id}",
  params: z.object({ id: z.uuid() }),
  query: z.object({ loud: z.stringbool().optional() }),
  body: z.object({ food: z.string(), notes: z.string().optional() }),
  response: z.object({ eaten: z.boolean(), next_steps: nextSteps }),
  errors: { full: { status: 409, error: "Full", description: "It has eaten." } },
});

const rest = contract({
  ...COMMON,
  name: "rest",
  path: "/api/rest",
  response: z.object({ next_steps: nextSteps }),
  errors: {},
});

const id = "0197a000-0000-7000-8000-000000000001";

describe("next steps", () => {
  test("a step follows its target's contract, with keys in fixed order", () => {
    const written = step(feed, {
      description: "Feed it.",
      params: { id },
      query: { loud: "true" },
      body: { food: "fish" },
    });
    expect(JSON.stringify(written)).toBe(
      `{"action":"feed_creature","method":"POST","endpoint":"/api/house/creatures/${id}?loud=true","description":"Feed it.","body":{"food":"fish"}}`,
    );
    expect(step(rest, { action: "nap", description: "Rest." })).toEqual({
      action: "nap",
      method: "POST",
      endpoint: "/api/rest",
      description: "Rest.",
    });
  });

  test("a step that contradicts its target's contract does not compile", () => {
    // @ts-expect-error a misspelled field
    step(feed, { description: "", params: { id }, body: { fod: "fish" } });
    // @ts-expect-error a wrong type
    step(feed, { description: "", params: { id }, body: { food: 5 } });
    // @ts-expect-error no body where one is required
    step(feed, { description: "", params: { id } });
    // @ts-expect-error no parameter where one is required
    step(feed, { description: "", body: { food: "fish" } });
    // @ts-expect-error a body where none is accepted
    step(rest, { description: "", body: { food: "fish" } });
  });
});

test("a handler gets typed input and may only return declared results", () => {
  endpoint(feed, async (call) => {
    const food: string = call.body.food;
    const creature: string = call.params.id;
    const username: string = call.caller.agent.username;
    // @ts-expect-error no such field
    expect(call.body.drink).toBeDefined();
    // @ts-expect-error no such error
    if (food === "stone") throw call.fail("broken_tooth");
    if (food === "all") throw call.fail("full", { faults: [{ field: creature, message: username }] });
    return { eaten: true, next_steps: [] };
  });
  // @ts-expect-error an answer without next_steps
  endpoint(feed, async () => ({ eaten: true }));
  // @ts-expect-error an answer of the wrong type
  endpoint(feed, async () => ({ eaten: "yes", next_steps: [] }));
  // @ts-expect-error a response without next_steps
  contract({ ...COMMON, name: "x", path: "/x", response: z.object({ eaten: z.boolean() }), errors: {} });
});
