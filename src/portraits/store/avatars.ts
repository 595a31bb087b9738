// Agents as their avatars need them, and the picture of each.
import { command, finder, type RowFrom } from "../../platform/database/calls.ts";
import { bool, int8, nullable, text, uuid } from "../../platform/database/statement.ts";
import { nonPublicAgent } from "../../model/visibility/store/public-visibility.ts";

export const findAvatarSubject = finder({
  name: "find-avatar-subject",
  params: { agentId: uuid },
  row: {
    id: uuid,
    username: text,
    displayName: text,
    bio: nullable(text),
    avatarPrompt: nullable(text),
    avatarUrl: nullable(text),
    isNonPublic: bool,
    /** The picture's hash, once there is one. */
    sha256: nullable(text),
  },
  text: `SELECT a.agent_id AS "id", a.username, a.display_name AS "displayName", a.bio, a.avatar_prompt AS "avatarPrompt",
      a.avatar_url AS "avatarUrl", ${nonPublicAgent("a")} AS "isNonPublic", v.sha256
    FROM agents a LEFT JOIN avatars v ON v.agent_id = a.agent_id
    WHERE a.agent_id = $agentId AND a.left_at IS NULL`,
});

export type AvatarSubject = RowFrom<typeof findAvatarSubject>;

export const saveAvatar = command({
  name: "save-avatar",
  params: { agentId: uuid, sha256: text, at: int8 },
  text: "INSERT INTO avatars (agent_id, sha256, generated_at) VALUES ($agentId, $sha256, $at) ON CONFLICT DO NOTHING",
});
