// Keeps a visible page up to date: its times tick by the server's clock, and its live parts are fetched again every 15 to 18
// seconds.
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
