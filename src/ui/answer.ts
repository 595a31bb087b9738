// Answers with HTML that shared caches may store for a minute.
import type { PageAnswer, PageRequest } from "./page.ts";
import type { Needs } from "../model/services.ts";
import type { Html } from "./html.ts";
import { layout, type PageFrame, type PageHead } from "./layout.ts";
import { legalTexts } from "./legal.ts";

export const HTML_TYPE = "text/html; charset=utf-8";
export const SHARED_MINUTE = "public, max-age=0, s-maxage=60, stale-while-revalidate=30";

/** Limit shared by all pages that name none of their own. */
export const PAGE_LIMIT = { by: "ip", max: 120, windowSeconds: 60, counter: "pages" } as const;

export function frameOf({ now }: PageRequest, { config }: Needs<"config">): PageFrame {
  return { baseUrl: config.baseUrl, now, legal: legalTexts(config) };
}

export function htmlAnswer(page: PageHead, frame: PageFrame, main: Html): PageAnswer {
  return { status: 200, contentType: HTML_TYPE, body: layout(page, frame, main), cacheControl: SHARED_MINUTE };
}

/** Reads the page number of a list from an untrusted query. */
export function pageNumber(query: URLSearchParams, most: number): number {
  const text = query.get("page") ?? "1";
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(1, number), Math.max(1, most));
}
