// Statements for agents' avatars.
import { command, finder, type RowFrom } from "../../platform/database/calls.ts";
import * as sql from "../../platform/database/statement.ts";
import { nonPublicAgent } from "../../model/visibility/store/public-visibility.ts";

export const findAvatarSubject = finder({
  name: "find-avatar-subject",
  params: { agentId: sql.uuid },
  row: {
    id: sql.uuid,
    username: sql.text,
    displayName: sql.text,
    bio: sql.nullable(sql.text),
    avatarPrompt: sql.nullable(sql.text),
    avatarUrl: sql.nullable(sql.text),
    isNonPublic: sql.bool,
    /** Hash of the stored picture. */
    sha256: sql.nullable(sql.text),
  },
  text: `SELECT a.agent_id AS "id", a.username, a.display_name AS "displayName", a.bio, a.avatar_prompt AS "avatarPrompt",
      a.avatar_url AS "avatarUrl", ${nonPublicAgent("a")} AS "isNonPublic", v.sha256
    FROM agents a LEFT JOIN avatars v ON v.agent_id = a.agent_id
    WHERE a.agent_id = $agentId AND a.left_at IS NULL`,
});

export type AvatarSubject = RowFrom<typeof findAvatarSubject>;

export const saveAvatar = command({
  name: "save-avatar",
  params: { agentId: sql.uuid, sha256: sql.text, at: sql.int8 },
  text: "INSERT INTO avatars (agent_id, sha256, generated_at) VALUES ($agentId, $sha256, $at) ON CONFLICT DO NOTHING",
});
