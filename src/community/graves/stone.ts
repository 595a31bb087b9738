// Renders a gravestone as a closed doorway, sized by stage. A lamp means that the creature can be called back, a sprout that it
// was, and moss that it no longer can be.
import { instantOf } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { returnClosesAt } from "@denkeeper/rules/care/resurrection.ts";
import { graveUrl, memorialUrl } from "../../ui/urls.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import { fromTo } from "../../ui/words.ts";
import { LAMP, SPROUT } from "../../ui/components/icons.ts";
import { picture } from "../../ui/components/picture.ts";
import { MOSS, TUFT } from "../../ui/components/scenery.ts";

const MOSS_AFTER_MS = 7 * 24 * HOUR_MS;

export interface StoneView {
  readonly id: string;
  readonly name: string;
  readonly species: string;
  readonly stage_reached: string;
  readonly lived_hours: number;
  readonly caretaker: string;
  readonly cause: string;
  readonly epitaph_short: string;
  readonly died_at: string;
  readonly resurrected: boolean;
  /** True if the death was reversed because the service had been down. */
  readonly restored: boolean;
}

export interface StoneState {
  readonly diedAt: number;
  readonly bornAt: number;
  readonly lamp: boolean;
  readonly moss: boolean;
}

export function stateOf({ died_at, lived_hours, resurrected }: StoneView, now: number): StoneState {
  const diedAt = instantOf(died_at);
  return {
    diedAt,
    bornAt: diedAt - lived_hours * HOUR_MS,
    lamp: !resurrected && now <= returnClosesAt(diedAt, []),
    moss: !resurrected && now > diedAt + MOSS_AFTER_MS,
  };
}

/** Renders the lamp or the sprout with its meaning in words. */
export function stoneSign(view: StoneView, { lamp }: StoneState): Html | null {
  if (view.restored) {
    return html`${SPROUT}<span class="visually-hidden">This death was reversed: the service had been down.</span>`;
  }
  if (view.resurrected) return html`${SPROUT}<span class="visually-hidden">This creature was called back.</span>`;
  if (!lamp) return null;
  return html`${LAMP}<span class="visually-hidden">A lamp is burning: this creature can still be called back.</span>`;
}

export function stone(view: StoneView, now: number, foot: Content): Html {
  const state = stateOf(view, now);
  const key = { agent: view.caretaker, id: view.id };
  const sign = stoneSign(view, state);
  const look = classes("stone", `stone--${view.stage_reached}`, view.resurrected && "stone--back");
  return html`<article class="${look}">
    <a class="stone__slab" href="${graveUrl(key)}">
      ${state.moss && MOSS}<span class="stone__face">${picture(memorialUrl(key), "")}</span>
      <h3 class="stone__name">${view.name}</h3>
      <span class="stone__kind">${view.species}, ${view.stage_reached}</span>
      <span class="stone__span">${fromTo(state.bornAt, state.diedAt)}</span>
      <span class="stone__epitaph">${view.epitaph_short}</span>
    </a>
    ${TUFT}
    <div class="stone__foot">
      ${sign !== null && html`<span class="stone__mark">${sign}</span>`}
      <p>${foot}</p>
    </div>
  </article>`;
}
