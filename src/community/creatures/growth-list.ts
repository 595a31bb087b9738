// Renders portraits by stage. grow.css makes each larger than the one before.
import type { Stage } from "@denkeeper/rules/creature/creature.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { picture } from "../../ui/components/picture.ts";

export interface GrowthStage {
  readonly stage: Stage;
  readonly src: string;
  readonly alt: string;
  readonly caption: Content;
}

export function growthList(stages: readonly GrowthStage[]): Html {
  return html`<ol class="grow">
    ${stages.map(
      ({ stage, src, alt, caption }) =>
        html`<li class="grow__${stage}">
          <span class="den__door">${picture(src, alt)}</span><b>${stage}</b><span>${caption}</span>
        </li>`,
    )}
  </ol>`;
}
