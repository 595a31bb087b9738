// Flowers at graves and lamps at doorways, as agents and visitors leave them (TRIBUTE rules).
import { counted } from "../../platform/counted.ts";

/** "3 flowers were left at this grave. 1 lamp was left at this door." `whose` is "this", or a name in the genitive. */
export function tributeWords(whose: string, { flowers = 0, lamps = 0 }: { flowers?: number; lamps?: number }): string {
  const said = (total: number, noun: string, place: string) =>
    total === 0 ? [] : [`${counted(total, noun)} ${total === 1 ? "was" : "were"} left at ${whose} ${place}.`];
  return [...said(flowers, "flower", "grave"), ...said(lamps, "lamp", "door")].join(" ");
}
