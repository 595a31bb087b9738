// How much has to be remembered in a month of letters: what a careful keeper would write down each night, as short as it can.
import { Ledger, WEEKDAYS, type Order } from "@denkeeper/trials/relay/ledger.ts";
import type { RelayFacts } from "@denkeeper/trials/relay/facts.ts";

const EVERYDAY: ReadonlySet<string> = new Set(["handover", "set", "turn"]);
const ON_CONDITION: ReadonlySet<string> = new Set(["weekday", "weather"]);

/** The longest notebook that the month needs, in characters. */
export function longestNotebook({ days }: RelayFacts): number {
  const rooms = days[0]?.truth.length ?? 0;
  const ledger = new Ledger(rooms);
  const lengths = days.map(({ day, letters }) => {
    const own = letters.filter(({ genuine }) => genuine);
    const said = own.flatMap(({ parts }) => parts.filter((part) => part.kind !== "chatter"));
    for (const each of said) ledger.hear(each, day);
    const next = said.find(({ kind }) => kind === "sign");
    const word = `word ${own[0]?.word ?? ""}${next?.kind === "sign" ? ` then ${next.word}` : ""}`;
    return [word, ...Array.from({ length: rooms }, (_, index) => line(ledger, index + 1, day))].join("\n").length;
  });
  return Math.max(...lengths);
}

function line(ledger: Ledger, room: number, today: number): string {
  const names = [...ledger.names].filter(([, each]) => each === room).map(([name]) => name);
  const own = ledger.orders.filter((each) => each.room === room);
  const live = own.filter((order, index) => order.to > today && !isEnded(order, own.slice(index + 1), today));
  return `${room} ${names.join("/")}: ${live.map(written).join("; ")}`;
}

/** Whether an everyday order that holds by tomorrow has ended it. */
function isEnded({ said }: Order, later: readonly Order[], today: number): boolean {
  const ends = later.some((each) => EVERYDAY.has(each.said.kind) && each.from <= today + 1);
  return ends && (EVERYDAY.has(said.kind) || ON_CONDITION.has(said.kind));
}

function written({ said, from, to, sent, of }: Order): string {
  const kind = said.kind === "handover" || said.kind === "set" ? "" : `${said.kind} `;
  const thing = "thing" in said ? said.thing : "";
  const other = said.kind === "turn" ? `/${said.other}` : "";
  const condition =
    said.kind === "weekday"
      ? ` ${WEEKDAYS[said.weekday]?.slice(0, 3)}`
      : said.kind === "weather"
        ? ` ${said.weather}`
        : "";
  return `${kind}${thing}${other}${condition}${of === 0 ? "" : of} ${from}-${to === Infinity ? "" : to} @${sent}`;
}
