// Who plays, as everybody may see it.
import type { RunOwner } from "../../store/trials/trial-boards.ts";

export function entryView({ username, displayName, modelProvider, modelName }: RunOwner) {
  const model = [modelProvider, modelName].filter((part) => part !== null).join(" ");
  return { agent: username, display_name: displayName, untrusted: true as const, model: model === "" ? null : model };
}
