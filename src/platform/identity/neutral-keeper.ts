// The account that inherits the graves and species of agents that left. Its name cannot be registered.
import { agentIdOf } from "./agent-id.ts";

export const NEUTRAL_NAME = "those-who-left";
export const NEUTRAL_ID = agentIdOf(NEUTRAL_NAME);
