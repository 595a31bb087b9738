// Sends one request to a receiver that an agent or owner chose, and nowhere else. The host is resolved once, and all its addresses
// must be public unless the operator allows the host. Connections go only to the checked addresses, so DNS rebinding has no effect.
import type { LookupAddress } from "node:dns";
import { Resolver, lookup } from "node:dns/promises";
import { Agent, request } from "node:https";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { HooksConfig } from "../../../platform/config/config.ts";
import { isPublic } from "./public-address.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReceiverReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** First 2 KB of the reply's body. */
  readonly text: string;
}

export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

export interface SendOptions {
  readonly allowedHosts: HooksConfig["allowedHosts"];
  /** This and the following options are set only by tests. */
  readonly resolve?: Resolve;
  readonly port?: number;
  readonly ca?: string;
  readonly timeoutMs?: number;
}

/** Thrown if no reply arrived. Its message reveals no address, so the agent may see it. */
export class NotSentError extends Error {
  override readonly name = "NotSent";
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 2_048;
const HTTPS_PORT = 443;
const DNS = { timeout: 3_000, tries: 2 };

/** Throws `NotSentError` if no reply arrives. */
export async function send(outgoing: OutgoingRequest, options: SendOptions): Promise<ReceiverReply> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    const addresses = await checkedAddresses(outgoing.url.hostname, options, signal);
    return await post(outgoing, addresses, options, signal);
  } catch (thrown) {
    if (thrown instanceof NotSentError) throw thrown;
    throw new NotSentError(signal.aborted ? "It did not answer in time" : reasonOf(thrown));
  }
}

async function checkedAddresses(
  host: string,
  { allowedHosts, resolve }: SendOptions,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const isAllowed = allowedHosts.has(host);
  const resolver = resolve ?? (isAllowed ? resolvePrivate : resolvePublic);
  const addresses = await beforeDeadline(resolver(host, signal), signal);
  if (addresses.length === 0) throw new NotSentError("The host has no address");
  if (!isAllowed && !addresses.every(({ address }) => isPublic(address)))
    throw new NotSentError("The host has an address that is not on the public Internet");
  return addresses;
}

/** Uses the system's resolver, because only it knows private names. */
const resolvePrivate: Resolve = (host) => lookup(host, { all: true });

/** Queries the name servers. Unlike `lookup`, this occupies no thread of the pool, so a slow name server delays nothing else. */
const resolvePublic: Resolve = async (host, signal) => {
  const resolver = new Resolver(DNS);
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer, index) =>
    answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length > 0) return addresses;
  const failure = answers.find((answer) => answer.status === "rejected");
  throw failure?.reason instanceof Error ? failure.reason : new NotSentError("The host has no address");
};

async function post(
  { url, headers, body }: OutgoingRequest,
  addresses: readonly LookupAddress[],
  { allowedHosts, port, ca }: SendOptions,
  signal: AbortSignal,
): Promise<ReceiverReply> {
  const outgoing = request({
    method: "POST",
    host: url.hostname,
    port: port ?? allowedHosts.get(url.hostname) ?? HTTPS_PORT,
    path: url.pathname + url.search,
    servername: url.hostname,
    headers: {
      ...headers,
      host: url.host,
      "content-length": Buffer.byteLength(body),
      "user-agent": "Denkeeper-Hooks/1",
      accept: "*/*",
    },
    // Unlike the global HTTP agent, this one uses no proxy from the environment and keeps no connection open.
    agent: new Agent({ keepAlive: false }),
    signal,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    lookup: (_, { all }, done) => {
      const [first] = addresses;
      if (all === true) done(null, [...addresses]);
      else done(null, first?.address ?? "", first?.family);
    },
  });
  outgoing.end(body);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the event has this argument
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers["retry-after"],
    text: await beginningOf(response),
  };
}

/** Reads the start of a body. A lost connection is no failure here, because a receiver that replied has the message. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    const body: AsyncIterable<Buffer> = response;
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The chunks before the error are sufficient.
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
}

/** Rejects at the deadline, even if the work ignores the signal. */
async function beforeDeadline<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new NotSentError("The host's name took too long to resolve"));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|ENODATA|EAI_|ENONAME|ESERVFAIL|ETIMEOUT|ECANCELLED|EBADRESP)/, "The host's name does not resolve"],
  [/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO|ERR_SSL/, "TLS failed: the certificate or the protocol is not valid"],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)/, "It does not accept connections"],
];

/** Describes an error by its code only, because its message may reveal the address. */
function reasonOf(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? "The connection was lost";
}
