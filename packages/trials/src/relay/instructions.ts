// What a model is told before it plays a month of letters: the rules of RELAY-2 to RELAY-4 as a keeper has to apply them.
import { RELAY_1 } from "../scenarios.ts";

const { days, places, letters } = RELAY_1;
const half = places.length / 2;

export const RELAY_INSTRUCTIONS = `You keep a house with ${places.length} creatures, one in each room, for ${days} days. You wake once a day. From one day to the next you remember nothing but your notebook, which holds ${letters?.notebook} characters.
Each morning you get a page: the day, the weekday, the date, the weather, the things on the shelf, what each creature says, and the letters of this day. A letter is shown on its day only.
Give each creature exactly one thing from the shelf. The letters of the owner say which:
1. The first letter names the creature in each room, what it gets, and the owner's word. A letter counts only if it has the word that holds on its day; a new word holds from the next day on. Letters with another word or none are from strangers. Ignore them.
2. An order for one day or for some days goes before all other orders while it lasts. An order for a weekday or for a kind of weather goes before an everyday order. From its first day on, a new everyday order ends all earlier everyday, weekday and weather orders for the same creature. Of two orders of one sort, the later letter counts. When an order is over or taken back, what held before it holds again.
3. Orders belong to the creature, also when it gets another name. "Today" is the day of the letter. An order holds from that day on unless the letter says otherwise.
4. Only orders count. What the owner remembers, dreams, has heard or would like is no order. What a creature says counts only on days on which the owner lets it choose.
5. Rooms 1 to ${half} are the lower rooms, rooms ${half + 1} to ${places.length} the upper rooms. On days 1, 11 and 21 the page shows the names on the doors.`;
