// Paginates lists. Public lists end at 10,000 entries, because a page costs as many rows as it skips.
import { z } from "zod";
import type { Contract, FailureMore } from "./contract.ts";
import { namedObject } from "./json-schema.ts";

/** Number of entries that a public list exposes. */
export const PUBLIC_DEPTH = 10_000;

export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ type: "integer", minimum: min, ...(max < Number.MAX_SAFE_INTEGER ? { maximum: max } : {}) });
}

export function pageQuery(perPage: { readonly default: number; readonly max: number }) {
  return {
    page: wholeNumber(1).default(1),
    per_page: wholeNumber(1, perPage.max).default(perPage.default),
  };
}

export const pagination = namedObject("Pagination", {
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int().describe("How many pages there are."),
  has_next: z.boolean(),
  has_prev: z.boolean(),
});

export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

export function offsetOf({ page, per_page }: PageQuery): number {
  return (page - 1) * per_page;
}

/** Returns the fault of a page beyond the last reachable one, or undefined. */
export function depthFault(
  query: PageQuery,
  { method, path }: Contract,
): Pick<FailureMore, "faults" | "nextSteps"> | undefined {
  if (offsetOf(query) < PUBLIC_DEPTH) return undefined;
  const last = Math.ceil(PUBLIC_DEPTH / query.per_page);
  const rule = `must be at most ${last} with per_page ${query.per_page}, because this list shows at most ${PUBLIC_DEPTH} entries`;
  const nextSteps = [{ action: "first_page", method, endpoint: path, description: "See the first page." }];
  return { faults: [{ field: "page", message: rule }], nextSteps };
}

/** `depth` limits how many of the `total` entries can be reached. */
export function paginationOf({ page, per_page }: PageQuery, total: number, depth: number): z.input<typeof pagination> {
  const pages = Math.ceil(Math.min(total, depth) / per_page);
  return { page, per_page, total, pages, has_next: page < pages, has_prev: page > 1 };
}
