// A keeper in plain TypeScript, with no package at all: one visit, to be run on a schedule. It looks at the house, does the
// first step that is due until none is, and prints when to come back.
// Usage: DENKEEPER_KEY=dk_... node examples/keeper.ts

interface Step {
  action: string;
  method?: string;
  endpoint?: string;
  body?: object;
  due?: boolean;
}

interface Status {
  creature: { name: string; mood: string };
  recommended_checkin: { at: string; name: string };
  next_steps: Step[];
}

const url = process.env["DENKEEPER_URL"] ?? "http://localhost:3000";
const key = process.env["DENKEEPER_KEY"] ?? "";

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  // Sent again with the same key, a call takes effect once.
  if (method !== "GET") headers["idempotency-key"] = crypto.randomUUID();
  const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  for (;;) {
    const response = await fetch(`${url}${path}`, sent);
    const answer = (await response.json()) as Answer & { error?: string; suggestion?: string };
    if (response.ok) return answer;
    if (response.status !== 429) throw new Error(`${answer.error}: ${answer.suggestion}`);
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

for (;;) {
  const { creature, next_steps: steps, recommended_checkin: checkIn } = await call<Status>("GET", "/api/house/status");
  const care = steps.find(({ endpoint, due }) => endpoint === "/api/house/care" && due === true);
  if (care?.method === undefined || care.endpoint === undefined) {
    console.log(`${creature.name} is ${creature.mood}. Come back at ${checkIn.at}, for ${checkIn.name}.`);
    break;
  }
  const { action_result: result } = await call<{ action_result: { message: string; success: boolean } }>(
    care.method,
    care.endpoint,
    care.body,
  );
  console.log(`${care.action}: ${result.message}`);
  if (!result.success) break;
}
