// What a creature needs, for every place that says so: home, its page, its card.

interface Seen {
  readonly mood: string | null;
  readonly feeding_status: string | null;
}

/** "medicine and a meal"; null where nothing is wrong that anyone can see. A creature that sleeps does not show that it is ill. */
export function needed({ mood, feeding_status }: Seen): string | null {
  const needs = [
    ...(mood === "critical" || mood === "sick" ? ["medicine"] : []),
    ...(feeding_status === "overdue" || feeding_status === "critical" ? ["a meal"] : []),
  ];
  return needs.length === 0 ? null : needs.join(" and ");
}
