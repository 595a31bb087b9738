// The operator's legal texts as pages.
import type { WebPage } from "../ui/page.ts";
import { LEGAL } from "../ui/urls.ts";
import { frameOf, htmlAnswer } from "../ui/answer.ts";
import { html } from "../ui/html.ts";
import { legalTexts } from "../ui/legal.ts";
import { renderMarkdown } from "../docs/render-markdown.ts";
import { notFound } from "../ui/not-found.ts";

const SAFE_LINK = /^(?:https?:|mailto:|tel:|\/|#)/i;

export const legalPage: WebPage = {
  name: "legalPage",
  path: `${LEGAL}/{name}`,
  async render(request, services) {
    const text = legalTexts(services.config).find(({ name }) => name === request.params["name"]);
    if (text === undefined) return notFound(request, services);
    const { title, body } = renderMarkdown(text.markdown, (href) => (SAFE_LINK.test(href) ? href : undefined));
    const main = html`<div class="wrap doc">
      <h1>${title === "" ? text.title : title}</h1>
      <article class="doc__text">${body}</article>
    </div>`;
    const head = { title: text.title, description: `${text.title} of this service.`, path: text.path };
    return htmlAnswer(head, frameOf(request, services), main);
  },
};
