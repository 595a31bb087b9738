// Measures the lines of creatures over many lives: how often one repeats too soon or recalls an event, and whether the log confirms
// that event.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { roundHours } from "@denkeeper/rules/words/speaker.ts";
import type { RememberedAnswer, LifeLogEntry, LoggedCare, RememberedLife } from "./remembered-life.ts";

/** Highest percentage of visits whose line is one of the last three. */
export const MOST_REPEATED = 2;
/** Lowest percentage of visits whose line recalls an event. */
export const FEWEST_REMEMBERED = 40;

const LAST = 3;

function percent(part: number, whole: number): number {
  return Math.round((10_000 * part) / whole) / 100;
}

export function measure(lives: readonly RememberedLife[]) {
  const visits = lives.flatMap(({ others, answers }) =>
    answers.map((answer, index) => ({ others, answer, last: answers.slice(Math.max(0, index - LAST), index) })),
  );
  const countOf = (matches: (visit: (typeof visits)[number]) => boolean) => visits.filter(matches).length;
  const shareOf = (matches: (visit: (typeof visits)[number]) => boolean) => percent(countOf(matches), visits.length);
  return {
    visits: visits.length,
    repeatedPercent: shareOf(({ answer, last }) => last.some(({ line }) => line === answer.line)),
    repeatedAtOnce: countOf(({ answer, last }) => last.at(-1)?.line === answer.line),
    rememberedPercent: shareOf(({ answer }) => recallsEvent(answer)),
    untrue: visits.filter(({ answer, others }) => !isTrue(answer, others)).map(({ answer }) => answer.line),
    // Lines that had changed when they were read again before the next care.
    unsteady: visits.filter(({ answer }) => answer.readAgain !== answer.line).map(({ answer }) => answer.line),
    // Lines to a sitter that quote one of the keeper's notes.
    leaked: visits.filter(({ answer }) => quotesANote(answer)).map(({ answer }) => answer.toSitter),
  };
}

/** Lines about the day and about housemates recall no event. */
function recallsEvent({ about }: RememberedAnswer): boolean {
  return about !== "day" && about !== "house";
}

function isCare(entry: LifeLogEntry): entry is LoggedCare {
  return entry.kind === "care";
}

/** Formats a note as lines quote it. */
function quoted(note: string): string {
  return note.replaceAll(/[“”]/gu, "'").replace(/\.$/u, "");
}

function quotesANote({ log, toSitter }: RememberedAnswer): boolean {
  return log.filter(isCare).some(({ note }) => note !== null && toSitter.includes(quoted(note)));
}

/** Returns the day of life at an instant by the log, without the time between deaths and resurrections. */
function dayIn(log: readonly LifeLogEntry[], at: number): number {
  let alive = 0;
  let since: number | null = null;
  for (const entry of log.filter((each) => each.at <= at)) {
    if (entry.kind === "hatch" || entry.kind === "return") since = entry.at;
    if (entry.kind === "death" && since !== null) {
      alive += entry.at - since;
      since = null;
    }
  }
  return Math.floor((alive + (since === null ? 0 : at - since)) / DAY_MS) + 1;
}

const TIMES = ["never", "once", "twice"];

/** True if the log confirms the line, including its numbers. */
function isTrue({ about, line, log }: RememberedAnswer, others: readonly string[]): boolean {
  const cares = log.filter(isCare);
  const saysDay = (entry: LoggedCare | undefined) => {
    const said = /\bday (\d+)/iu.exec(line)?.[1];
    return entry !== undefined && (said === undefined || Number(said) === dayIn(log, entry.at));
  };
  const says = (text: string | undefined) => text !== undefined && line.toLowerCase().includes(text.toLowerCase());
  switch (about) {
    case "favorite": {
      const liked = cares.filter(({ action }) => action === "feed" || action === "play" || action === "sleep");
      const best = greatest(liked, ({ loved }) => loved?.score ?? 0);
      return saysDay(best) && says(best?.loved?.phrase);
    }
    case "mark":
      // These simulated lives contain no marks.
      return false;
    case "note": {
      const last = cares.slice(0, -1).findLast(({ note }) => note !== null);
      return saysDay(last) && says(quoted(last?.note ?? "no note"));
    }
    case "late": {
      const worst = greatest(cares, (care) => care.hoursLate);
      return saysDay(worst) && says(roundHours(worst?.hoursLate ?? 0));
    }
    case "deaths": {
      const deaths = log.filter(({ kind }) => kind === "death").length;
      return [deaths, deaths + 1].some((count) => says(TIMES[count] ?? `${count} times`)) && deaths > 0;
    }
    case "first loved":
      return saysDay(cares.find(({ loved }) => loved !== null));
    case "first play":
    case "first reflect":
    case "first medicine":
      return saysDay(cares.find(({ action }) => about.endsWith(action)));
    case "meals":
      return says(`${cares.filter(({ action }) => action === "feed").length} `);
    case "day":
      return saysDay(cares.at(-1));
    case "house":
      return others.some(says);
  }
}

function greatest(cares: readonly LoggedCare[], measured: (care: LoggedCare) => number): LoggedCare | undefined {
  const most = Math.max(...cares.map(measured));
  return cares.find((care) => measured(care) === most);
}
