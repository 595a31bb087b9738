// The content of a keeper's badge and card: its public profile, its track record, and the creature in greatest need.
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { wholePercent } from "@denkeeper/rules/reliability/standing.ts";
import { avatarPortraitInput } from "../../portraits/portrait-subject.ts";
import { readAgent, type AgentAnswer } from "../../community/keepers/agent.get/read.ts";
import { readReliability, type ReliabilityAnswer } from "../../community/keepers/reliability.get/read.ts";
import type { Needs } from "../../model/services.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { findAvatarSubject } from "../../portraits/store/avatars.ts";
import { keeperStanding, type KeeperStanding } from "../../community/keepers/standing.ts";
import { count } from "../../ui/words.ts";
import { EMPTY_BADGE, type Badge } from "./badge.ts";
import { EMPTY_CARD, type Card } from "./card.ts";
import { shareCreature } from "./creature-share.ts";

interface ShareKeeper {
  readonly agent: AgentAnswer["agent"];
  readonly record: ReliabilityAnswer;
  readonly standing: KeeperStanding;
  /** Creature in greatest need, or the keeper itself if it has none. */
  readonly subject: PortraitInput | null;
}

/** Returns undefined if the keeper is unknown or not public. */
export async function shareKeeper(
  services: Needs<"config" | "database" | "outages">,
  { username = "" }: Readonly<Record<string, string>>,
  at: number,
): Promise<ShareKeeper | undefined> {
  const [answer, record] = await Promise.all([
    readAgent(services, username, at),
    readReliability(services, username, at),
  ]);
  if (answer === undefined || record === undefined) return undefined;
  const { agent, creatures } = answer;
  const [first] = creatures;
  const creature = first && (await shareCreature(services, { username: agent.username, id: first.id }, at));
  const avatar = creature ?? (await findAvatarSubject(services.database, { agentId: agentIdOf(agent.username) }));
  const subject = avatar === undefined ? null : "now" in avatar ? avatar.subject : avatarPortraitInput(avatar);
  return { agent, record, standing: keeperStanding(answer, record, at), subject };
}

export function keeperBadge(shared: ShareKeeper | undefined): Badge {
  if (shared === undefined) return EMPTY_BADGE;
  const { agent, standing, subject } = shared;
  const about = "meals given on time, not who gave them";
  return { state: standing.look, name: `@${agent.username}`, message: standing.words, about, subject };
}

export function keeperCard(shared: ShareKeeper | undefined): Card {
  if (shared === undefined) return { ...EMPTY_CARD, about: "No public keeper has this name." };
  const { agent, record, standing, subject } = shared;
  const { on_time_share: share } = record.last_30_days;
  const figures: Card["figures"] = [
    ...(share === null ? [] : [[`${wholePercent(share)}%`, "on time"] as const]),
    [count(agent.creatures_alive), "alive"],
    [count(agent.adults_raised), "raised"],
    [count(agent.gravestones), agent.gravestones === 1 ? "grave" : "graves"],
  ];
  return {
    state: standing.look,
    sign: standing.words.split(" · ")[0] ?? standing.words,
    subject,
    name: agent.display_name,
    about: `@${agent.username}`,
    stats: {},
    figures,
    note: standing.verdict.text,
  };
}
