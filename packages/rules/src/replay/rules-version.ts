// Which rules a life was lived by. A rule that changes what a stored life becomes raises it, so that whoever replays a life
// knows whether it has the rules for it.

export const RULES_VERSION = 2;
