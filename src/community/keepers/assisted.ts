// A tag for keepers whose owners receive alerts.
import { ASSISTED_DAYS } from "@denkeeper/rules/foresight/assisted.ts";
import { html, type Content } from "../../ui/html.ts";

const MEANING = `In the last ${ASSISTED_DAYS} days, hooks alerted this keeper's owner to a silent agent or a late or critical creature.`;

export function assistedTag({ assisted }: { readonly assisted: boolean }): Content {
  return assisted && html` <span class="assisted" title="${MEANING}">assisted</span>`;
}
