// Templates: functions that return HTML and escape every value that is not HTML. `raw` is only for this project's own text.
import { html as hono, raw as honoRaw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString;

/** Values of a template: HTML, text, numbers, and lists of them. null, undefined, and false render nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Templates are synchronous, so data must be read before they run. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  const rendered = hono(strings, ...values);
  if (rendered instanceof Promise) throw new TypeError("a template received a promise as a value");
  return rendered;
}

export const raw: (own: string) => Html = honoRaw;

/** Joins the class names that apply. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === "string" && name !== "").join(" ");
}
