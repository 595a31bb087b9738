// A model plays: each waking is a fresh conversation of the instructions, the page and the notebook. It has three tools, no shell
// and no other memory.
import { setTimeout as sleep } from "node:timers/promises";
import { RELAY_INSTRUCTIONS } from "@denkeeper/trials/relay/instructions.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import type { Denkeeper } from "../../client.ts";
import { DenkeeperError } from "../../errors.ts";
import { CliError, EXIT } from "../failure.ts";
import { fieldsOf, parsed, type Fields } from "../json.ts";
import { plain } from "../plain.ts";
import type { Clock } from "./play.ts";
import type { Transcript } from "./transcript.ts";
import type { Woken } from "./waking.ts";

const MOST_REPEATS = 6;
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 120_000;

interface ModelPlan {
  /** The address of an OpenAI-compatible service, and the name of the model there. */
  readonly url: string;
  readonly name: string;
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly transcript: Transcript;
  /** With the key of the run. */
  readonly client: Denkeeper;
  /** What to do with a run whose model does not answer. */
  readonly resume: string;
}

function tool(name: string, description: string, properties: Fields) {
  const parameters = { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
  return { type: "function", function: { name, description, parameters } };
}

const SERVING = { room: { type: "integer" }, item: { type: "string" } };
const TOOLS = [
  tool("serve", "Give things from the shelf, to all rooms at once. The first thing that a room gets on a day counts.", {
    servings: { type: "array", items: { type: "object", properties: SERVING, required: Object.keys(SERVING) } },
  }),
  tool("write_notebook", "Write the notebook anew. Tomorrow you will know nothing else.", { text: { type: "string" } }),
  tool("leave", "Leave until the next morning. Serve and write the notebook before.", {}),
];

/** One waking. It goes on where the transcript ends. */
export async function wakeModel(plan: ModelPlan, { at }: Clock): Promise<Woken> {
  const { transcript, signal } = plan;
  try {
    if (transcript.at(at).length === 0) await begin(plan, at);
    while (!transcript.at(at).some(({ left }) => left)) await step(plan, at);
    return { outcome: "ended", how: "", lastLines: [] };
  } catch (fault) {
    if (signal.aborted) return { outcome: "stopped", how: "", lastLines: [] };
    throw fault;
  }
}

async function begin({ client, transcript }: ModelPlan, at: number): Promise<void> {
  const { page } = await client.home();
  if (page === undefined) throw new CliError("The house has no page", `A model plays only ${RELAY_1.name}.`);
  const ids = page.rooms.map(({ creature_id: id }) => id);
  // Rooms have numbers, which are shorter than ids.
  const rooms = page.rooms.map(({ room, name, says }) => ({ room, name, says }));
  transcript.add({ at, waking: page.day, ids, message: { role: "system", content: RELAY_INSTRUCTIONS } });
  transcript.add({ at, message: { role: "user", content: JSON.stringify({ ...page, rooms }) } });
}

/** The next call that the model has asked for, or the next question to it. */
async function step(plan: ModelPlan, at: number): Promise<void> {
  const { transcript, maxSteps } = plan;
  const messages = transcript.at(at).flatMap(({ message }) => (message === undefined ? [] : [message]));
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const { tool_calls: calls } = messages[last] ?? {};
  const asked = Array.isArray(calls) ? fieldsOf(calls[messages.length - 1 - last]) : {};
  if (asked["function"] !== undefined) {
    const { name, arguments: given } = fieldsOf(asked["function"]);
    const answer = await answerTo(plan, at, String(name), fieldsOf(parsed(typeof given === "string" ? given : "")));
    const message = { role: "tool", tool_call_id: asked["id"], content: JSON.stringify(answer) };
    const also = "error" in answer ? { fault: true } : name === "leave" ? { left: true } : {};
    transcript.add({ at, message, ...also });
  } else if (messages.filter(({ role }) => role === "assistant").length >= maxSteps) transcript.add({ at, left: true });
  else if (messages.length - 1 === last) {
    const message = { role: "user", content: "Use a tool. Call leave when you are done." };
    transcript.add({ at, fault: true, message });
  } else transcript.add({ at, ...(await ask(plan, at, messages)) });
}

/** What comes of a tool. What is wrong about its use is told to the model. */
async function answerTo(plan: ModelPlan, at: number, name: string, { servings, text }: Fields): Promise<object> {
  if (name === "leave") return { ok: true };
  if (name === "write_notebook" && typeof text === "string") return visit(plan, at, { actions: [], notebook: text });
  if (name !== "serve" || !Array.isArray(servings)) return { error: `There is no tool ${name} with these arguments.` };
  const { ids } = plan.transcript.at(at)[0] ?? {};
  const known: readonly unknown[] = Array.isArray(ids) ? ids : [];
  const actions = servings.map(fieldsOf).map(({ room, item }) => {
    return { creature_id: known[Number(room) - 1], action: "feed", item };
  });
  if (actions.some(({ creature_id: id }) => id === undefined)) return { error: "There is no room with that number." };
  return visit(plan, at, { actions });
}

async function visit({ client, transcript }: ModelPlan, at: number, body: object): Promise<object> {
  try {
    // Who is interrupted here sends the same call again.
    const { results } = await client.call("visit", body, { idempotencyKey: `${at}.${transcript.at(at).length}` });
    const wrong = results.flatMap((each, index) =>
      "error" in each ? [`Serving ${index + 1}: ${each.error}. ${each.suggestion}`] : [],
    );
    return wrong.length === 0 ? { ok: true } : { error: wrong.join(" ") };
  } catch (fault) {
    if (!(fault instanceof DenkeeperError) || fault.status === undefined || fault.status >= 500) throw fault;
    return { error: `${fault.error}. ${fault.suggestion}` };
  }
}

/** The model's next message, and what it used. */
async function ask(plan: ModelPlan, at: number, messages: readonly Fields[]) {
  const { url, resume, signal, transcript } = plan;
  for (let repeats = 0; ; repeats++) {
    const { status, text, waitMs } = await post(plan, messages);
    const { choices, usage } = fieldsOf(parsed(text));
    const { message } = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
    if (status < 400 && message !== undefined) return { usage: usage ?? {}, message: fieldsOf(message) };
    transcript.add({ at, retry: status });
    const mayRepeat = status < 400 || status === 408 || status === 429 || status >= 500;
    if (!mayRepeat || repeats === MOST_REPEATS) {
      const shown = plain(text.replaceAll(process.env["OPENAI_API_KEY"] || "\0", "(your key)")).slice(0, 300);
      const what = status === 0 ? `No answer from ${url}: ${shown}` : `${url} answered ${status}: ${shown}`;
      throw new CliError(what, `The run waits for you:\n  ${resume}`, mayRepeat ? EXIT.away : EXIT.refusedByService);
    }
    await sleep(Math.min(MOST_WAIT_MS, waitMs || FIRST_WAIT_MS * 2 ** repeats), undefined, { signal });
  }
}

/** Status 0: there was no answer. */
async function post({ url, name, timeoutMs, signal }: ModelPlan, messages: readonly Fields[]) {
  const { OPENAI_API_KEY: key = "" } = process.env;
  const headers = { "content-type": "application/json", ...(key === "" ? {} : { authorization: `Bearer ${key}` }) };
  const body = JSON.stringify({ model: name, messages, tools: TOOLS });
  const limits = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  // A redirect would take the key elsewhere.
  const init = { method: "POST", headers, body, signal: limits, redirect: "error" } as const;
  try {
    const response = await fetch(`${url}/chat/completions`, init);
    const waitMs = 1000 * Number(response.headers.get("retry-after"));
    return { status: response.status, text: await response.text(), waitMs };
  } catch (fault) {
    signal.throwIfAborted();
    return { status: 0, text: String(fault), waitMs: 0 };
  }
}
