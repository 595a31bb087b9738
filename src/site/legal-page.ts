// The operator's legal texts as pages.
import type { WebPage } from "../ui/page.ts";
import { LEGAL } from "../ui/urls.ts";
import { frameOf, shown } from "../ui/answer.ts";
import { html } from "../ui/html.ts";
import { legalTexts } from "../ui/legal.ts";
import { rendered } from "../docs/rendered.ts";
import { notFound } from "../ui/lost.ts";

const SAFE_LINK = /^(?:https?:|mailto:|tel:|\/|#)/i;

export const legalPage: WebPage = {
  name: "legalPage",
  path: `${LEGAL}/{name}`,
  async render(request, services) {
    const text = legalTexts(services.config).find(({ name }) => name === request.params["name"]);
    if (text === undefined) return notFound(request, services);
    const { title, body } = rendered(text.markdown, (href) => (SAFE_LINK.test(href) ? href : undefined));
    const main = html`<div class="wrap doc">
      <h1>${title === "" ? text.title : title}</h1>
      <article class="doc__text">${body}</article>
    </div>`;
    const head = { title: text.title, description: `${text.title} of this service.`, path: text.path };
    return shown(head, frameOf(request, services), main);
  },
};
