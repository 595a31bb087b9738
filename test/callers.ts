// Creates callers that are permitted to call an endpoint with its contract's example: an account with a creature, credits, a
// sitter, a hook and an owner link. Rows are inserted directly where possible, which is faster than calls.
import { randomBytes, randomUUIDv7 } from "node:crypto";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { presentInRealTime } from "../src/model/life/present-creature.ts";
import { deathChange } from "../src/model/life/time-changes.ts";
import { addressOf, type Contract } from "../src/http/contract/contract.ts";
import { newSecret } from "../src/owners/hooks/channels/webhook/sign.ts";
import { HookVault } from "../src/owners/hooks/channels/vault.ts";
import { saveOwnerLink } from "../src/model/agents/store/owner-links.ts";
import { savePingLink } from "../src/model/agents/store/runs.ts";
import { insertSitter } from "../src/model/agents/store/sitters.ts";
import { findCreature, insertCreature, saveCreature } from "../src/model/creatures/store/creatures.ts";
import { insertHook, type NewHook } from "../src/owners/hooks/store/hooks.ts";
import type { Call } from "./den.ts";
import {
  ADMIN_KEY,
  HOOKS_KEYS,
  freshAddress,
  freshUsername,
  type Account,
  type Answer,
  type House,
} from "./harness.ts";
import { buyCredits } from "./payers/credits.ts";

export interface Caller {
  readonly call: Call;
  /** A creature of the caller in the state that the example requires. */
  readonly creatureId: string;
  readonly account: Account;
  readonly sitterId: string;
  /** A hook of the caller, with the confirmation code HOOK_CODE. */
  readonly hookId: string;
}

/** State of the caller's house: empty, or with an egg, an adult, or a creature whose death is not yet recorded. */
export const HOUSES = ["empty", "egg", "grown", "dead"] as const;
type Inhabited = (typeof HOUSES)[number] | "released";

const HOOK_CODE = "BCDFGH";

/** Returns the contract's example with the ids of existing creatures and with unused names. */
export function exampleOf({ example }: Contract, caller: Caller) {
  const { creatureId, sitterId, hookId, account } = caller;
  const known = new Map([
    ["creature_id", creatureId],
    ["id", creatureId],
    ["sitter_id", sitterId],
    ["hook_id", hookId],
    ["code", HOOK_CODE],
    ["url", `https://ntfy.sh/pip-${randomBytes(4).toString("hex")}`],
    ["recovery_code", account.recoveryCode],
    ["confirm_username", account.username],
    ["subject", account.username],
  ]);
  const fill = (values: object | undefined): Record<string, unknown> | undefined => {
    if (values === undefined) return undefined;
    // A call about a creature names its keeper. Any other call with a name registers.
    const username = "creature_id" in values ? account.username : freshUsername("example");
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        known.get(field) ?? (field === "username" ? username : value),
      ]),
    );
  };
  return { params: example?.params, query: fill(example?.query), body: fill(example?.body) };
}

export async function callExample(contract: Contract, caller: Caller): Promise<Answer> {
  const example = exampleOf(contract, caller);
  return caller.call(contract.method, addressOf(contract, example), example.body);
}

export class Callers {
  readonly #house: House;

  constructor(house: House) {
    this.#house = house;
  }

  /** Creates a caller that is permitted to call the endpoint. It has unused rate limits, and credits for one resurrection. */
  async callerFor(
    { auth, example }: Pick<Contract, "auth" | "example">,
    inhabited: Inhabited = example?.creature ?? "grown",
    from: string = freshAddress(),
  ): Promise<Caller> {
    const account = await this.#house.register({ username: freshUsername("test") });
    await buyCredits(this.#house.app.services.database, account.id, "100");
    const creatureId = inhabited === "empty" ? randomUUIDv7() : await this.#insertCreature(account, inhabited);
    const sitterId = await this.#insertSitter(account, creatureId);
    const hookId = await this.#insertHook(account);
    await this.#house.app.services.database.withTransaction((tx) =>
      saveOwnerLink(tx, { agentId: account.id, linkHash: randomBytes(32), at: Date.now() }),
    );
    await this.#house.app.services.database.withTransaction((tx) =>
      savePingLink(tx, { agentId: account.id, linkHash: randomBytes(32), at: Date.now() }),
    );
    const caller = { creatureId, account, sitterId, hookId };
    if (auth === "required") return { ...caller, call: (method, path, body) => account.call(method, path, body) };
    return { ...caller, call: this.anybody(auth === "admin" ? { "x-admin-key": ADMIN_KEY } : {}, from) };
  }

  /** Stores the keeper that the examples of public reads name, with a living creature and a grave. */
  async settleExamples(): Promise<void> {
    const { database } = this.#house.app.services;
    const owner = await this.#house.register({ username: "keeper" });
    const { id, username } = owner;
    await this.#insertCreature({ id }, "grown", "019a8e3c-0000-7000-8000-000000000000");
    const lost = await findCreature(
      database,
      id,
      await this.#insertCreature({ id }, "dead", "019a8e3c-0000-7000-8000-000000000001"),
    );
    const keeper = { id, username, clockMoved: false, clockOffsetMs: 0 };
    const death =
      lost === undefined ? undefined : deathChange(presentInRealTime(lost, [], Date.now()), keeper, Date.now());
    if (death !== undefined) await saveCreature(database, death);
  }

  /** Calls from one address, without a key unless the headers contain one. */
  anybody(headers: Record<string, string> = {}, from: string = freshAddress()): Call {
    return (method, path, body) => this.#house.call(method, path, body, headers, from);
  }

  async #insertSitter({ id: agentId }: Account, creatureId: string): Promise<string> {
    const id = randomUUIDv7();
    const createdAt = Date.now();
    const sitter = {
      id,
      name: "Ada",
      creatureIds: [creatureId],
      actions: [],
      createdAt,
      expiresAt: createdAt + HOUR_MS,
    };
    const { database } = this.#house.app.services;
    await database.withTransaction((tx) => insertSitter(tx, { agentId, keyHash: randomBytes(32), most: 10 }, sitter));
    return id;
  }

  /** Inserts a webhook that waits for its code. */
  async #insertHook({ id: agentId }: Account): Promise<string> {
    const [hookId, vault] = [randomUUIDv7(), new HookVault([HOOKS_KEYS])];
    const hook: NewHook = {
      agentId,
      hookId,
      kind: "webhook",
      creatureId: null,
      events: ["creature.late"],
      host: "hooks.example.com",
      sealedTarget: vault.sealTarget(hookId, { url: "https://hooks.example.com/", code: HOOK_CODE }),
      shownTarget: "https://hooks.example.com/…",
      sealedSecret: vault.sealSecret(hookId, newSecret()),
      addedBy: "agent",
      createdAt: Date.now(),
    };
    await this.#house.app.services.database.withTransaction((tx) => insertHook(tx, hook));
    return hookId;
  }

  async #insertCreature(
    { id: agentId }: Pick<Account, "id">,
    inhabited: Inhabited,
    creatureId: string = randomUUIDv7(),
  ): Promise<string> {
    const recordedAt = Date.now();
    const at = inhabited === "dead" ? recordedAt - 60 * HOUR_MS : recordedAt;
    const [species] = CATALOG;
    if (species === undefined) throw new Error("the catalog is empty");
    const egg = adopt({ id: creatureId, name: "Pip", species, zone: "UTC", at });
    const grown: Creature = {
      ...hatch(egg, at),
      stage: "adult",
      stageInstants: { baby: at, child: at, teen: at, adult: at },
      path: "high_care",
    };
    const released: Creature = { ...grown, releasedAt: inhabited === "released" ? at : null };
    const creature = inhabited === "egg" ? egg : released;
    const stored = {
      agentId,
      version: 1,
      creature,
      seenStage: creature.stage,
      recentCare: [],
      memory: null,
      imagePrompt: null,
      imageUrl: null,
      nextEventAt: null,
    };
    const { database } = this.#house.app.services;
    await database.withTransaction((tx) => insertCreature(tx, stored, { kind: "adopt", recordedAt, at }));
    return creature.id;
  }
}
