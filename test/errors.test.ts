// Provokes every error of the API once and checks its status, text, fields and next steps.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { TASKS } from "../src/tasks.ts";
import { ENDPOINTS } from "../src/endpoints.ts";
import type { Rail } from "../src/model/ledger/rail.ts";
import { errorCodes, RECORDED_ERRORS } from "../src/docs/errors-page.ts";
import { CHECKOUT_ENV } from "./payers/checkout.ts";
import { everyStepLeadsOn, openDen, type Asked, type Call, type Den } from "./den.ts";
import {
  ADMIN_KEY,
  freshAddress,
  freshUsername,
  houseForFile,
  houseForTest,
  openHouse,
  type Answer,
  type House,
} from "./harness.ts";
import { holding } from "./held-lock.ts";

const house = await houseForFile({ env: { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "1000" } });
const DECLARED_CODES = new Set(ENDPOINTS.flatMap(({ contract }) => Object.keys(contract.errors)));
const NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057";
const LONG_KEY = "an-idempotency-key-of-more-than-32-characters";

interface Case {
  /** Endpoint and cause. */
  readonly when: string;
  readonly ask: () => Promise<Asked>;
  readonly status: number;
  readonly error: string;
  /** Further fields of the expected body. */
  readonly more?: object;
  /** Calls that next_steps must contain. */
  readonly leadsTo?: readonly string[];
}

const BY_ADMIN = { "x-admin-key": ADMIN_KEY };
const anybody: Call = (method, path, body) => house.call(method, path, body, {}, freshAddress());

function byAnybody(method: string, path: string, body?: unknown): () => Promise<Asked> {
  return async () => ({ call: anybody, answer: await anybody(method, path, body) });
}

/** Calls as an agent that `prepare` has brought into the required state. */
function inDen(prepare: (den: Den) => Promise<Answer>): () => Promise<Asked> {
  return async () => {
    const den = await openDen(house);
    const answer = await prepare(den);
    return { answer, call: (method, path, body) => den.call(method, path, body) };
  };
}

/** Expects a sentence about the field in `details`, and the same fault in `invalid_fields`. */
function detail(start: string) {
  const [field = "", rule = ""] = start.split(": ", 2);
  const fault = { field, message: expect.stringContaining(rule) };
  return { details: expect.stringMatching(/^\S.*\.$/su), invalid_fields: expect.arrayContaining([fault]) };
}
const says = (words: string) => ({ suggestion: expect.stringContaining(words) });

async function addHook(den: Den, fields: object = {}): Promise<Answer> {
  return den.call("POST", "/api/house/hooks", { kind: "webhook", url: "https://hooks.example.com/pip", ...fields });
}

async function confirmHook(den: Den, hook_id: string): Promise<Answer> {
  return den.call("POST", "/api/house/hooks/confirm", { hook_id, code: "AAAAAA" });
}

async function takeBack(den: Den, creature_id: string): Promise<Answer> {
  return den.call("POST", "/api/house/return", { creature_id });
}

async function release(den: Den, body: object): Promise<Answer> {
  return den.call("DELETE", "/api/house/release", body);
}

async function board(den: Den, id: string, hours = 5): Promise<Answer> {
  return den.call("POST", "/api/house/board", { creature_id: id, hours });
}

/** Hatches a creature and updates its row to a state that calls cannot reach quickly. */
async function changed(den: Den, change: string): Promise<string> {
  const id = await den.hatched();
  const text = `UPDATE creatures SET ${change} WHERE creature_id = $1`;
  await house.app.services.database.adHoc(text, [id]);
  return id;
}

async function resurrect(den: Den, body: object): Promise<Answer> {
  return den.call("POST", "/api/house/resurrect", body);
}

const DESIGN = { slug: "x", name: "Moss Fox", family: "exotic", personality: "Quiet and slow to trust." };

async function design(den: Den, body: object): Promise<Answer> {
  await den.hatched();
  const raised = "UPDATE creatures SET stage = 'adult', adult_at = as_of, path = 'high_care' WHERE agent_id = $1";
  await house.app.services.database.adHoc(raised, [den.id]);
  return den.call("POST", "/api/house/species", { ...DESIGN, ...body });
}

async function dead(den: Den): Promise<string> {
  const id = await den.hatched();
  await den.advance(60);
  return id;
}

const CASES: readonly Case[] = [
  {
    when: "register with invalid data",
    ask: byAnybody("POST", "/api/auth/register", { username: "!" }),
    status: 400,
    error: "Invalid registration data",
    more: { ...detail("username: "), ...says("GET /api/auth/register") },
    leadsTo: ["GET /api/auth/register"],
  },
  {
    when: "register with a taken name",
    ask: async () => {
      const username = freshUsername("taken");
      await anybody("POST", "/api/auth/register", { username });
      return {
        call: anybody,
        answer: await anybody("POST", "/api/auth/register", { username: username.toUpperCase() }),
      };
    },
    status: 409,
    error: "Username already taken",
    leadsTo: ["POST /api/auth/register", "GET /api/auth/register"],
  },
  {
    when: "register with a malformed pass",
    ask: byAnybody("POST", "/api/auth/register", { username: "ada", pass: "dki_..." }),
    status: 400,
    error: "Invalid pass",
    more: says("exactly as the page showed it"),
    leadsTo: ["POST /api/auth/recover", "GET /api/house/species"],
  },
  {
    when: "register while closed by the operator",
    ask: async () => {
      const act = async (name: string) =>
        house.call("POST", "/api/admin/acts", { act: name, subject: "registration", reason: "A flood." }, BY_ADMIN);
      await act("close-registration");
      const answer = await anybody("POST", "/api/auth/register", { username: freshUsername() });
      await act("open-registration");
      return { call: anybody, answer };
    },
    status: 403,
    error: "Registration is closed",
    leadsTo: ["GET /api/auth/register", "POST /api/auth/recover"],
  },
  {
    when: "rotate-key with a body that is not an object",
    ask: inDen((den) => den.call("POST", "/api/auth/rotate-key", "[]")),
    status: 400,
    error: "The body must be empty or a JSON object",
    more: detail("body: "),
  },
  {
    when: "adopt without a name",
    ask: inDen((den) => den.call("POST", "/api/house/adopt", {})),
    status: 400,
    error: "Invalid adoption data",
    more: detail("name: is required"),
  },
  {
    when: "adopt with an unknown species",
    ask: inDen((den) => den.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "no_such_one" })),
    status: 400,
    error: "Invalid adoption data",
    more: detail("species_slug: "),
  },
  {
    when: "status with an id that is not a UUID",
    ask: inDen((den) => den.status("pip")),
    status: 400,
    error: "Invalid creature_id",
    more: detail("creature_id: must be a UUID"),
  },
  {
    when: "status with two different ids",
    ask: inDen((den) => den.call("GET", `/api/house/status?id=${NOBODY}&creature_id=${randomUUID()}`)),
    status: 400,
    error: "Invalid creature_id",
    more: detail("creature_id: "),
  },
  {
    when: "status of an empty house",
    ask: inDen((den) => den.status()),
    status: 404,
    error: "No living creatures in your house",
    more: { your_creatures: [] },
    leadsTo: ["POST /api/house/adopt"],
  },
  {
    when: "status of another agent's creature",
    ask: inDen(async (den) => {
      await den.hatched();
      return den.status(NOBODY);
    }),
    status: 404,
    error: "No living creatures in your house",
    more: {
      your_creatures: [{ id: expect.any(String), name: "Pip", species: "Housecat", stage: "baby", alive: true }],
    },
    leadsTo: ["GET /api/house/status"],
  },
  {
    when: "status after every creature died",
    ask: inDen(async (den) => {
      await dead(den);
      return den.status();
    }),
    status: 404,
    error: "No living creatures in your house",
    more: says("Call it back"),
    leadsTo: ["POST /api/house/adopt", "GET /api/house/status"],
  },
  {
    when: "care with an unknown action",
    ask: inDen((den) => den.care("hug")),
    status: 400,
    error: "Invalid care action",
    more: { ...detail("action: must be one of"), ...says(CARE_ACTIONS.join(", ")) },
  },
  {
    when: "care that reflects with an item",
    ask: inDen((den) => den.care("reflect", undefined, { item: "a mirror" })),
    status: 400,
    error: "Invalid care action",
    more: detail("item: reflect does not take an item"),
  },
  {
    when: "care for an egg",
    ask: inDen(async (den) => {
      await den.adopt();
      return den.care("feed");
    }),
    status: 400,
    error: "The egg hasn't hatched yet",
    leadsTo: ["GET /api/house/status"],
  },
  {
    when: "care without an id in a house of two",
    ask: inDen(async (den) => {
      await den.adopt({ name: "One" });
      await den.hatched({ name: "Two" });
      return den.care("feed");
    }),
    status: 400,
    error: "You have several creatures, so the call needs creature_id",
    more: {
      your_creatures: [
        { id: expect.any(String), name: "Two", species: "Housecat", stage: "baby", alive: true },
        { id: expect.any(String), name: "One", species: "Housecat", stage: "baby", alive: true },
      ],
    },
    leadsTo: ["GET /api/house/status"],
  },
  {
    when: "care in an empty house",
    ask: inDen((den) => den.care("feed")),
    status: 404,
    error: "No living creature found",
    leadsTo: ["POST /api/house/adopt"],
  },
  {
    when: "care for a dead creature",
    ask: inDen(async (den) => den.care("feed", await dead(den))),
    status: 404,
    error: "No living creature found",
    leadsTo: ["GET /api/house/graveyard"],
  },
  {
    when: "history with a limit out of range",
    ask: inDen((den) => den.call("GET", "/api/house/history?limit=501")),
    status: 400,
    error: "Invalid history request",
    more: detail("limit: must be at most 500"),
  },
  {
    when: "history before any adoption",
    ask: inDen((den) => den.call("GET", "/api/house/history")),
    status: 404,
    error: "No creature found",
    leadsTo: ["POST /api/house/adopt"],
  },
  {
    when: "history of another agent's creature",
    ask: inDen(async (den) => {
      await den.hatched();
      return den.call("GET", `/api/house/history?id=${NOBODY}`);
    }),
    status: 404,
    error: "No creature found",
  },
  {
    when: "preferences without a creature",
    ask: inDen((den) => den.call("GET", "/api/house/preferences")),
    status: 404,
    error: "No living creature found",
    leadsTo: ["POST /api/house/adopt"],
  },
  {
    when: "preferences with an id that is not a UUID",
    ask: inDen((den) => den.call("GET", "/api/house/preferences?creature_id=pip")),
    status: 400,
    error: "Invalid creature_id",
    more: detail("creature_id: must be a UUID"),
  },
  {
    when: "graveyard with a bad key",
    ask: async () => {
      const headers = { authorization: "Bearer dk_bad" };
      return {
        call: anybody,
        answer: await house.call("GET", "/api/house/graveyard", undefined, headers, freshAddress()),
      };
    },
    status: 401,
    error: "Invalid API key",
    leadsTo: ["POST /api/auth/register"],
  },
  {
    when: "graveyard with more than 200 per page",
    ask: byAnybody("GET", "/api/house/graveyard?per_page=201"),
    status: 400,
    error: "Invalid graveyard query",
    more: detail("per_page: must be at most 200"),
  },
  {
    when: "graveyard page beyond 200",
    ask: byAnybody("GET", "/api/house/graveyard?page=201"),
    status: 400,
    error: "Invalid graveyard query",
    more: detail("page: must be at most 200"),
  },
  {
    when: "release without an id",
    ask: inDen((den) => release(den, {})),
    status: 400,
    error: "creature_id is required",
    more: detail("creature_id: "),
  },
  {
    when: "release with both ids, even if equal",
    ask: inDen((den) => release(den, { creature_id: NOBODY, id: NOBODY })),
    status: 400,
    error: "creature_id is required",
    more: detail("creature_id: exactly one"),
  },
  {
    when: "release of another agent's creature",
    ask: inDen((den) => release(den, { creature_id: NOBODY })),
    status: 404,
    error: "No living creature found with that ID",
  },
  {
    when: "release of a creature that has died",
    ask: inDen(async (den) => release(den, { id: await dead(den) })),
    status: 410,
    error: "The creature died before it could be released",
    more: { gravestone: expect.objectContaining({ name: "Pip", untrusted: true }) },
    leadsTo: ["GET /api/house/status", "GET /api/house/graveyard"],
  },
  {
    when: "take-back of a creature never released",
    ask: inDen(async (den) => takeBack(den, await den.hatched())),
    status: 404,
    error: "No released creature found with that ID",
    leadsTo: ["GET /api/house/status"],
  },
  {
    when: "take-back after the deadline",
    ask: inDen(async (den) => {
      const id = await den.adopt();
      await release(den, { id });
      await den.advance(24);
      return takeBack(den, id);
    }),
    status: 410,
    error: "The creature can no longer be taken back",
    leadsTo: ["GET /api/house/history"],
  },
  {
    when: "take-back of a creature that has died",
    ask: inDen(async (den) => {
      const id = await den.hatched({ species_slug: "housecat" });
      await den.advance(20);
      await release(den, { id });
      await den.advance(20);
      return takeBack(den, id);
    }),
    status: 410,
    error: "The creature died before it could be taken back",
    leadsTo: ["GET /api/house/history", "POST /api/house/adopt"],
  },
  {
    when: "board without hours",
    ask: inDen(async (den) => den.call("POST", "/api/house/board", { id: await den.hatched() })),
    status: 400,
    error: "Invalid boarding",
    more: detail("hours: "),
  },
  {
    when: "board of another agent's creature",
    ask: inDen((den) => board(den, NOBODY)),
    status: 404,
    error: "No living creature found with that ID",
  },
  {
    when: "board of an egg",
    ask: inDen(async (den) => board(den, await den.adopt())),
    status: 409,
    error: "An egg cannot be boarded",
  },
  {
    when: "board of a resting creature",
    ask: inDen(async (den) => {
      const id = await den.hatched();
      await board(den, id);
      return board(den, id);
    }),
    status: 409,
    error: "The creature is already boarded",
    leadsTo: ["GET /api/house/status"],
  },
  {
    when: "board at a health below 20",
    ask: inDen(async (den) => board(den, await changed(den, "health = 19"))),
    status: 409,
    error: "The creature's health is too low for boarding",
    more: says("medicine"),
  },
  {
    when: "board in the last third of the death clock",
    ask: inDen(async (den) => {
      const id = await den.hatched();
      await den.advance(25);
      return board(den, id);
    }),
    status: 409,
    error: "The creature is too close to death to be boarded",
  },
  {
    when: "board for more than 72 hours in 14 days",
    ask: inDen(async (den) => {
      const id = await den.hatched();
      await board(den, id, 70);
      await den.advance(70);
      return board(den, id);
    }),
    status: 409,
    error: "The creature has no boarding time left",
    more: { ...says("at most 2 hours"), hours_available: 2 },
  },
  {
    when: "board of a creature that has died",
    ask: inDen(async (den) => board(den, await dead(den))),
    status: 410,
    error: "The creature died before it could be boarded",
    leadsTo: ["GET /api/house/status", "GET /api/house/graveyard"],
  },
  {
    when: "outages page beyond 200",
    ask: byAnybody("GET", "/api/outages?page=201"),
    status: 400,
    error: "Invalid outages query",
    more: detail("page: must be at most 200"),
  },
  {
    when: "outage that has not ended",
    ask: async () => {
      const call: Call = (method, path, body) => house.call(method, path, body, BY_ADMIN, freshAddress());
      const [begun, over] = [-60_000, 60_000].map((afterMs) => new Date(Date.now() + afterMs).toISOString());
      return {
        call,
        answer: await call("POST", "/api/admin/outages", { from: begun, until: over, reason: "Still away." }),
      };
    },
    status: 400,
    error: "Invalid outage",
    more: detail("until: "),
  },
  {
    when: "moderate an unknown name",
    ask: async () => {
      const call: Call = (method, path, body) => house.call(method, path, body, BY_ADMIN, freshAddress());
      const act = { act: "suspend", subject: "nobody-of-this-name", reason: "Who?" };
      return { call, answer: await call("POST", "/api/admin/acts", act) };
    },
    status: 404,
    error: "Subject not found",
    leadsTo: ["GET /api/admin/audit"],
  },
  {
    when: "moderate keys that no recovery code could replace",
    ask: async () => {
      const call: Call = (method, path, body) => house.call(method, path, body, BY_ADMIN, freshAddress());
      const { username, id } = await house.register();
      await house.app.services.database.adHoc("DELETE FROM recovery_codes WHERE agent_id = $1", [id]);
      const act = { act: "end-keys", subject: username, reason: "The key was published." };
      return { call, answer: await call("POST", "/api/admin/acts", act) };
    },
    status: 409,
    error: "The agent has no recovery code",
    leadsTo: ["GET /api/admin/audit"],
  },
  {
    when: "resurrect with both ids, even if equal",
    ask: inDen((den) => resurrect(den, { creature_id: NOBODY, id: NOBODY })),
    status: 400,
    error: "Invalid resurrection request",
    more: detail("creature_id: exactly one"),
  },
  {
    when: "resurrect a living creature",
    ask: inDen(async (den) => resurrect(den, { id: await den.hatched() })),
    status: 400,
    error: "This creature is still alive",
    leadsTo: ["GET /api/house/status"],
  },
  {
    when: "resurrect with too few credits",
    ask: inDen(async (den) => resurrect(den, { id: await dead(den) })),
    status: 402,
    error: "Insufficient credits",
    more: { cost: 100, credits: 0, shortfall: 100, pack: { id: "100", credits: 100, price: "$1.00" } },
    leadsTo: ["GET /api/house/credits", "GET /api/house/status"],
  },
  {
    when: "credits for an unknown pack",
    ask: inDen((den) => den.call("POST", "/api/house/credits", { pack: "5" })),
    status: 400,
    error: "Invalid pack",
    more: { ...detail("pack: "), ...says('"500"') },
  },
  {
    when: "credits with an accept-payment header",
    ask: inDen((den) => den.call("POST", "/api/house/credits", { pack: "500" }, { "accept-payment": "any" })),
    status: 402,
    error: "Payment required",
    more: { pack: { id: "500" }, checkout_url: expect.stringContaining("/pay/") },
    leadsTo: ["GET /api/house/credits"],
  },
  {
    when: "resurrect another agent's creature",
    ask: inDen((den) => resurrect(den, { id: NOBODY })),
    status: 404,
    error: "Creature not found",
    leadsTo: ["GET /api/house/graveyard"],
  },
  {
    when: "resurrect after the deadline",
    ask: inDen(async (den) => {
      const id = await dead(den);
      await den.advance(7 * 24);
      return resurrect(den, { id });
    }),
    status: 410,
    error: "Resurrection window has closed",
    leadsTo: ["GET /api/house/history", "GET /api/house/graveyard", "POST /api/house/adopt"],
  },
  {
    when: "events with another house's cursor",
    ask: inDen((den) => den.call("GET", `/api/house/events?since=5000.${den.now()}`)),
    status: 400,
    error: "Unknown cursor",
  },
  {
    when: "hall with an unknown category",
    ask: byAnybody("GET", "/api/house/hall?category=loudest"),
    status: 400,
    error: "Unknown category",
    more: { ...detail("category: "), ...says("oldest_living, most_consistent, gravestone_count") },
    leadsTo: ["GET /api/house/hall"],
  },
  {
    when: "hall with zero entries per page",
    ask: byAnybody("GET", "/api/house/hall?per_page=0"),
    status: 400,
    error: "Invalid hall query",
    more: detail("per_page: must be at least 1"),
  },
  {
    when: "living with an unknown mood",
    ask: byAnybody("GET", "/api/house/living?mood=grumpy"),
    status: 400,
    error: "Invalid living query",
    more: detail("mood: must be one of"),
  },
  {
    when: "agent with an unknown username",
    ask: byAnybody("GET", "/api/agents/no-such-one"),
    status: 404,
    error: "Agent not found",
  },
  {
    when: "gravestone with an unknown id",
    ask: byAnybody("GET", "/api/agents/no-such-one/graves/01890a5d-ac96-774b-bcce-b302099a8057"),
    status: 404,
    error: "Gravestone not found",
  },
  {
    when: "species list with an unknown family",
    ask: byAnybody("GET", "/api/house/species?family=bird"),
    status: 400,
    error: "Invalid species query",
    more: detail("family: must be one of"),
  },
  {
    when: "species profile with an unknown slug",
    ask: byAnybody("GET", "/api/house/species/no_such_one"),
    status: 404,
    error: "Species not found",
    leadsTo: ["GET /api/house/species"],
  },
  {
    when: "new species with invalid data",
    ask: inDen((den) => design(den, { slug: "No!" })),
    status: 400,
    error: "Invalid species data",
    more: detail("slug: "),
  },
  {
    when: "new species before raising an adult",
    ask: inDen((den) => den.call("POST", "/api/house/species", { ...DESIGN, slug: "early_bird" })),
    status: 403,
    error: "You haven't raised an adult creature yet",
  },
  {
    when: "new species with a reserved slug",
    ask: inDen((den) => design(den, { slug: "housecat" })),
    status: 409,
    error: "Slug is reserved",
  },
  {
    when: "new species with a taken slug",
    ask: async () => {
      const slug = `s${randomUUID().replaceAll("-", "_")}`;
      const first = await openDen(house);
      expect((await design(first, { slug })).status).toBe(201);
      return inDen((den) => design(den, { slug }))();
    },
    status: 409,
    error: "Slug is already taken",
  },
  {
    when: "clock move that is too small",
    ask: inDen((den) => den.call("POST", "/api/house/clock", { advance_hours: 0 })),
    status: 400,
    error: "Invalid clock move",
    more: detail("advance_hours: must be at least 0.01"),
  },
  {
    when: "clock move farther than a year",
    ask: inDen(async (den) => {
      for (let moves = 0; moves < 12; moves++) await den.advance(720);
      return den.call("POST", "/api/house/clock", { advance_hours: 121 });
    }),
    status: 400,
    error: "Invalid clock move",
    more: detail("advance_hours: would move the clock more than 8,760 hours"),
  },
  {
    when: "clock move by a regular account",
    ask: async () => {
      const account = await house.register();
      const call: Call = (method, path, body) => account.call(method, path, body);
      return { call, answer: await call("POST", "/api/house/clock", { advance_hours: 1 }) };
    },
    status: 403,
    error: "Only a test account can move its clock",
    more: says("test-, e2e-, dev-, ci- or seed-"),
  },
  {
    when: "analytics without an admin key",
    ask: byAnybody("GET", "/api/admin/analytics"),
    status: 401,
    error: "Invalid admin key",
  },
  {
    when: "recover with an unknown code",
    ask: byAnybody("POST", "/api/auth/recover", { recovery_code: "dkr_wrong" }),
    status: 401,
    error: "Wrong recovery code",
    leadsTo: ["POST /api/auth/register"],
  },
  {
    when: "recovery-code without the existing code",
    ask: inDen((den) => den.call("POST", "/api/auth/recovery-code", { new_recovery_code: true })),
    status: 403,
    error: "Your current recovery code is required",
    more: says("recovery_code"),
    leadsTo: ["GET /api/auth/account"],
  },
  {
    when: "recovery-code with another agent's code",
    ask: inDen(async (den) => {
      const { recoveryCode: recovery_code } = await house.register();
      return den.call("POST", "/api/auth/recovery-code", { new_recovery_code: true, recovery_code });
    }),
    status: 403,
    error: "This is not your current recovery code",
    leadsTo: ["GET /api/auth/account"],
  },
  {
    when: "sitters in an empty house",
    ask: inDen((den) => den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 })),
    status: 404,
    error: "No living creature to sit for",
    more: { your_creatures: [] },
  },
  {
    when: "sitters beyond the tenth",
    ask: inDen(async (den) => {
      await den.hatched();
      const add = () => den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
      for (let count = 0; count < 10; count++) await add();
      return add();
    }),
    status: 409,
    error: "Too many sitters",
    leadsTo: ["GET /api/house/sitters"],
  },
  {
    when: "removal of an unknown sitter",
    ask: inDen((den) => den.call("DELETE", "/api/house/sitters", { sitter_id: NOBODY })),
    status: 404,
    error: "Sitter not found",
    leadsTo: ["GET /api/house/sitters"],
  },
  {
    when: "clock move to a past instant",
    ask: inDen((den) => den.call("POST", "/api/house/clock", { until: "2020-01-01T00:00:00Z" })),
    status: 400,
    error: "The house is already past that instant",
    more: says("later"),
  },
  {
    when: "hooks on a service without hooks",
    ask: async () => {
      const den = await openDen(await houseForTest({ beside: house, env: { HOOKS_KEYS: "" } }));
      return { answer: await addHook(den), call: (method, path, body) => den.call(method, path, body) };
    },
    status: 503,
    error: "Hooks are turned off on this service",
    leadsTo: ["GET /api/house/events"],
  },
  {
    when: "hooks at an address that is not public",
    ask: inDen((den) => addHook(den, { url: "https://10.0.0.1/pip" })),
    status: 400,
    error: "Invalid hook",
    more: detail("url: must have the name of a public host"),
  },
  {
    when: "hooks for an unknown creature",
    ask: inDen((den) => addHook(den, { creature_id: NOBODY })),
    status: 404,
    error: "Creature not found",
    more: { your_creatures: [] },
  },
  {
    when: "hooks beyond the third",
    ask: inDen(async (den) => {
      for (let count = 0; count < 3; count++) await addHook(den);
      return addHook(den);
    }),
    status: 409,
    error: "Too many hooks",
    leadsTo: ["GET /api/house/hooks"],
  },
  {
    when: "removal of an unknown hook",
    ask: inDen((den) => den.call("DELETE", "/api/house/hooks", { hook_id: NOBODY })),
    status: 404,
    error: "Hook not found",
    leadsTo: ["GET /api/house/hooks"],
  },
  {
    when: "new secret for an unknown webhook",
    ask: inDen((den) => den.call("POST", "/api/house/hooks/rotate", { hook_id: NOBODY })),
    status: 409,
    error: "Webhook not found",
    leadsTo: ["GET /api/house/hooks"],
  },
  {
    when: "hooks with a wrong code",
    ask: inDen(async (den) => confirmHook(den, (await addHook(den)).json.hook.hook_id)),
    status: 403,
    error: "Wrong confirmation code",
    more: says("Ask your human"),
  },
  {
    when: "hooks after too many wrong codes",
    ask: inDen(async (den) => {
      const { json } = await addHook(den);
      for (let count = 0; count < 5; count++) await confirmHook(den, json.hook.hook_id);
      return confirmHook(den, json.hook.hook_id);
    }),
    status: 409,
    error: "The hook is not waiting for a code",
    leadsTo: ["GET /api/house/hooks"],
  },
  {
    when: "owner link with nothing to revoke",
    ask: inDen((den) => den.call("DELETE", "/api/house/owner-link")),
    status: 404,
    error: "There is no owner link",
    leadsTo: ["POST /api/house/owner-link"],
  },
  {
    when: "ping link with nothing to revoke",
    ask: inDen((den) => den.call("DELETE", "/api/house/ping-link")),
    status: 404,
    error: "There is no ping link",
    leadsTo: ["POST /api/house/ping-link"],
  },
  {
    when: "sitter's key on a call for keepers only",
    ask: async () => {
      const den = await openDen(house);
      await den.hatched();
      const { json } = await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
      const call: Call = (method, path, body) => house.call(method, path, body, { "x-api-key": json.sitter_key });
      return { call, answer: await call("GET", "/api/house/credits") };
    },
    status: 403,
    error: "Your key does not allow this call",
    more: says("Only the keeper of this house"),
    leadsTo: ["GET /api/house/status"],
  },
  {
    when: "export without a creature",
    ask: inDen((den) => den.call("GET", "/api/house/export")),
    status: 404,
    error: "No creature found",
    leadsTo: ["POST /api/house/adopt"],
  },
  {
    when: "leave under another agent's name",
    ask: inDen((den) => den.call("DELETE", "/api/auth/account", { confirm_username: "somebody" })),
    status: 400,
    error: "confirm_username is not your username",
    leadsTo: ["GET /api/auth/account"],
  },
  {
    when: "leave with a made-up confirmation",
    ask: inDen((den) =>
      den.call("DELETE", "/api/auth/account", { confirm_username: den.username, confirmation: "made-up" }),
    ),
    status: 409,
    error: "The confirmation is wrong or has expired",
    leadsTo: ["DELETE /api/auth/account"],
  },
  {
    when: "profile of a keeper that has left",
    ask: async () => {
      const { username, call } = await house.register();
      const { json } = await call("DELETE", "/api/auth/account", { confirm_username: username });
      await call("DELETE", "/api/auth/account", { confirm_username: username, confirmation: json.confirmation });
      const { database, log } = house.app.services;
      const text = "UPDATE agents SET leaving_at = 0 WHERE username = $1";
      await database.adHoc(text, [username]);
      await TASKS.complete_departures.run({ database, now: Date.now(), log });
      return { call: anybody, answer: await anybody("GET", `/api/agents/${username}`) };
    },
    status: 410,
    error: "This keeper has left",
    more: says("The keeper deleted its account"),
  },
  {
    when: "call to an unknown route",
    ask: byAnybody("GET", "/api/nowhere/at/all"),
    status: 404,
    error: "There is no GET /api/nowhere/at/all",
    leadsTo: ["GET /api"],
  },
  {
    when: "call with a body of 1 MB",
    ask: inDen((den) => den.care("feed", undefined, { notes: "x".repeat(1 << 20) })),
    status: 413,
    error: "The body is too large",
    more: says("Send a body of at most 100 KB."),
  },
  {
    when: "call for a secret under a short Idempotency-Key",
    ask: inDen((den) => den.call("POST", "/api/auth/rotate-key", undefined, { "idempotency-key": "short" })),
    status: 400,
    error: "Invalid Idempotency-Key",
    more: detail("Idempotency-Key: must have 32 to 255 characters"),
  },
  {
    when: "different call under the same Idempotency-Key",
    ask: inDen(async (den) => {
      await den.call("POST", "/api/house/adopt", { name: "Pip" }, { "idempotency-key": "one" });
      return den.call("POST", "/api/house/adopt", { name: "Pop" }, { "idempotency-key": "one" });
    }),
    status: 422,
    error: "This Idempotency-Key was already used for a different call",
  },
  {
    when: "repeated call whose secret has arrived",
    ask: async () => {
      const body = { username: freshUsername("sealed") };
      const headers = { "idempotency-key": LONG_KEY };
      const first = await house.call("POST", "/api/auth/register", body, headers, freshAddress());
      const key: string = first.json.your_token;
      await house.call("GET", "/api/house/clock", undefined, { "x-api-key": key });
      return { call: anybody, answer: await house.call("POST", "/api/auth/register", body, headers, freshAddress()) };
    },
    status: 409,
    error: "This call took effect, but its answer is no longer available",
  },
];

describe.each(CASES)("$when", ({ ask, status, error, more = {}, leadsTo = [] }) => {
  test(`returns ${status} ${error}`, async () => {
    const { answer } = await ask();
    expect(answer.status, answer.text).toBe(status);
    expect(answer.json).toMatchObject({ error, ...more });
    expect("details" in answer.json, "details belong to refused input").toBe(status === 400 && "details" in more);
    for (const { field, message } of answer.json.invalid_fields ?? []) {
      expect([`${field} ${message}.`, `${field}: ${message}.`].some((one) => answer.json.details.includes(one))).toBe(
        true,
      );
    }
    const leads = answer.json.next_steps.map(
      ({ method, endpoint = "" }: { method?: string; endpoint?: string }) => `${method} ${endpoint.split("?")[0]}`,
    );
    expect(leads).toEqual(expect.arrayContaining([...leadsTo]));
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  });

  test("suggests only steps that can be called", async () => {
    await everyStepLeadsOn(ask);
  });
});

test("a house rejects its 51st creature", async () => {
  const den = await openDen(house);
  const eggs = await den.adoptMany(50);
  expect(eggs).toHaveLength(50);
  const full = await den.call("POST", "/api/house/adopt", { name: "Pip" });
  expect(full.status).toBe(400);
  expect(full.json).toMatchObject({ error: "Invalid adoption data", ...detail("house: holds at most 50") });
});

/** A broken part of the database, and a call that depends on it. */
interface Fault {
  readonly name: string;
  readonly broken: string;
  readonly call: (den: Den, id: string, broken: House) => Promise<Answer>;
}

const AWAY = (table: string): string => `ALTER TABLE ${table} RENAME TO ${table}_away`;
const FROZEN = (table: string, column: string): string =>
  `CREATE TRIGGER frozen BEFORE UPDATE OF ${column} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`;

const FAULTS: readonly Fault[] = [
  {
    name: "register",
    broken: AWAY("agent_keys"),
    call: (_den, _id, broken) =>
      broken.call("POST", "/api/auth/register", { username: freshUsername("lost") }, {}, freshAddress()),
  },
  {
    name: "rotateKey",
    broken: FROZEN("agent_keys", "key_hash"),
    call: (den) => den.call("POST", "/api/auth/rotate-key"),
  },
  { name: "adopt", broken: AWAY("care_log"), call: (den) => den.call("POST", "/api/house/adopt", { name: "Pip" }) },
  {
    name: "checkStatus",
    broken: FROZEN("creatures", "died_at"),
    call: async (den, id) => {
      await den.advance(60);
      return den.status(id);
    },
  },
  { name: "care", broken: AWAY("care_log"), call: (den, id) => den.care("clean", id) },
  { name: "history", broken: AWAY("care_log"), call: (den) => den.call("GET", "/api/house/history") },
  { name: "preferences", broken: AWAY("discovered_items"), call: (den) => den.call("GET", "/api/house/preferences") },
  { name: "graveyard", broken: AWAY("gravestones"), call: (den) => den.call("GET", "/api/house/graveyard") },
  { name: "release", broken: AWAY("care_log"), call: (den, id) => release(den, { creature_id: id }) },
  { name: "board", broken: AWAY("care_log"), call: (den, id) => board(den, id) },
  { name: "listOutages", broken: AWAY("outages"), call: (_den, _id, broken) => broken.call("GET", "/api/outages") },
  { name: "hall", broken: AWAY("creatures"), call: (_den, _id, broken) => broken.call("GET", "/api/house/hall") },
  {
    name: "createSpecies",
    broken: AWAY("species"),
    call: async (den, id, broken) => {
      const raised = "UPDATE creatures SET adult_at = as_of WHERE creature_id = $1";
      await broken.app.services.database.adHoc(raised, [id]);
      return den.call("POST", "/api/house/species", { ...DESIGN, slug: "lost_fox" });
    },
  },
  {
    name: "listSpecies",
    broken: AWAY("species"),
    call: (_den, _id, broken) => broken.call("GET", "/api/house/species"),
  },
  {
    name: "speciesProfile",
    broken: AWAY("species"),
    call: (_den, _id, broken) => broken.call("GET", "/api/house/species/moss_fox"),
  },
  {
    name: "moveClock",
    broken: FROZEN("agents", "clock_offset_ms"),
    call: (den) => den.call("POST", "/api/house/clock", { advance_hours: 1 }),
  },
];

describe("a database fault yields a 500 with the endpoint's text", () => {
  test.each(FAULTS)("$name", async ({ name, broken, call }) => {
    const contract = ENDPOINTS.map((endpoint) => endpoint.contract).find((each) => each.name === name);
    const own = await openHouse({ env: { RATE_LIMIT_FACTOR: "1000" } });
    try {
      const den = await openDen(own);
      const id = await den.hatched();
      const refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'frozen'; END $$";
      await own.app.services.database.adHoc(refuse);
      await own.app.services.database.adHoc(broken);
      const answer = await call(den, id, own);
      expect(answer.status, answer.text).toBe(500);
      expect(answer.json.error).toBe(contract?.failure);
      expect(answer.json.suggestion).toContain(String(answer.headers["x-request-id"]));
      expect(Object.keys(answer.json)).toEqual(["error", "code", "suggestion", "next_steps"]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    } finally {
      await own.close();
    }
  });

  // Clients rely on these error texts.
  test.each([
    ["register", "Registration failed"],
    ["rotateKey", "Key rotation failed"],
    ["adopt", "Adoption failed"],
    ["checkStatus", "Something went wrong checking the den"],
    ["care", "Something went wrong in the den"],
    ["history", "Something went wrong reading the logs"],
    ["graveyard", "Failed to read the gravestones"],
    ["release", "Something went wrong"],
    ["hall", "Something went wrong in the hall"],
  ])("%s returns %s", (name, failure) => {
    expect(ENDPOINTS.find(({ contract }) => contract.name === name)?.contract.failure).toBe(failure);
  });
});

/** Returns the answer to a call when another process commits a change between its read and its write. */
async function overtaken(change: string, id: string, ask: () => Promise<Answer>): Promise<Answer> {
  const held = await holding(house, change, [id]);
  const asked = ask();
  await held.untilWaiting(1);
  await held.release();
  return asked;
}

describe("a call overtaken by another change", () => {
  test("release returns 409 The creature changed during this call", async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    const change = "UPDATE creatures SET version = version + 1 WHERE creature_id = $1";
    const answer = await overtaken(change, id, () => release(den, { creature_id: id }));
    expect([answer.status, answer.json.error]).toEqual([409, "The creature changed during this call"]);
    expect((await den.status(id)).json.creature.alive).toBe(true);
    expect((await release(den, { creature_id: id })).status).toBe(200);
  });

  test("rotate-key returns 409 Your key changed while this request was running", async () => {
    const den = await openDen(house);
    await den.call("GET", "/api/house/clock");
    const change = "UPDATE agent_keys SET key_hash = sha256(key_hash) WHERE agent_id = $1";
    const answer = await overtaken(change, den.id, () => den.call("POST", "/api/auth/rotate-key"));
    expect([answer.status, answer.json.error]).toEqual([409, "Your key changed while this request was running"]);
    expect((await den.call("GET", "/api/house/clock")).status).toBe(401);
  });
});

test("buying credits returns 503 where nothing is sold", async () => {
  const own = await openHouse();
  const account = await own.register();
  for (const headers of [{}, { "accept-payment": "any" }]) {
    const answer = await account.call("POST", "/api/house/credits", { pack: "100" }, headers);
    expect([answer.status, answer.json.error]).toEqual([503, "Credits cannot be bought here"]);
  }
  await own.close();
});

describe("a payment that cannot be taken", () => {
  const paid = { "payment-signature": "any" };
  const kinds = {
    unsettled: "Your payment is not confirmed yet",
    unreachable: "Your payment could not be processed",
  } as const;
  test.each(["unsettled", "unreachable"] as const)(
    "returns 503 when it is %s and leads to its status",
    async (kind) => {
      const rail: Rail = {
        name: "x402",
        offer: async () => ({ fields: {}, headers: {} }),
        take: async () => ({ kind }),
      };
      const own = await openHouse();
      Object.assign(own.app.services, { rails: [rail] });
      const den = await openDen(own);
      const id = await dead(den);
      for (const [path, body] of [
        ["/api/house/resurrect", { id }],
        ["/api/house/credits", { pack: "100" }],
      ] as const) {
        const answer = await den.call("POST", path, body, paid);
        expect([answer.status, answer.json.error]).toEqual([503, kinds[kind]]);
        expect(answer.json.next_steps).toMatchObject([{ method: "GET", endpoint: "/api/house/credits" }]);
      }
      await own.close();
    },
  );

  test("returns 500 after an internal error and says the money is safe", async () => {
    const take = async () => Promise.reject(new Error("broken"));
    const rail: Rail = { name: "x402", offer: async () => ({ fields: {}, headers: {} }), take };
    const own = await openHouse();
    Object.assign(own.app.services, { rails: [rail] });
    const account = await own.register();
    const answer = await account.call("POST", "/api/house/credits", { pack: "100" }, paid);
    expect([answer.status, answer.json.error]).toEqual([500, "Something went wrong"]);
    expect(answer.json.suggestion).toContain("Do not pay again");
    await own.close();
  });
});

describe("an unhealthy service", () => {
  test("returns 503 This process's clock is wrong", async () => {
    const own = await openHouse({ clock: () => Date.now() + 10_000 });
    const answer = await own.call("GET", "/api/health");
    expect([answer.status, answer.json.error]).toEqual([503, "This process's clock is wrong"]);
    await own.close();
  });

  test("answers unchecked keys with 503, never 401, without a database", async () => {
    const own = await openHouse();
    const account = await own.register();
    const away = "ALTER TABLE agent_keys RENAME TO agent_keys_away";
    await own.app.services.database.adHoc(away);
    const unchecked = await account.call("GET", "/api/house/status");
    expect([unchecked.status, unchecked.json.error]).toEqual([503, "Your key could not be checked"]);
    // With a closed pool, this process cannot reach the database.
    const beside = await openHouse({ beside: own });
    await beside.app.services.database.close();
    const answer = await beside.call("GET", "/api/health");
    expect([answer.status, answer.json.error]).toEqual([503, "The database is not responding"]);
    await beside.close().catch(() => undefined);
    await own.close();
  });
});

if (process.env["RECORD_ANSWERS"] !== undefined) {
  test("records the errors", async () => {
    const recorded: Record<string, unknown> = {};
    for (const { ask } of CASES) {
      const { json } = (await ask()).answer;
      if (DECLARED_CODES.has(json.code)) recorded[json.code] ??= json;
    }
    const plain = JSON.stringify(recorded, null, 2).replaceAll(/(dk[oprs]?)_\w{9,}/g, "$1_...");
    writeFileSync(RECORDED_ERRORS, `${plain.replaceAll(house.url, "http://localhost:3000")}\n`);
  });
}

test("error codes are snake_case", () => {
  const codes = errorCodes(ENDPOINTS.map(({ contract }) => contract));
  expect([...codes].filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
});

test("this file asserts every error that a contract declares", () => {
  const asserted = new Set([
    ...CASES.map(({ status, error }) => `${status} ${error}`),
    "409 The creature changed during this call",
    "409 Your key changed while this request was running",
    // The handler's own test covers this error, which takes 50 adoptions.
    "409 Your house is full",
    "503 Credits cannot be bought here",
    // The payment rails' tests cover this error.
    "409 A call with this Idempotency-Key carried a different payment",
    "503 Your payment is not confirmed yet",
    "503 Your payment could not be processed",
    "503 This process's clock is wrong",
  ]);
  const declared = ENDPOINTS.flatMap(({ contract }) =>
    Object.values(contract.errors).map(({ status, error }) => `${status} ${error}`),
  );
  expect(declared.filter((error) => !asserted.has(error))).toEqual([]);
});
