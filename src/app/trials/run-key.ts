// The key of a run: how it is looked up, and what is said to those who hold one.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { saveFirstUse } from "../../store/accounts/agents.ts";
import type { Caller, CallerQuestion, FoundCaller } from "../../store/accounts/callers.ts";
import type { Db } from "../../store/db/db.ts";
import { findRunCaller } from "../../store/trials/caller-run.ts";
import { saveRunKeyFirstUse } from "../../store/trials/entries.ts";
import { enteredRun, scenarioOf } from "./caller-run.ts";
import { bookOf } from "./letters.ts";

export const RUN_KEY = {
  kind: "run",
  async find(
    db: Db,
    question: CallerQuestion,
    arrivedAt: RealInstant,
  ): Promise<(FoundCaller & { readonly entered: Caller }) | undefined> {
    const found = await findRunCaller(db, question);
    if (found === undefined) return undefined;
    const { caller, own } = found;
    const book = scenarioOf(own.scenario).letters && (await bookOf(db, own.season));
    return { ...found, entered: enteredRun(caller, own, book, arrivedAt) };
  },
  async saveFirstUse(
    db: Db,
    { agent, ownerId, keyHash }: Pick<Caller, "agent" | "ownerId" | "keyHash">,
    at: RealInstant,
  ): Promise<void> {
    await saveFirstUse(db, { agentId: agent.id, keyHash, at });
    await saveRunKeyFirstUse(db, { agentId: ownerId, keyHash, at });
  },
  suspended:
    "This is about the account that plays. Every call of this run is refused until the suspension is lifted. The run still ends 7 days after its start.",
  afterEnd:
    "Get a new key for your own account with its recovery code, and with it a new one for the run, which ends 7 days after its start.",
  fault:
    "This key of a trial's run is mistyped or was replaced, or the run ended more than a week ago. With your own key, get a new one for an open run, or start another run.",
} as const;
