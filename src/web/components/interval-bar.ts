// A share with its interval, on a scale from 0 to 100%.
import { html, type Html } from "../html.ts";

export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

function at(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

/** The numbers stand beside it, so screen readers skip it. */
export function intervalBar({ share, low, high }: Share): Html {
  return html`<svg class="interval" height="22" aria-hidden="true" focusable="false">
    <rect class="interval__track" width="100%" height="6" y="8" rx="3" />
    <rect class="interval__range" x="${at(low)}" width="${at(high - low)}" height="14" y="4" rx="4" />
    <circle class="interval__point" cx="${at(share)}" cy="11" r="5" />
  </svg>`;
}
