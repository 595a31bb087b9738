// Tests traces with a small OTLP receiver: the spans of a request are connected, belong to the caller's trace, and contain no
// secret.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { startHeartbeat } from "../../model/outages/heartbeat.ts";
import { isTracing, startTracing, stopTracing, traced } from "./traces.ts";

const house = await houseForFile();

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface Traced {
  readonly bodies: readonly string[];
  readonly paths: ReadonlySet<string | undefined>;
  readonly spans: readonly SentSpan[];
  /** Resource attributes of the process. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Returns what a receiver gets while `work` runs. */
async function tracesOf(work: () => Promise<unknown>, sampling: object = {}): Promise<Traced> {
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
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await startTracing({ endpoint, serviceName: "denkeeper-test", ...sampling });
  await work();
  await stopTracing();
  receiver.close();
  const resources = bodies.flatMap((text) => (JSON.parse(text) as Sent).resourceSpans);
  const named = resources.flatMap(({ resource }) => resource.attributes);
  return {
    bodies,
    paths,
    spans: resources.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans),
    attributes: Object.fromEntries(named.map(({ key, value }) => [key, value["stringValue"]])),
  };
}

test("a trace covers a request down to its statements", async () => {
  const me = await house.register();
  expect(isTracing()).toBe(false);
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const { bodies, paths, spans, attributes } = await tracesOf(async () => {
    await me.call("GET", "/api/house/preferences", undefined, headers);
    await house.call("GET", "/api/health", undefined, { traceparent: "not one" });
  });
  await me.call("GET", "/api/house/preferences", undefined, headers);

  expect([...paths]).toEqual(["/v1/traces"]);
  expect(attributes).toMatchObject({ "service.name": "denkeeper-test" });
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

test("probes and heartbeats are not traced", async () => {
  const { spans } = await tracesOf(async () => {
    for (const path of ["/livez", "/readyz", "/metrics"]) await (await fetch(`${house.url}${path}`)).text();
    const heartbeat = await startHeartbeat(house.app.services.outages, house.app.services.log);
    await heartbeat.stop();
    await house.call("GET", "/api/health");
  });
  expect(spans.map(({ name }) => name)).toContain("GET /api/health");
  expect(spans.filter(({ parentSpanId = "", name }) => parentSpanId === "" && !name.startsWith("GET "))).toEqual([]);
});

test("OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES name the process", async () => {
  const call = () => house.call("GET", "/api/health");
  try {
    process.env["OTEL_RESOURCE_ATTRIBUTES"] = "service.name=other,deployment.environment.name=garden";
    expect((await tracesOf(call)).attributes).toMatchObject({
      "service.name": "other",
      "deployment.environment.name": "garden",
    });
    process.env["OTEL_SERVICE_NAME"] = "house-7";
    expect((await tracesOf(call)).attributes).toMatchObject({ "service.name": "house-7" });
  } finally {
    delete process.env["OTEL_RESOURCE_ATTRIBUTES"];
    delete process.env["OTEL_SERVICE_NAME"];
  }
});

const SAMPLED = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };

test.each([
  ["always_on", undefined, 200, 200],
  ["always_off", undefined, 0, 0],
  ["traceidratio", 0.5, 100, 0],
  ["parentbased_always_on", undefined, 200, 200],
  ["parentbased_always_off", undefined, 0, 200],
  ["parentbased_traceidratio", 0.5, 100, 200],
])("OTEL_TRACES_SAMPLER %s with %s samples its share of traces", async (sampler, ratio, own, theirs) => {
  const kinds = ["own", "theirs"] as const;
  const { spans } = await tracesOf(
    async () => {
      for (const name of kinds) {
        const headers = name === "theirs" ? SAMPLED : {};
        for (let count = 0; count < 200; count++) await traced(name, { kind: "server", headers }, async () => {});
      }
    },
    { sampler, samplerRatio: ratio },
  );
  const [counted, callers] = kinds.map((kind) => spans.filter(({ name }) => name === kind).length);
  // Two hundred coin flips deviate this far once in a million runs.
  expect(Math.abs((counted ?? 0) - own)).toBeLessThan(ratio === undefined ? 1 : 36);
  if (sampler !== "traceidratio") expect(callers).toBe(theirs);
});
