// Parses Stripe's form encoding, in which brackets form objects and lists: line_items[0][price_data][currency]=usd.

export interface Fields {
  readonly [name: string]: string | Fields;
}

export function parseForm(text: string): Fields {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll("]", "").split("[");
    const last = path.pop() ?? "";
    let into = root;
    for (const step of path) into = (into[step] ??= {}) as Record<string, unknown>;
    into[last] = value;
  }
  return root as Fields;
}

function at(fields: Fields, path: readonly string[]): string | Fields | undefined {
  return path.reduce<string | Fields | undefined>(
    (found, step) => (typeof found === "object" ? found[step] : undefined),
    fields,
  );
}

export function textAt(fields: Fields, ...path: readonly string[]): string | undefined {
  const found = at(fields, path);
  return typeof found === "string" ? found : undefined;
}

/** Returns the texts directly below a path, by name. */
export function textsAt(fields: Fields, ...path: readonly string[]): Readonly<Record<string, string>> {
  const found = at(fields, path);
  if (typeof found !== "object") return {};
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
