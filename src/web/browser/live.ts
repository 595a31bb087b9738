// Keeps a page up to date: it ticks by the server's clock and follows the page's stream. Without it the page shows the state
// at the time it was rendered.
import { instantOf } from "../../platform/clock.ts";
import type { CreatureMessage, HouseMessage } from "../live/shapes.ts";
import { showDens, showTidings, shownCreatures } from "./dens.ts";
import { PAGE, react, reactAgain } from "./react.ts";
import { refresh } from "./refresh.ts";
import { serverIsAt, serverNow, spread } from "./server-clock.ts";
import { follow } from "./stream.ts";
import { tickAll, write } from "./ticking.ts";

const TICK_MS = 1_000;
/** A page as a whole is read again at once, lists of the home page not so often. */
const REST_MS = { whole: 1_000, lists: 10_000 } as const;
const SPREAD_MS = 300;
/** Screen readers hear of the most important only, and not all the time. */
const ANNOUNCE_EVERY_MS = 30_000;
/** How long after a death clock ran out the page asks what happened. */
const OVERDUE_MS = 90_000;

const { stream } = document.body.dataset;
const isWhole = document.querySelector("main[data-live]") !== null;
const restMs = isWhole ? REST_MS.whole : REST_MS.lists;

function tickNow(): void {
  tickAll(serverNow());
}

const announcer = document.createElement("p");
announcer.className = "visually-hidden";
announcer.role = "status";
let announcedAt = -Infinity;

function announce(text: string): void {
  const now = serverNow();
  if (text === "" || now - announcedAt < ANNOUNCE_EVERY_MS) return;
  announcedAt = now;
  write(announcer, text);
}

let refreshedAt = -Infinity;
let reopen = (): void => undefined;
let isPlanned = false;

async function read(since: number, withDens = false): Promise<void> {
  refreshedAt = serverNow();
  const shown = shownCreatures();
  await refresh(since, withDens);
  reactAgain();
  if (shownCreatures() !== shown) reopen();
  tickNow();
}

/** Reads the page again, at most so often. Pages that got the same message do not all ask within a moment. */
function plan(since: number): void {
  if (isPlanned) return;
  isPlanned = true;
  const wait = Math.max(0, refreshedAt + restMs - serverNow()) + spread(SPREAD_MS);
  setTimeout(() => {
    isPlanned = false;
    // Nothing is lost: the next message, or the next look at the page, tries again.
    void read(since)
      .then(() => isWhole && announce(document.querySelector(".spread__line")?.textContent.trim() ?? ""))
      .catch(() => undefined);
  }, wait);
}

function heard(text: string): void {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: what the server of the same build sends
  const { now, state, act, changed, dens = [], tidings = [] } = JSON.parse(text) as CreatureMessage & HouseMessage;
  serverIsAt(now);
  showDens(dens, now);
  if (react(PAGE, act, now)) announce(act?.said ?? "");
  showTidings(tidings);
  const fateful = tidings.find(({ kind }) => kind === "hatch" || kind === "death");
  if (fateful !== undefined) announce(fateful.text);
  tickNow();
  if (changed === true || (state !== undefined && state !== document.body.dataset["state"])) plan(now);
}

function lookForOverdue(): void {
  const overdue = document.querySelector<SVGElement>("[data-dies-at]")?.dataset["diesAt"];
  const now = serverNow();
  if (overdue !== undefined && now > instantOf(overdue) + OVERDUE_MS && now > refreshedAt + OVERDUE_MS) plan(now);
}

if (document.body.dataset["now"] !== undefined) {
  document.body.append(announcer);
  tickNow();
  setInterval(() => {
    if (document.hidden) return;
    tickNow();
    lookForOverdue();
  }, TICK_MS);
  const zone = document.querySelector("[data-zone]");
  if (zone !== null)
    write(
      zone,
      `Times are in your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Charts show days in UTC.`,
    );
}
if (stream !== undefined) {
  const url = (): string => (isWhole ? stream : `${stream}?of=${encodeURIComponent(shownCreatures())}`);
  reopen = follow({ url, onMessage: heard, poll: () => read(serverNow(), true) });
}
