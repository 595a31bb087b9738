// Sends OpenTelemetry traces if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise no OpenTelemetry package is loaded, and `traced`
// only calls its function.
import type { Attributes, Context } from "@opentelemetry/api";
import type { Sampler } from "@opentelemetry/sdk-trace";

interface Tracing {
  /** Runs work in a child span, or in a span of the trace that the headers name. */
  run<Result>(
    name: string,
    options: SpanOptions,
    work: () => Promise<Result>,
    outcome?: SpanOutcome<Result>,
  ): Promise<Result>;
  /** Runs work without spans. */
  pause<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface SpanOptions {
  readonly kind: "server" | "client" | "internal";
  readonly attributes?: Attributes;
  /** Request headers, which may name the trace to join. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface SpanOutcome<Result> {
  describe(result: Result): Attributes;
  isFault(result: Result): boolean;
}

let tracing: Tracing | undefined;

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Runs work in a span if tracing is enabled. */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
  outcome?: SpanOutcome<Result>,
): Promise<Result> {
  return tracing === undefined ? work() : tracing.run(name, options, work, outcome);
}

/** Runs probes and heartbeats without spans, because each would be a meaningless trace every few seconds. */
export async function untraced<Result>(work: () => Promise<Result>): Promise<Result> {
  return tracing === undefined ? work() : tracing.pause(work);
}

export interface TracingOptions {
  /** Address that accepts OTLP over HTTP. */
  readonly endpoint: string;
  /** Overridden by OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES. */
  readonly serviceName: string;
  readonly version?: string;
  /** Values of OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, which the SDK does not read. */
  readonly sampler?: string | undefined;
  readonly samplerRatio?: number | undefined;
}

async function samplerFor({ sampler = "parentbased_always_on", samplerRatio = 1 }: TracingOptions): Promise<Sampler> {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import("@opentelemetry/sdk-trace");
  const ratio = sampler.endsWith("always_off") ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(samplerRatio);
  const root = sampler.endsWith("always_on") ? new AlwaysOnSampler() : ratio;
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Starts tracing. The exporter reads the other OTEL_EXPORTER_OTLP_ variables itself, such as the one for headers. */
export async function startTracing(options: TracingOptions): Promise<void> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, createContextKey, trace, isSpanContextValid } =
    await import("@opentelemetry/api");
  const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceNameEnvDetector } =
    await import("@opentelemetry/resources");
  const { BatchSpanProcessor, TracerProvider } = await import("@opentelemetry/sdk-trace");
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, "")}/v1/traces` });
  const named = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  const own = { "service.name": options.serviceName, "service.version": options.version };
  const provider = new TracerProvider({
    resource: resourceFromAttributes(own).merge(named),
    sampler: await samplerFor(options),
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
  const paused = createContextKey("untraced");
  tracing = {
    async run(name, { kind, attributes = {}, headers }, work, outcome) {
      if (context.active().getValue(paused) === true) return work();
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
    pause: (work) => context.with(context.active().setValue(paused, true), work),
    async close() {
      await provider.shutdown();
      context.disable();
    },
  };
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Sends the remaining spans and stops. */
export async function stopTracing(): Promise<void> {
  const running = tracing;
  tracing = undefined;
  await running?.close();
}
