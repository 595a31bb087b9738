// Serves /livez, /readyz, and /metrics for orchestrators and Prometheus, before all limits on calls, so that overload cannot
// hide the state of the process.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { errorBody, Failure } from "../respond/errors.ts";
import { JSON_TYPE, requestIdOf, type LimitStatus } from "../message/request-context.ts";
import { tooManyRequests } from "../guard/count-address.ts";
import { rateHeaders, retryAfterSeconds } from "../guard/rate-limit.ts";
import { bearerToken } from "../guard/key-check.ts";
import { isSameSecret } from "../../platform/secret-compare.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { Readiness } from "../health/readiness.ts";
import { StateLog } from "../../platform/observability/state-log.ts";
import { untraced } from "../../platform/observability/traces.ts";

export interface ProbeOptions {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Allows requests from other machines to read /metrics. */
  readonly metricsToken: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly now: () => RealInstant;
  /** Counts a request by its address. */
  readonly countRequest: (incoming: IncomingMessage) => LimitStatus;
}

const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
/** If one of these headers is present, a proxy sent the request and the peer is not the client. */
const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

interface ProbeAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

type Probe = (incoming: IncomingMessage) => Promise<ProbeAnswer>;

function probesBy({ metrics, readiness, metricsToken }: ProbeOptions): ReadonlyMap<string, Probe> {
  return new Map<string, Probe>([
    ["/livez", async () => ({ status: 200, type: JSON_TYPE, text: JSON.stringify({ status: "ok" }) })],
    [
      "/readyz",
      async () => {
        const { ready, checks } = await untraced(() => readiness.report());
        const text = JSON.stringify({ status: ready ? "ok" : "not ready", checks });
        return { status: ready ? 200 : 503, type: JSON_TYPE, text };
      },
    ],
    [
      "/metrics",
      async (incoming) => {
        if (!mayReadMetrics(incoming, metricsToken)) return { status: 401, type: JSON_TYPE, text: METRICS_REFUSAL };
        return { status: 200, type: metrics.registry.contentType, text: await untraced(() => metrics.text()) };
      },
    ],
  ]);
}

/** Answers a request if it is a probe, and returns whether it was. */
export function probesOf(options: ProbeOptions): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const state = new StateLog(options.log, "answering a probe");
  const probes = probesBy(options);
  return (incoming, outgoing) => {
    const probe = probes.get(incoming.url ?? "");
    if (probe === undefined || (incoming.method !== "GET" && incoming.method !== "HEAD")) return false;
    const status = options.countRequest(incoming);
    const seconds = retryAfterSeconds(status, options.now());
    const send = ({ status: code, type, text }: ProbeAnswer): void => {
      outgoing.writeHead(code, {
        ...options.headers,
        ...rateHeaders(status),
        "x-request-id": requestIdOf(incoming.headers),
        "content-type": type,
        "content-length": Buffer.byteLength(text),
        "cache-control": "no-store",
        ...(code === 503 ? { "retry-after": "1" } : {}),
        ...(code === 429 ? { "retry-after": String(seconds) } : {}),
      });
      outgoing.end(incoming.method === "HEAD" ? undefined : text);
    };
    if (status.exceeded) {
      options.metrics.rejected("probes");
      send({ status: 429, type: JSON_TYPE, text: errorBody(tooManyRequests(seconds)) });
      return true;
    }
    probe(incoming).then(
      (answer) => {
        state.worked();
        return send(answer);
      },
      (thrown: unknown) => {
        state.failed(thrown);
        send({
          status: 500,
          type: JSON_TYPE,
          text: errorBody(Failure.general("fault", { error: "The probe failed" })),
        });
      },
    );
    return true;
  };
}

const METRICS_REFUSAL = errorBody(Failure.general("invalid_metrics_token"));

function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  const isLocal = LOOPBACK.test(socket.remoteAddress ?? "") && FORWARDING.every((name) => headers[name] === undefined);
  if (isLocal) return true;
  const sent = bearerToken(headers);
  return sent !== undefined && token !== undefined && isSameSecret(sent, token);
}
