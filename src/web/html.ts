// Templates are functions that return HTML. Values are escaped unless they are HTML. `raw` is only for text that this
// project wrote.
import { html as hono, raw as honoRaw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString;

/** What may be put into a template: HTML, text, numbers, lists of them; nothing is put in for null, undefined and false. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Nothing in our templates waits: data is read before they begin. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  const made = hono(strings, ...values);
  if (made instanceof Promise) throw new TypeError("a template was given a promise");
  return made;
}

export const raw: (own: string) => Html = honoRaw;

/** Class names that hold. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === "string" && name !== "").join(" ");
}
