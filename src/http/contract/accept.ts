// Which form of a document a client wants, by its Accept header.

/** Whether the client would rather have `type` than `usual`. Without a word on either it gets the usual. */
export function prefers(accept: string, type: string, usual: string): boolean {
  const wanted = weightOf(accept, type);
  return wanted > 0 && wanted >= weightOf(accept, usual);
}

/** How much an Accept header wants exactly this type. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
    return Number.isNaN(weight) ? 1 : weight;
  }
  return 0;
}
