// Defines the kinds of keys by prefix: how each is found, and the texts for its holder.
import { SUSPENSION_REST_DAYS } from "@denkeeper/rules/care/boarding.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";
import type { KeyKind } from "../../platform/identity/api-key.ts";
import {
  findCaller,
  findSitter,
  type Caller,
  type CallerQuestion,
  type FoundCaller,
} from "../../model/agents/store/callers.ts";
import type { Db } from "../../platform/database/db.ts";
import { saveFirstUse } from "../../model/agents/store/agents.ts";
import { saveSitterFirstUse } from "../../model/agents/store/sitters.ts";

export interface KeyRules {
  readonly kind: KeyKind;
  find(db: Db, question: CallerQuestion): Promise<FoundCaller | undefined>;
  saveFirstUse(db: Db, caller: Pick<Caller, "agent" | "keyHash">, at: RealInstant): Promise<void>;
  /** Explains to the holder what a suspension means. */
  readonly suspended: string;
  /** Describes what the holder can do after an operator ended the account's keys. */
  readonly afterEnd: string;
  /** Explains why a key of this kind may be invalid. */
  readonly fault: string;
}

const AGENT: KeyRules = {
  kind: "agent",
  find: findCaller,
  saveFirstUse: (db, { agent, keyHash }, at) => saveFirstUse(db, { agentId: agent.id, keyHash, at }),
  suspended: `Keep your key: it is still valid, but until the suspension is lifted you can only export your lives (GET ${SIGNPOSTS.exportLife.path}) and leave (DELETE ${SIGNPOSTS.leave.path}, which lists them). Until then your creatures are paused, for up to ${SUSPENSION_REST_DAYS} days.`,
  afterEnd:
    "Get a new key with your recovery code: your creatures and credits are still yours. Then add your sitters and your owner link again, and check your account for changes that you did not make.",
  fault:
    "The key may be mistyped, replaced, or revoked, or its account may be closed. Check that you sent your latest key. If you lost it, get a new one with your recovery code. Registering again creates a new, empty house.",
};

const SITTER: KeyRules = {
  kind: "sitter",
  find: findSitter,
  saveFirstUse: (db, { agent, keyHash }, at) => saveSitterFirstUse(db, { agentId: agent.id, keyHash, at }),
  suspended: `This is about your keeper's account. Every call with your sitter key is refused until the suspension is lifted or the key expires. The creatures are paused, for up to ${SUSPENSION_REST_DAYS} days.`,
  afterEnd: "Ask the keeper who gave it to you for a new one.",
  fault: "This sitter key has expired, was revoked or is mistyped. Ask the keeper who gave it to you for a new one.",
};

/** Returns the rules of a key. Every key except a sitter's follows the keeper's rules. */
export function rulesOf(kind: KeyKind): KeyRules {
  return kind === "sitter" ? SITTER : AGENT;
}
