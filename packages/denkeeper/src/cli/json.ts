// Reads JSON from files and other programs, which cannot be trusted.

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a value; empty if it is not an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
