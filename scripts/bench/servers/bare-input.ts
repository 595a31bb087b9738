// Input of the bare server: the statements that the real store sends, and canned answers.
import type { Db } from "../../../src/store/db/db.ts";
import { sentOf } from "../../../src/store/db/db.ts";
import { findCaller } from "../../../src/store/accounts/callers.ts";
import { creatureFromRow } from "../../../src/store/creatures/creature-row.ts";
import { saveCreature } from "../../../src/store/creatures/creatures.ts";
import { seededLives } from "../house/lives.ts";
import { acrossOutages } from "../../../src/app/life/amnesty.ts";

/** A statement as the driver takes it. */
export interface SentStatement {
  readonly name: string;
  readonly text: string;
}

export interface BareInput {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly redisPrefix: string;
  readonly port: number;
  readonly connections: number;
  readonly statements: {
    readonly findForStatus: SentStatement;
    readonly findForCare: SentStatement;
    readonly save: SentStatement;
  };
  readonly keys: readonly { readonly key: string; readonly agentId: string; readonly hash: string }[];
  readonly answers: Readonly<Record<"status" | "care" | "hall" | "graveyard", string>>;
  /** A creature and a log entry as the save sends them, without what differs from call to call. */
  readonly saved: { readonly creatureTail: string; readonly logTail: string; readonly others: readonly unknown[] };
}

/** What a store function sends. */
async function sentBy(
  call: (db: Db) => Promise<unknown>,
): Promise<{ statement: SentStatement; values: readonly unknown[] }> {
  const sent: { statement: SentStatement; values: readonly unknown[] }[] = [];
  await call({
    query: async (statement, values) => {
      const { values: ordered, ...named } = sentOf(statement, values);
      sent.push({ statement: named, values: ordered });
      return [];
    },
  });
  const [only] = sent;
  if (only === undefined || sent.length > 1) throw new Error("expected exactly one statement");
  return only;
}

/** JSON of an object without some fields and without its opening brace. */
function tailOf(json: unknown, without: readonly string[]): string {
  const fields = Object.entries(json as object).filter(([name]) => !without.includes(name));
  return JSON.stringify(Object.fromEntries(fields)).slice(1);
}

export async function sentByHotPaths(now: number): Promise<Pick<BareInput, "statements" | "saved">> {
  const [life] = seededLives(now);
  if (life === undefined) throw new Error("no life is seeded");
  const { agent_id: agentId } = life.creature;
  const question = { agentId, keyHash: Buffer.alloc(32), recordKeyHash: undefined, now };
  const forStatus = await sentBy((db) => findCaller(db, { ...question, load: "visit" }));
  const forCare = await sentBy((db) => findCaller(db, { ...question, load: "creatures" }));
  const from = acrossOutages(creatureFromRow(life.creature), [], now);
  const save = await sentBy((db) =>
    saveCreature(db, { from, to: from, log: life.lastCare === undefined ? [] : [life.lastCare] }),
  );
  const [, , creature, , log, ...others] = save.values;
  const [entry] = JSON.parse(String(log)) as unknown[];
  const ownOfEntry = ["agent_id", "creature_id", "recorded_at", "entry_id", "version"];
  return {
    statements: { findForStatus: forStatus.statement, findForCare: forCare.statement, save: save.statement },
    saved: {
      creatureTail: tailOf(JSON.parse(String(creature)), ["version"]),
      logTail: tailOf(entry, ownOfEntry),
      others,
    },
  };
}
