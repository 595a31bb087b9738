// Negotiates content: picks the form of a document from the Accept and Accept-Encoding headers.

/** Returns whether the client prefers `type` to `usual`. A client that lists neither gets `usual`. */
export function prefers(accept: string, type: string, usual: string): boolean {
  const preferred = weightOf(accept, type) ?? 0;
  return preferred > 0 && preferred >= (weightOf(accept, usual) ?? 0);
}

/** Returns the first of `codings` with the highest weight, or undefined if the client prefers uncompressed text. */
export function preferredCoding<Coding extends string>(
  accepted: string | undefined,
  codings: readonly Coding[],
): Coding | undefined {
  if (accepted === undefined) return undefined;
  const others = weightOf(accepted, "*") ?? 0;
  let best: Coding | undefined;
  let most = weightOf(accepted, "identity") ?? 0;
  for (const coding of codings) {
    const weight = weightOf(accepted, coding) ?? others;
    if (weight > most || (weight === most && weight > 0 && best === undefined)) {
      best = coding;
      most = weight;
    }
  }
  return best;
}

/** Returns the weight of a name in a header. Wildcards do not match. */
function weightOf(header: string, preferred: string): number | undefined {
  for (const range of header.split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    if (name !== preferred) continue;
    const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
    return Number.isNaN(weight) ? 1 : weight;
  }
  return undefined;
}
