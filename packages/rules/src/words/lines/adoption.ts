// Sentences about adoption, release, and resurrection (adoption.ts).
import type { EvolutionPath, Stage } from "../../creature/creature.ts";
import type { Lines } from "../speaker.ts";

export const ADOPTIONS: Lines = [
  "The egg is yours. Inside is {name}, {kind}, and from now on somebody is expecting you.",
  "{name} comes home as an egg: {kind}, though it does not look it yet.",
  "You have taken in {name}. The egg is warm, the house is quiet, and nothing has gone wrong yet.",
  "An egg, a name, a place to put it: that is all there is of {name} today, and it is enough.",
  "{name} has been carried over the threshold. It weighs about as much as a promise.",
  "This egg belonged to nobody. Now it is {name}, and it is yours to keep alive.",
];

export const RELEASES: Lines = [
  "{name} stands in the open door for a while, and then the door is empty. It is alive, and it is no longer yours.",
  "You let {name} go. It took nothing with it and left no gravestone.",
  "{name} looked back once, at the corner. There is no grave, because nobody died.",
  "The house has one fewer to look after. {name} has gone its own way, alive.",
  "{name} is released. Somewhere out there it is finding out what to do with a whole day.",
  "You opened your hands, and {name} considered it, and went. Its history stays with you.",
];

export const RESURRECTIONS: Lines = [
  "{name} stirs, which nobody expected of it. It is back, thinner and a little changed.",
  "The stone stays, but {name} has gotten up from under it. Its clocks start again now.",
  "{name} looks at you for a long time before it is sure. Some of its trust you will have to earn again.",
  "Where there was only a name on a stone, there is {name} again. It is at half its strength and needs you on time.",
  "{name} has come back. It brought something with it that it does not show.",
  "Cold first, then warm: {name} is alive again, and its gravestone is marked as one that did not hold.",
];

export const HINTS: Readonly<Record<EvolutionPath, string>> = {
  high_care:
    "Heading for high_care, which takes a consistency of 90 or more at adulthood: keep feeding it while its feeding window is open.",
  balanced:
    "Heading for balanced, the path for a consistency from 50 to 89: every on-time feeding raises it, and 90 or more at adulthood leads to high_care.",
  low_care:
    "Heading for low_care, the path for a consistency below 50: feed it on time to raise that. At 50 or more, the path is balanced.",
  rescue:
    "Heading for rescue: care brought it back from health below 20, so it stays on that path whatever its consistency.",
};

export const WHEN_GROWN: Readonly<Record<Exclude<Stage, "adult">, string>> = {
  egg: "It has to hatch first; it can become an adult 120 hours later.",
  baby: "It becomes a child at 24 hours and can become an adult at 120.",
  child: "It becomes a teen at 72 hours and can become an adult at 120.",
  teen: "It becomes an adult at 120 hours with a consistency of 50 or more, and at 168 hours at the latest.",
};
