// Tests which messages owners receive, with scenes observed every few minutes.
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { alertsAfter, type AlertState, type AlertMessage, type HouseObservation, type HouseMember } from "./alerts.ts";

const MATE: Omit<HouseMember, "id"> = { state: "well", isAsleep: false, isDue: false, ateOnTime: true };
const NOTHING: AlertState = { open: null, closedAt: null };

type Scene = Partial<Pick<HouseObservation, "silentAt" | "died">> & {
  readonly lastSign?: number;
  readonly mates?: Readonly<Record<string, Partial<HouseMember>>>;
};

const dead = (id: string) =>
  ({ id, name: id, species: "Tabby", stage: "adult", state: "died", cause: "neglect" }) as const;

/** Returns the messages of a scene between two hours. Observations happen every 5 minutes and whenever one is due. */
function play(from: number, until: number, scene: (hour: number) => Scene, start: AlertState = NOTHING) {
  const told: (AlertMessage & { readonly hour: number })[] = [];
  const buried = new Set<string>();
  let [alerted, dueAt] = [start, Infinity];
  for (let at = from * HOUR_MS; at < until * HOUR_MS; at += MINUTE_MS) {
    if (at % (5 * MINUTE_MS) !== 0 && at < dueAt) continue;
    const { lastSign = 0, mates = { pip: {} }, silentAt = null, died = [] } = scene(at / HOUR_MS);
    const look: HouseObservation = {
      at,
      lastSignAt: lastSign * HOUR_MS,
      silentAt,
      creatures: Object.entries(mates).map(([id, mate]) => Object.assign({ id }, MATE, mate)),
      died: died.filter(({ id }) => !buried.has(id)),
      newId: `incident-${at}`,
    };
    for (const { id } of died) buried.add(id);
    const { messages, nextAt, ...next } = alertsAfter(alerted, look);
    expect(nextAt === null || nextAt > at).toBe(true);
    // A second observation at the same instant sends no message.
    const again = alertsAfter(next, { ...look, died: [] });
    if (next.open !== null) expect(again.messages).toEqual([]);
    for (const message of messages) told.push({ ...message, hour: at / HOUR_MS });
    [alerted, dueAt] = [next, nextAt ?? Infinity];
  }
  return { told, events: told.map(({ event, hour }) => [event, hour] as const), alerted };
}

const late = { state: "late", isDue: true, ateOnTime: false } as const;
const critical = { ...late, state: "critical" } as const;

describe("alerts", () => {
  it("ALERT-1: lateness is reported after ten minutes, for all creatures together", () => {
    const two = (hour: number): Scene => ({ mates: { pip: hour >= 1 ? late : {}, moss: hour >= 1.1 ? late : {} } });
    const { told } = play(0, 5, two);
    expect(told).toMatchObject([{ event: "creature.late", creatures: ["pip", "moss"], hour: 1 + 1 / 6 }]);
    expect(play(0, 5, (hour) => ({ mates: { pip: hour >= 1 && hour < 1.1 ? late : {} } })).told).toEqual([]);
    // Sleeping creatures are not reported.
    expect(play(0, 5, () => ({ mates: { pip: { ...late, isAsleep: true } } })).told).toEqual([]);
  });

  it("ALERT-2: messages are sent when trouble worsens, and once a day", () => {
    const worse = (hour: number): Scene => ({ mates: { pip: hour < 1 ? {} : hour < 60 ? late : critical } });
    expect(play(0, 70, worse).events).toEqual([
      ["creature.late", 1 + 1 / 6],
      ["agent.still", 25 + 1 / 6],
      ["agent.still", 49 + 1 / 6],
      ["creature.critical", 60],
    ]);
  });

  it("ALERT-2: silence is reported immediately, in the same incident as lateness", () => {
    const stopped = (hour: number): Scene => ({ silentAt: 2 * HOUR_MS, mates: { pip: hour < 4 ? {} : late } });
    expect(play(0, 20, stopped).events).toEqual([["agent.silent", 2]]);
    const first = (hour: number): Scene => ({ silentAt: 6 * HOUR_MS, mates: { pip: hour < 1 ? {} : late } });
    expect(play(0, 20, first).events).toEqual([
      ["creature.late", 1 + 1 / 6],
      ["agent.silent", 6],
    ]);
  });

  it("ALERT-2: an agent that returns but does not feed is reported again", () => {
    const zombie = (hour: number): Scene => ({
      lastSign: hour < 10 ? 0 : Math.floor(hour * 2) / 2,
      silentAt: (hour < 10 ? 2 : Math.floor(hour * 2) / 2 + 2) * HOUR_MS,
      mates: { pip: hour < 4 ? {} : late },
    });
    const { told, events } = play(0, 20, zombie);
    expect(events).toEqual([
      ["agent.silent", 2],
      ["creature.late", 12],
    ]);
    expect(told[1]?.incident).toMatchObject({ silentSince: 0, backAt: 10 * HOUR_MS });
  });

  it("ALERT-3: the first death is reported immediately, the others together", () => {
    const mates = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, critical]));
    const dying = (hour: number): Scene => {
      if (hour < 10) return { mates: mates("a", "b", "c") };
      if (hour < 11) return { mates: mates("b", "c"), died: [dead("a")] };
      return hour < 15 ? { mates: mates("c"), died: [dead("b")] } : { mates: {}, died: [dead("c")] };
    };
    const { told, alerted } = play(0, 60, dying);
    expect(told.map(({ event, died, hour }) => [event, hour, died.map(({ id }) => id)])).toEqual([
      ["creature.critical", 0, []],
      ["creature.died", 10, ["a"]],
      ["creature.died", 15, ["b", "c"]],
    ]);
    expect(alerted.open).toBeNull();
  });

  it("ALERT-3: collected deaths are reported two hours after the last message", () => {
    const saved = (hour: number): Scene => {
      const deaths = [...(hour < 1 ? [] : [dead("a")]), ...(hour < 1.5 ? [] : [dead("b")])];
      return { mates: { c: hour < 1.7 ? critical : late }, died: deaths };
    };
    const deaths = play(0, 20, saved).told.filter(({ event }) => event === "creature.died");
    expect(deaths.map(({ hour, died }) => [hour, died.map(({ id }) => id)])).toEqual([
      [1, ["a"]],
      [3, ["b"]],
    ]);
  });

  it("ALERT-4: a complete visit ends silence, and meals on time end lateness", () => {
    const back = (hour: number): Scene => ({
      lastSign: hour < 10 ? 0 : 10,
      silentAt: (hour < 10 ? 2 : 100) * HOUR_MS,
      mates: { pip: hour < 4 ? {} : hour < 10 ? late : { isDue: hour < 11, ateOnTime: false } },
    });
    const { told, events } = play(0, 20, back);
    expect(events).toEqual([
      ["agent.silent", 2],
      ["agent.recovered", 11],
    ]);
    expect(told[1]).toMatchObject({ creatures: ["pip"], incident: { id: told[0]?.incident.id, backAt: 10 * HOUR_MS } });
    const fed = (hour: number): Scene => ({
      mates: { pip: hour < 1 ? {} : hour < 5 ? late : { ateOnTime: hour >= 9 } },
    });
    expect(play(0, 20, fed).events.at(-1)).toEqual(["agent.recovered", 9]);
  });

  it("ALERT-4: recovery is reported only after messages, with survivors and a visit", () => {
    expect(play(0, 5, (hour) => ({ mates: { pip: hour < 0.1 ? late : {} } })).told).toEqual([]);
    const released = (hour: number): Scene => ({ mates: hour < 2 ? { pip: late } : {} });
    expect(play(0, 5, released).events).toEqual([["creature.late", 1 / 6]]);
    const undeclared = (hour: number): Scene => ({ silentAt: hour < 5 ? 2 * HOUR_MS : null });
    expect(play(0, 60, undeclared).events).toEqual([["agent.silent", 2]]);
    const harmed = (hour: number): Scene => ({ mates: { moss: {} }, died: hour < 1 ? [] : [dead("pip")] });
    expect(play(0, 60, harmed).events).toEqual([["creature.died", 1]]);
  });

  it("ALERT-5: recurring silence is reported once a day and ends after a day", () => {
    const flapping = (hour: number): Scene => {
      const lastSign = hour >= 72 ? hour : Math.floor(hour / 12) * 12 + Math.min(3, hour % 12);
      return { lastSign, silentAt: (lastSign + 1) * HOUR_MS };
    };
    expect(play(0, 110, flapping).events).toEqual([
      ["agent.silent", 4],
      ["agent.recovered", 12],
      ["agent.silent", 16],
      ["agent.silent", 40],
      ["agent.silent", 64],
      ["agent.recovered", 96],
    ]);
  });

  it("ALERT-5: critical is reported again after all creatures were well", () => {
    const twice = (hour: number): Scene => ({ mates: { pip: hour % 10 < 3 ? critical : { ateOnTime: false } } });
    expect(play(0, 15, twice).events).toEqual([
      ["creature.critical", 0],
      ["creature.critical", 10],
    ]);
  });

  it("SILENT-4: a house that is away or empty is never silent", () => {
    const away = (hour: number): Scene => ({ silentAt: HOUR_MS, mates: { pip: hour < 5 ? { state: "away" } : {} } });
    expect(play(0, 9, away).events).toEqual([["agent.silent", 5]]);
    expect(play(0, 9, () => ({ silentAt: HOUR_MS, mates: {} })).told).toEqual([]);
  });

  it("ALERT-2: an incident stores at most 100 deaths", () => {
    let alerted: AlertState = NOTHING;
    for (let nth = 0; nth < 300; nth++) {
      const died = [dead(`cat-${nth}`)];
      const look = { at: nth, lastSignAt: 0, silentAt: null, creatures: [{ ...MATE, id: "pip", ...critical }], died };
      alerted = alertsAfter(alerted, { ...look, newId: "one" });
    }
    expect(alerted.open?.died).toHaveLength(100);
    expect(
      alertsAfter(alerted, { at: DAY_MS * 2, lastSignAt: 0, silentAt: null, creatures: [], died: [], newId: "two" })
        .messages,
    ).toMatchObject([{ event: "creature.died" }]);
  });
});
