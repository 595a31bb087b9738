// Which form of a document a client wants, by its Accept and Accept-Encoding headers.

/** Whether the client would rather have `type` than `usual`. Without a word on either it gets the usual. */
export function prefers(accept: string, type: string, usual: string): boolean {
  const wanted = weightOf(accept, type) ?? 0;
  return wanted > 0 && wanted >= (weightOf(accept, usual) ?? 0);
}

/** The first of `codings` that the client wants most; undefined when it wants the text as it is. */
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

/** The weight that a header gives to exactly this name. */
function weightOf(header: string, wanted: string): number | undefined {
  for (const range of header.split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    if (name !== wanted) continue;
    const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
    return Number.isNaN(weight) ? 1 : weight;
  }
  return undefined;
}
