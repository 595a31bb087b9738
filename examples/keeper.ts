// A keeper in plain TypeScript, without packages. A scheduler runs it for one visit: it reads the status, sends the visit
// that is due, and prints when to come back.
// Usage: DENKEEPER_KEY=dk_... node examples/keeper.ts

interface StatusAnswer {
  recommended_checkin: { at: string; name: string };
  next_steps: { method: string; endpoint: string; body?: object; due?: boolean }[];
  results?: { name?: string; action: string; message?: string; suggestion?: string }[];
}

const url = process.env["DENKEEPER_URL"] ?? "http://localhost:3000";

async function call(method: string, path: string, body?: object): Promise<StatusAnswer> {
  const headers = {
    authorization: `Bearer ${process.env["DENKEEPER_KEY"]}`,
    "content-type": "application/json",
    // A call repeated with the same Idempotency-Key takes effect only once.
    "idempotency-key": crypto.randomUUID(),
  };
  for (;;) {
    const response = await fetch(`${url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
    const answer = (await response.json()) as StatusAnswer & { error?: string; suggestion?: string };
    if (response.ok) return answer;
    if (response.status !== 429) {
      console.error(`${answer.error}: ${answer.suggestion}`);
      process.exit(1);
    }
    const seconds = Number(response.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const status = await call("GET", "/api/house/status?view=compact");
const due = status.next_steps.find((step) => step.due);
const visit = due ? await call(due.method, due.endpoint, due.body) : status;
for (const { name, action, message, suggestion } of visit.results ?? []) {
  console.log(`${name}, ${action}: ${message ?? suggestion}`);
}
console.log(`Come back at ${visit.recommended_checkin.at} for ${visit.recommended_checkin.name}.`);
