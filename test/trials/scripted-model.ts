// An OpenAI-compatible service without a model, for tests: it knows what each room should get, serves something foolish, or knows it
// and errs in every way that such services err.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RelayFacts } from "@denkeeper/trials/relay/facts.ts";

interface Counted {
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
}

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}

/** What goes wrong with the request of this number; -1: the connection is lost, 0: the answer is broken. */
function errorOf(count: number): number | undefined {
  const errors = [
    [10, 3, 500],
    [17, 5, 429],
    [23, 7, 0],
    [29, 9, -1],
  ] as const;
  return errors.find(([of, at]) => count % of === at)?.[2];
}

const call = (name: string, args: unknown, text = JSON.stringify(args)) => ({
  id: `call_${name}`,
  type: "function",
  function: { name, arguments: text },
});

/** What the model says. */
function said({ model, messages }: Asked, { days }: Pick<RelayFacts, "days">, count: number) {
  const page = JSON.parse(messages[1]?.content ?? "");
  const says = (...calls: readonly object[]) => ({ role: "assistant", content: null, tool_calls: calls });
  if (model === "errs" && count % 13 === 4) return { role: "assistant", content: "I think that I am done." };
  if (model === "errs" && count % 19 === 6) return says(call("serve", null, "{not json"));
  if (model === "errs" && count % 31 === 8) return says(call("run_shell", { command: "ls" }));
  const results = messages.filter(({ role, content }) => role === "tool" && content === '{"ok":true}');
  if (results.length > 0) return says(call("leave", {}));
  const truth = days[page.day - 1]?.truth ?? [];
  const servings = truth.map((item, index) => ({ room: index + 1, item: model === "fool" ? page.shelf[0] : item }));
  return says(call("serve", { servings }), call("write_notebook", { text: `day ${page.day}, ${page.notebook}` }));
}

async function textIn(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}

/** `onAsked` may hold up an answer for good: false means that none is given. */
export async function scriptedModel(facts: Pick<RelayFacts, "days">, onAsked = (_day: number): boolean => true) {
  const counted: Counted = { requests: 0, prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0 };
  const keys = new Set<string | undefined>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await textIn(request);
    const asked: Asked = JSON.parse(text);
    keys.add(request.headers.authorization);
    if (!onAsked(JSON.parse(asked.messages[1]?.content ?? "").day)) return;
    const count = ++counted.requests;
    const error = asked.model === "errs" ? errorOf(count) : asked.model === "refuses" ? 401 : undefined;
    if (error === -1) return void request.socket.destroy();
    if (error === 0) return void response.end("<html>not JSON");
    if (error !== undefined) return void response.writeHead(error).end(`wrong key: ${request.headers.authorization}`);
    const message = said(asked, facts, count);
    const usage = {
      prompt_tokens: Math.ceil(text.length / 4),
      completion_tokens: Math.ceil(JSON.stringify(message).length / 4),
      prompt_tokens_details: { cached_tokens: count % 5 },
    };
    counted.prompt_tokens += usage.prompt_tokens;
    counted.completion_tokens += usage.completion_tokens;
    counted.cached_tokens += usage.prompt_tokens_details.cached_tokens;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ index: 0, message }], usage }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: it listens at a port
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/v1`, counted, keys, stop };
}
