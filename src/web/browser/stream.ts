// The stream of a page: open while the page is seen, since browsers share few connections among tabs. Where streams do not
// get through, the page is read again every half minute.

import { spread } from "./server-clock.ts";

const SILENT_FOR_MS = 10_000;
const POLL_EVERY_MS = 30_000;
const POLL_SPREAD_MS = 5_000;
/** So many polls later the stream is tried again. */
const POLLS_BEFORE_STREAM = 10;

export interface StreamUse {
  readonly url: () => string;
  readonly onMessage: (text: string) => void;
  readonly poll: () => Promise<void>;
}

/** What it returns opens the stream again, for a page that shows others now. */
export function follow({ url, onMessage, poll }: StreamUse): () => void {
  let source: EventSource | undefined;
  /** Kept until the next one is open, so that nothing is missed in between. */
  let leaving: EventSource | undefined;
  let timer = 0;
  let polls = 0;

  const fallBack = (): void => {
    close();
    timer = setTimeout(
      () => {
        polls++;
        void poll()
          .catch(() => undefined)
          .then(() => (polls % POLLS_BEFORE_STREAM === 0 ? open() : document.hidden ? undefined : fallBack()));
      },
      POLL_EVERY_MS + spread(POLL_SPREAD_MS),
    );
  };
  const open = (): void => {
    if (document.hidden || source !== undefined) return;
    clearTimeout(timer);
    const opened = new EventSource(url());
    source = opened;
    opened.addEventListener("open", () => leaving?.close());
    timer = setTimeout(fallBack, SILENT_FOR_MS);
    opened.addEventListener("message", ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      onMessage(data);
    });
    // A browser tries again unless the server refused.
    opened.addEventListener("error", () => {
      clearTimeout(timer);
      if (opened.readyState === EventSource.CLOSED && source === opened) fallBack();
    });
  };
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    leaving?.close();
    source = undefined;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
  return () => {
    [leaving, source] = [source, undefined];
    open();
  };
}
