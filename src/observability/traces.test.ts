// Traces, sent to a small OTLP receiver: the spans of a request are connected, belong to the caller's trace, and
// contain no secret.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { houseForFile } from "../../test/harness.ts";
import { isTracing, startTracing, stopTracing } from "./traces.ts";

const house = await houseForFile();

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
}

test("a traced request, down to its statements", async () => {
  const bodies: string[] = [];
  const paths = new Set<string | undefined>();
  const receiver = createServer((incoming, outgoing) => {
    let text = "";
    paths.add(incoming.url);
    incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
    incoming.on("end", () => {
      bodies.push(text);
      outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const me = await house.register();
  expect(isTracing()).toBe(false);

  await startTracing(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, "denkeeper-test");
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await me.call("GET", "/api/house/preferences", undefined, headers);
  await house.call("GET", "/api/health", undefined, { traceparent: "not one" });
  await stopTracing();
  await me.call("GET", "/api/house/preferences", undefined, headers);
  receiver.close();

  expect([...paths]).toEqual(["/v1/traces"]);
  const spans = bodies
    .flatMap((text) => (JSON.parse(text) as Sent).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans);
  const root = spans.find(({ name }) => name === "GET /api/house/preferences");
  expect(root).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7" });
  expect(root?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: expect.anything() } });
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name);
  expect(children).toContain("count request");
  expect(children.some((name) => name.startsWith("find-caller"))).toBe(true);
  expect(spans.filter((span) => span.traceId === traceId && span.name === root?.name)).toHaveLength(1);
  const other = spans.find(({ name }) => name === "GET /api/health");
  expect(other?.traceId).not.toBe(traceId);
  expect(other?.parentSpanId ?? "").toBe("");
  for (const text of bodies) expect(text).not.toContain(me.key);
});
