// Who keeps the graves and the species of those who have left. Nobody can register under this name.
import { agentIdOf } from "./agent-id.ts";

export const NEUTRAL_NAME = "those-who-left";
export const NEUTRAL_ID = agentIdOf(NEUTRAL_NAME);
