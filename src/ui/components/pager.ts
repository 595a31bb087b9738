// Renders the links between the pages of a list.
import { html, type Html } from "../html.ts";
import { count } from "../words.ts";

export interface Pages {
  readonly page: number;
  readonly pages: number;
  readonly has_next: boolean;
  readonly has_prev: boolean;
}

interface PagerWords {
  readonly newer: string;
  readonly older: string;
  readonly at: (page: number) => string;
}

export function pager({ page, pages, has_next, has_prev }: Pages, { newer, older, at }: PagerWords): Html | null {
  if (pages <= 1) return null;
  return html`<nav class="pager" aria-label="Pages">
    <span>${has_prev && html`<a href="${at(page - 1)}" rel="prev">${newer}</a>`}</span>
    <span class="soft">Page ${count(page)} of ${count(pages)}</span>
    <span>${has_next && html`<a href="${at(page + 1)}" rel="next">${older}</a>`}</span>
  </nav>`;
}
