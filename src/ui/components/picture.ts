// Renders pictures with their size, so that a page does not shift while they load.
import { html, type Html } from "../html.ts";

const SIZE = 400;

export interface PictureOptions {
  /** If true, loads the picture immediately, because it is visible without scrolling. */
  readonly eager?: boolean | undefined;
  readonly size?: number;
}

export function picture(src: string, alt: string, { eager = false, size = SIZE }: PictureOptions = {}): Html {
  const loading = eager ? html`` : html`loading="lazy"`;
  return html`<img src="${src}" width="${size}" height="${size}" alt="${alt}" ${loading} decoding="async" />`;
}

export function avatar(src: string): Html {
  return html`<img class="avatar" src="${src}" width="200" height="200" alt="" loading="lazy" decoding="async" />`;
}
