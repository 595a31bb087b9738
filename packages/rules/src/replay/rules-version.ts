// The version of the rules, which increases when a change alters stored lives, so that a replay can detect other rules.

export const RULES_VERSION = 2;
