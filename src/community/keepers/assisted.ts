// A tag for keepers whose owners receive alerts.
import { ASSISTED_DAYS } from "@denkeeper/rules/foresight/assisted.ts";
import { html, type Content } from "../../ui/html.ts";

const MEANING = `Hooks alerted this keeper's people that a creature was due, late or critical, now or in the last ${ASSISTED_DAYS} days.`;

export function assistedTag({ assisted }: { readonly assisted: boolean }): Content {
  return assisted && html` <span class="assisted" title="${MEANING}">assisted</span>`;
}
