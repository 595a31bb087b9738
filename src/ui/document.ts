// A document page: one column of text with its table of contents beside it.
import { COPY_SCRIPT } from "./assets.ts";
import { html, type Html } from "./html.ts";
import { layout, type StaticFrame } from "./layout.ts";

export interface Heading {
  readonly id: string;
  readonly text: string;
}

export interface Document {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** Where the same is as Markdown. */
  readonly markdownPath: string;
  /** What stands in it, under which ids. */
  readonly contents: readonly Heading[];
  readonly body: Html;
}

export function documentPage(
  { title, description, path, markdownPath, contents, body }: Document,
  frame: StaticFrame,
): string {
  const main = html`<div class="wrap doc">
    <h1>${title}</h1>
    ${
      contents.length > 1 &&
      html`<nav class="doc__contents" aria-label="On this page">
        <h2>On this page</h2>
        <ul>
          ${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
        </ul>
      </nav>`
    }
    <article class="doc__text">
      ${body}
      <p class="soft"><a href="${markdownPath}">This page as Markdown</a></p>
    </article>
  </div>`;
  return layout({ title, description, path, markdownPath, nav: "docs", scripts: [COPY_SCRIPT] }, frame, main);
}
