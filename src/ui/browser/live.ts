// Keeps a visible page up to date. The page ticks by the server's clock and is reloaded in parts every few seconds. Without this
// script it shows the state at the time of rendering.
import { refresh } from "./refresh.ts";
import { serverNow, spread } from "./server-clock.ts";
import { tickAll, write } from "./ticking.ts";

const TICK_MS = 1_000;
const READ_EVERY_MS = 15_000;
const SPREAD_MS = 3_000;

function tickNow(): void {
  if (!document.hidden) tickAll(serverNow());
}

/** Schedules the next refresh, even after a failed one. */
function readAgain(): void {
  setTimeout(
    () => {
      const reading = document.hidden ? Promise.resolve() : refresh().then(tickNow);
      void reading.catch(() => undefined).then(readAgain);
    },
    READ_EVERY_MS + spread(SPREAD_MS),
  );
}

if (document.body.dataset["now"] !== undefined) {
  tickNow();
  setInterval(tickNow, TICK_MS);
  const zone = document.querySelector("[data-zone]");
  if (zone !== null)
    write(
      zone,
      `Times are in your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Charts show days in UTC.`,
    );
}
if (document.body.dataset["livePage"] !== undefined) readAgain();
