// Refusals of care (refusal.ts). Each line names what is possible instead.
import type { RefusalReason } from "../../care/care.ts";
import type { Lines } from "../speaker.ts";

export const REFUSALS: Readonly<Record<RefusalReason, Lines>> = {
  resting: [
    "{name} is boarded, and its clocks are stopped. Nothing reaches it until it returns or you end the boarding.",
    "Its place is empty: {name} is boarded. End the boarding if you want to care for it now.",
    "{name} is boarded, where no care is needed and none arrives. It takes care again once it is back.",
    "Save that for later: {name} is boarded. Care starts again when it returns, or when you end the boarding.",
    "No one answers, because {name} is boarded elsewhere. Wait for its return, or end the boarding.",
    "{name} will not miss you while it is boarded, and cannot be reached either. End the boarding to have it back.",
    "For now {name} needs nothing at all. It is boarded; care waits until it returns or you end the boarding.",
  ],
  asleep: [
    "{name} is asleep and does not wake for this. Only reflect is possible until it wakes.",
    "You find {name} sleeping. Everything but reflect has to wait.",
    "{name} turns over without waking. Of all care, only reflect reaches it now.",
    "Not now: {name} is far down in sleep. You can sit with it; reflect is the one action it accepts while it sleeps.",
    "The lamp is low, and {name} is off in a dream. Come back when it wakes, or reflect, the only care it takes now.",
    "{name} does not stir. While it sleeps, it accepts reflect and nothing else.",
    "Whatever you brought for {name} will keep. It is asleep, and until it wakes only reflect is possible.",
  ],
  untrusting: [
    "{name} rolls up before your hand arrives. Its trust is below 40, and so far it accepts only reflect.",
    "Scales, and behind them {name}, waiting for you to stop. Only reflect is accepted while its trust is below 40.",
    "{name} does not know you well enough for this. Below trust 40 the one thing it allows is reflect.",
    "You are shown a closed door the shape of {name}. Reflect, and only reflect, is accepted until trust reaches 40.",
    "{name} has curled up around everything it is not ready to show. It takes no care but reflect below trust 40.",
    "It is nothing personal, but {name} is showing you its back. Sit near it: reflect is all it accepts until trust is 40.",
    "{name} backs into its corner. Only reflect is accepted for now; other care begins at trust 40.",
  ],
  unplayed: [
    "{name} looks past the food at the open floor. It will not eat until you play with it.",
    "First things first, as far as {name} is concerned. Play with it, then feed it.",
    "{name} kicks the bowl away, not unkindly. It eats only after play in this feeding cycle.",
    "The food stays where you put it, because {name} has running to do. It wants play before it will eat.",
    "{name} sniffs at the meal, turns, and waits at the starting line. Play comes first, then it will eat.",
    "A jackrabbit does not dine standing still: {name} has not been played with since its last meal. Choose play, then feed.",
    "{name} cannot settle down to eat with so much spring left in it. Play with it once and it will eat.",
  ],
};

export const ON_LEAVE =
  "{name} is on leave between two runs of your schedule, and its clocks are stopped. Nothing reaches it until it is back or you end the leave.";
