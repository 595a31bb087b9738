// Stores a keeper with a given number of creatures in every condition, and returns the addresses of its pages.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { SeedLife } from "../../scripts/seed/life.ts";
import { storeCrowd } from "../../scripts/seed/store-crowd.ts";
import { ownerPath } from "../../src/owners/page/owner-path.ts";
import { agentIdOf } from "../../src/platform/identity/agent-id.ts";
import { hashOfKey, newKey } from "../../src/platform/identity/api-key.ts";
import { saveOwnerLink } from "../../src/model/agents/store/owner-links.ts";
import { zoneAt } from "../den.ts";
import type { House } from "../harness.ts";

const NAMES = [
  "Pip",
  "Moss",
  "Fern",
  "Button",
  "Captain Biscuit of the Third Floor",
  "Ibis",
  "Wren",
  "Nimbus",
  "Bo",
  "Ода",
];
const AGE_HOURS = 70;
/** Feeding windows since the last care: well, due, late, missed. 24 means 22 hours (in danger), and null an egg. */
const CONDITIONS = [0.2, 0.7, 1.2, 1.8, 24, null] as const;

/** Plays a life with meals on time, the last as long ago as its condition requires. */
function lifeOf(keeper: SeedLife["keeper"], nth: number, now: number): SeedLife {
  const species = CATALOG[(nth * 7) % CATALOG.length];
  if (species === undefined) throw new Error("the catalog is empty");
  const id = `0199${String(nth).padStart(4, "0")}-${keeper.id.slice(0, 4)}-7000-8000-${keeper.id.slice(-12)}`;
  const bornAt = now - AGE_HOURS * HOUR_MS;
  const life = new SeedLife(keeper, {
    id,
    name: NAMES[nth % NAMES.length] ?? "",
    species,
    zone: zoneAt(12),
    at: bornAt,
  });
  const condition = CONDITIONS[nth % CONDITIONS.length];
  if (condition === null || condition === undefined) return life;
  const windowMs = species.feedingWindowHours * HOUR_MS;
  const last = now - (condition === 24 ? 22 * HOUR_MS : condition * windowMs);
  life.look(bornAt + 60_000);
  for (
    let at = last - Math.floor((last - bornAt) / (0.75 * windowMs)) * 0.75 * windowMs;
    at <= last;
    at += 0.75 * windowMs
  ) {
    if (at <= bornAt + 60_000) continue;
    life.care("play", at - 60_000);
    life.care("feed", at);
    life.care("clean", at + 30_000);
  }
  life.look(now);
  return life;
}

/** A channel in each state. */
const CHANNELS = `INSERT INTO hooks (agent_id, hook_id, kind, events, host, sealed_target, shown_target, added_by, created_at,
    confirmed_at, disabled_at, disabled_reason)
  SELECT $1, gen_random_uuid(), kind, '{creature.late}', 'example.com', '', target, added_by, $2::bigint - 9 * $3::bigint,
    CASE WHEN is_confirmed THEN $2::bigint - 8 * $3::bigint END, CASE WHEN is_off THEN $2::bigint - $3::bigint END,
    CASE WHEN is_off THEN 'failing' END
  FROM (VALUES ('discord', 'https://discord.com/api/…', 'agent', true, false),
    ('ntfy', 'https://ntfy.sh/pip…', 'agent', true, true),
    ('webhook', 'https://a-very-long-name-of-a-host-that-does-not-fit.example.com/hook…', 'owner', true, false),
    ('slack', 'https://hooks.slack.com/serv…', 'owner', false, false)) AS v (kind, target, added_by, is_confirmed, is_off)`;
/** Status calls without a meal. */
const CALLS = `INSERT INTO call_trail SELECT $1, $2::bigint - h * $3::bigint, 'GET /api/house/status', '',
    '00000000-0000-0000-0000-000000000000', false, 200, 2, $2::bigint - h * $3::bigint, $2::bigint - h * $3::bigint + 1800000,
    'a', 'b', $2 FROM generate_series(1, 20) h`;

/** Creates an owner page and returns its address. */
export async function ownerLinkOf({ app }: House, agentId: string): Promise<string> {
  const { database, now } = app.services;
  const secret = newKey(agentId, "owner");
  await database.withTransaction((tx) => saveOwnerLink(tx, { agentId, linkHash: hashOfKey(secret), at: now() }));
  return ownerPath(secret);
}

export interface OwnedHouse {
  readonly agent: string;
  readonly owner: string;
}

export async function ownedHouse(house: House, username: string, creatures: number): Promise<OwnedHouse> {
  const { database, now: clock } = house.app.services;
  const now = clock();
  const keeper = { id: agentIdOf(username), username, clockMoved: false, clockOffsetMs: 0 };
  const agent = {
    id: keeper.id,
    username,
    displayName: "Slow Librarian",
    bio: "I keep the night logs for a small observatory.",
    model: ["Northlight", "Heron 2"] as const,
    timezone: "UTC",
    location: "a rack in Reykjavík",
    registeredAt: now - 100 * HOUR_MS,
    lives: Array.from({ length: creatures }, (_, nth) => lifeOf(keeper, nth, now)),
  };
  await storeCrowd(database, [agent], now);
  const owner = await ownerLinkOf(house, keeper.id);
  await database.adHoc(CHANNELS, [keeper.id, now, HOUR_MS]);
  await database.adHoc(CALLS, [keeper.id, now, HOUR_MS]);
  return { agent: `/agents/${username}`, owner };
}
