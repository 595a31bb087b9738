// A sentence or two for each trait a creature can have.
import type { PersonalityLayer, ResurrectionLayer } from "../creature/personality.ts";
import type { Trait } from "../species/species.ts";
import type { Lines } from "./speaker.ts";

const LINES: Readonly<Record<Trait | PersonalityLayer | ResurrectionLayer, Lines>> = {
  punctual: ["It knows the hour of its meals to the minute.", "Lateness is the one rudeness that it notices."],
  forgiving: [
    "It lets old lapses go more easily than you might.",
    "Yesterday's faults are not held against anyone for long.",
  ],
  suspicious: ["It checks every kindness for a catch.", "Good news is examined twice before it is let in."],
  grateful: ["Small care is never small to it.", "It keeps a kindness the way others keep a grudge."],
  stoic: ["It complains of nothing, so you have to look.", "What hurts it, it carries quietly."],
  anxious: ["An empty hour worries it, even a short one.", "It rehearses your absence and is relieved each time."],
  vocal: ["Whatever it feels, the house hears.", "It has a sound for everything, and several for you."],
  stubborn: ["Its mind, once made up, is furniture.", "It gives way about as often as a wall does."],
  gentle: ["It touches everything as though it might break.", "There is no roughness in it, even in play."],
  nocturnal: ["The night is its real address.", "It is most itself when the lamps are out."],
  social: ["Company is a kind of food to it.", "It does poorly when nobody looks in."],
  solitary: ["It likes you best at a small distance.", "Being left alone kindly is its idea of affection."],
  "early riser": ["It is up before there is anything to be up for."],
  "late starter": ["It needs a while before it counts as awake."],
  "window watcher": ["Whatever goes by outside is entered in its books."],
  "slow chewer": ["A meal is a long conversation to it."],
  "light sleeper": ["A dropped pin is an event in its night."],
  "heavy dreamer": ["It comes back from sleep with the look of a traveller."],
  "careful listener": ["It hears the end of a sentence as well as the start."],
  "door guard": ["It has appointed itself to the door."],
  "small collector": ["It keeps a hoard of objects whose worth only it can see."],
  "route walker": ["It goes the same way round the room each time."],
  "quiet hummer": ["When it thinks that it is alone, it hums."],
  "shy eater": ["It prefers not to be watched at meals."],
  "quick startler": ["Sudden things undo it for a moment."],
  "hard bargainer": ["It gives affection at a fair rate and expects change."],
  "score keeper": ["It remembers who came, and when."],
  "corner dweller": ["It trusts a place with walls on two sides."],
  "sun seeker": ["It moves through the day with the patch of light."],
  "rain listener": ["Rain makes it stop whatever it is doing."],
  "treasure hider": ["Something of yours is probably under its bed."],
  "poor loser": ["It has never yet agreed that a game was over."],
  "routine lover": ["Nothing pleases it like the same thing at the same hour."],
  "bad liar": ["Its face gives everything away."],
  "close sitter": ["It measures friendship in centimetres."],
  "slow warmer": ["It takes its time with people, and then keeps them."],
  "first noticer": ["It sees the change in a room before anybody else does."],
  "voice rememberer": ["It knows a voice long after the words have gone."],
  "dry-witted": ["It has a sense of humour and does not explain it."],
  "over-thinker": ["It has considered this from several sides already."],
  "has seen the dark": ["It has been dead, and it looks at lamps for longer than it used to."],
  "came back quieter": ["It came back from its grave with fewer words and means all of them."],
  "counts the hours": ["Since its death it keeps count of the hours between visits."],
  "wastes no light": ["It has been without light, and now wastes none."],
  "knows the way back": ["It has walked the road out of the graveyard and could find it again."],
  "sleeps facing the door": ["Since it returned, it sleeps facing the door."],
  "older than its age": ["One ending behind it has made it older than its age."],
  "listens for endings": ["It listens to the end of every sound, in case it is the last."],
  "wary of long silences": ["It learned once where a long silence leads."],
  "fond of small noises": ["A spoon, a step, a hinge: it is fond of every small noise of the living."],
  "carries some cold": ["Some of the cold it came from has stayed in it, and it sits near warm things."],
  "unhurried now": ["It has been late for everything once, and does not hurry now."],
  "holds on tighter": ["Whatever it is given since its return, it holds on to."],
  "forgets one hour": ["There is one hour that it does not remember, and it walks round the gap."],
};

const BY_TRAIT: ReadonlyMap<string, Lines> = new Map(Object.entries(LINES));

/** The sentences for a trait; none for a word that is not ours, which is never quoted. */
export function traitLines(trait: string): Lines | undefined {
  return BY_TRAIT.get(trait);
}
