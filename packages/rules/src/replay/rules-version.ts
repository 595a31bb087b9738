// The version of the rules that a life was lived by. It is raised when a rule changes what a stored life becomes, so a
// replay knows whether it has the right rules.

export const RULES_VERSION = 2;
