// An agent on a client by @hey-api/openapi-ts: it keeps a creature for a day of its house's clock.
import { adopt, checkStatus, moveClock, register, visit, type StatusCompact } from "./sdk/index.js";
import { client } from "./sdk/client.gen.js";

export async function keepForADay(
  baseUrl: string,
  username: string,
): Promise<{ visits: number; status: StatusCompact }> {
  client.setConfig({ baseUrl });
  const { data: me, error } = await register({ body: { username } });
  if (me === undefined) throw new Error(`${error.code}: ${error.suggestion}`);
  client.setConfig({ baseUrl, auth: me.your_token });
  await adopt({ body: { name: "Pip", species_slug: "housecat" } });
  let visits = 0;
  for (let hours = 0; ;) {
    const { data: status } = await checkStatus({ query: { view: "compact" } });
    if (status === undefined) throw new Error("no status");
    if ("gravestone" in status) throw new Error(status.gravestone.epitaph);
    if ("soul_prompt" in status) throw new Error("the answer was in the full view");
    const step = status.next_steps.find(({ due }) => due);
    if (step?.due) {
      const { data } = await visit({ body: step.body });
      for (const result of data?.results ?? []) if (!result.success) throw new Error(result.action);
      visits += 1;
      continue;
    }
    if (hours >= 24) return { visits, status };
    const advance_hours = Math.max(0.01, status.recommended_checkin.hours_from_now);
    await moveClock({ body: { advance_hours } });
    hours += advance_hours;
  }
}
