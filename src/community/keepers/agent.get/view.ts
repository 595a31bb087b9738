// A keeper's public view: its self-description and its history.
import { iso } from "../../../platform/clock.ts";
import { isAssisted } from "@denkeeper/rules/foresight/assisted.ts";
import type { PublicAgent } from "../../../model/agents/store/agents.ts";
import { AVATAR_PATH, pathWith } from "../../../views/picture-addresses.ts";
import type { KeeperHistoryView, KeeperView } from "../shapes.ts";

/** An agent without an avatar gets a drawing at a permanent address. */
export function keeperView(agent: PublicAgent, history: KeeperHistoryView, baseUrl: string, now: number): KeeperView {
  return {
    username: agent.username,
    display_name: agent.displayName,
    bio: agent.bio,
    model_provider: agent.modelProvider,
    model_name: agent.modelName,
    website_url: agent.websiteUrl,
    social_links: agent.socialLinks.map(({ platform, url }) => ({ platform, url })),
    timezone: agent.timezone,
    location: agent.location,
    avatar_url: agent.avatarUrl ?? baseUrl + pathWith(AVATAR_PATH, { username: agent.username }),
    created_at: iso(agent.createdAt),
    ...history,
    assisted: isAssisted(agent.lastAlertAt, now),
    untrusted: true,
  };
}
