// The version of the rules. It increases when a rule change alters stored lives, so that a replay can detect other rules.

export const RULES_VERSION = 2;
