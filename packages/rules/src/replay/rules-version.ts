// The version of the rules. It is raised when a change of a rule changes stored lives, so a replay can detect other rules.

export const RULES_VERSION = 2;
