// A small tag for keepers whose people are alerted when to come.
import { ASSISTED_DAYS } from "@denkeeper/rules/foresight/assisted.ts";
import { html, type Content } from "../../ui/html.ts";

const MEANING = `Hooks alerted this keeper's people that a creature was due, late or critical, now or in the last ${ASSISTED_DAYS} days.`;

/** Nothing for everybody else. */
export function assistedTag({ assisted }: { readonly assisted: boolean }): Content {
  return assisted && html` <span class="assisted" title="${MEANING}">assisted</span>`;
}
