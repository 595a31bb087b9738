// Renders Markdown as HTML. Raw HTML becomes text, headings get ids, and the title is returned separately.
import { Marked, type Tokens } from "marked";
import { html, raw, type Html } from "../ui/html.ts";
import { codeBlock } from "../ui/components/copy.ts";

/** Returns the id of a heading: words and digits, separated by hyphens or underscores. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

export function json(value: unknown): string {
  return block("json", JSON.stringify(value, null, 2));
}

interface RenderedMarkdown {
  readonly title: string;
  readonly contents: readonly { readonly id: string; readonly text: string }[];
  readonly body: Html;
}

/** `addressOf` maps the address of a link. If it returns undefined, the link becomes plain text. */
export function renderMarkdown(markdown: string, addressOf: (href: string) => string | undefined): RenderedMarkdown {
  const contents: RenderedMarkdown["contents"][number][] = [];
  let title = "";
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html({ text }) {
        return String(html`${text}`);
      },
      heading({ tokens, depth, text }) {
        // Underscores inside a word belong to the word.
        const plain = text.replaceAll(/[`*]|\b_|_\b/g, "");
        const id = slugOf(plain);
        if (depth === 1) {
          title = plain;
          return "";
        }
        if (depth === 2) contents.push({ id, text: plain });
        return String(html`<h${depth} id="${id}">${raw(this.parser.parseInline(tokens))}</h${depth}>`);
      },
      link({ href, tokens }) {
        const inner = raw(this.parser.parseInline(tokens));
        const address = addressOf(href);
        return String(address === undefined ? html`${inner}` : html`<a href="${address}">${inner}</a>`);
      },
      image({ text }) {
        return String(html`${text}`);
      },
      code({ text, lang = "" }) {
        return String(codeBlock(text, lang));
      },
      table({ header, rows }) {
        const inline = ({ tokens }: Tokens.TableCell): Html => raw(this.parser.parseInline(tokens));
        return String(
          table(
            header.map(inline),
            rows.map((row) => row.map(inline)),
          ),
        );
      },
    },
  });
  const body = raw(marked.parse(markdown, { async: false }));
  return { title, contents, body };
}

function table(header: readonly Html[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label="Table">
    <table class="doc__table">
      <thead>
        <tr>
          ${header.map((cell) => html`<th scope="col">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
