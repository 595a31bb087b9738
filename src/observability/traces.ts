// OpenTelemetry traces, if OTEL_EXPORTER_OTLP_ENDPOINT is set. Without it no OpenTelemetry package is loaded, and
// `traced` only calls its function.
import type { Attributes, Context } from "@opentelemetry/api";

interface Tracing {
  /** Runs work in a span under the one that is running, or under the caller's when headers are given. */
  run<Result>(
    name: string,
    options: SpanOptions,
    work: () => Promise<Result>,
    outcome?: SpanOutcome<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

export interface SpanOptions {
  readonly kind: "server" | "client" | "internal";
  readonly attributes?: Attributes;
  /** The headers of a request, which may name the trace that it belongs to. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How a result is described on its span. */
export interface SpanOutcome<Result> {
  describe(result: Result): Attributes;
  isFault(result: Result): boolean;
}

let tracing: Tracing | undefined;

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Runs work in a span of its own when traces are on. */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
  outcome?: SpanOutcome<Result>,
): Promise<Result> {
  return tracing === undefined ? work() : tracing.run(name, options, work, outcome);
}

/** Starts to send traces to an OTLP/HTTP endpoint; the rest of the OTEL_ variables work as OpenTelemetry says. */
export async function startTracing(endpoint: string, serviceName: string): Promise<void> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, trace, isSpanContextValid } =
    await import("@opentelemetry/api");
  const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const { BatchSpanProcessor, TracerProvider } = await import("@opentelemetry/sdk-trace");
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer("denkeeper");
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

  const parentOf = (headers: SpanOptions["headers"]): Context => {
    const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(String(headers?.["traceparent"] ?? "")) ?? [];
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  };
  tracing = {
    async run(name, { kind, attributes = {}, headers }, work, outcome) {
      const parent = kind === "server" ? parentOf(headers) : context.active();
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
      try {
        const result = await context.with(trace.setSpan(parent, span), work);
        if (outcome !== undefined) span.setAttributes(outcome.describe(result));
        if (outcome?.isFault(result) === true) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        return result;
      } catch (thrown) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: thrown instanceof Error ? thrown.name : "unknown" });
        span.end();
        throw thrown;
      }
    },
    async close() {
      await provider.shutdown();
      context.disable();
    },
  };
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Sends what is left and stops. */
export async function stopTracing(): Promise<void> {
  const running = tracing;
  tracing = undefined;
  await running?.close();
}
