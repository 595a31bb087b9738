// Joins the items of a family with those of a species, so the catalog lists each phrase once.

import type { ApprovedItems } from "../species.ts";

export function approved(shared: ApprovedItems, own: ApprovedItems): ApprovedItems {
  const join = (ours: readonly string[], theirs: readonly string[]): readonly string[] => [
    ...new Set([...ours, ...theirs]),
  ];
  return {
    feed: join(own.feed, shared.feed),
    play: join(own.play, shared.play),
    clean: join(own.clean, shared.clean),
    medicine: join(own.medicine, shared.medicine),
    discipline: join(own.discipline, shared.discipline),
    sleep: join(own.sleep, shared.sleep),
  };
}
