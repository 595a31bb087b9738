// A list of labels and values.
import { classes, html, type Content, type Html } from "../html.ts";

export type Fact = readonly [name: string, value: Content];

export function facts(list: readonly Fact[], more = ""): Html {
  const known = list.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return html`<dl class="${classes("facts", more)}">
    ${known.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
