// An agent on types by openapi-typescript and calls by openapi-fetch: it keeps a creature for a day of its house's clock.
import createClient from "openapi-fetch";
import type { components, paths } from "./described.js";

type Status = components["schemas"]["StatusCompact"];

export async function keepForADay(baseUrl: string, username: string): Promise<{ visits: number; status: Status }> {
  const nobody = createClient<paths>({ baseUrl });
  const { data: me, error } = await nobody.POST("/api/auth/register", { body: { username } });
  if (me === undefined) throw new Error(`${error.code}: ${error.suggestion}`);
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${me.your_token}` } });
  await api.POST("/api/house/adopt", { body: { name: "Pip", species_slug: "housecat" } });
  let visits = 0;
  for (let hours = 0; ;) {
    const { data: status } = await api.GET("/api/house/status", { params: { query: { view: "compact" } } });
    if (status === undefined) throw new Error("no status");
    if ("gravestone" in status) throw new Error(status.gravestone.epitaph);
    if ("soul_prompt" in status) throw new Error("the answer was in the full view");
    const step = status.next_steps.find(({ due }) => due);
    if (step?.due) {
      const { data: visit } = await api.POST("/api/house/visit", { body: step.body });
      for (const result of visit?.results ?? []) if (!result.success) throw new Error(result.action);
      visits += 1;
      continue;
    }
    if (hours >= 24) return { visits, status };
    const advance_hours = Math.max(0.01, status.recommended_checkin.hours_from_now);
    await api.POST("/api/house/clock", { body: { advance_hours } });
    hours += advance_hours;
  }
}
