// Reads untrusted JSON from files and other programs.

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a value's fields, or no fields if the value is not an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
