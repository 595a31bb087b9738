// Templates are functions that return HTML. Every value is escaped unless it is HTML already. `raw` is only for text that
// this project wrote.
import { html as hono, raw as honoRaw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString;

/** The values a template takes: HTML, text, numbers, and lists of them. null, undefined and false render nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Templates are synchronous: data is read before they run. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  const made = hono(strings, ...values);
  if (made instanceof Promise) throw new TypeError("a template was given a promise");
  return made;
}

export const raw: (own: string) => Html = honoRaw;

/** Joins the class names that apply. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === "string" && name !== "").join(" ");
}
