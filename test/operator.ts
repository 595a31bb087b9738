// An operator for tests: signs in with a key and fills in the moderation form.
import { ADMIN_KEY, type House } from "./harness.ts";

export interface Operator {
  readonly cookie: string;
  get(query?: string): Promise<Response>;
  post(path: string, fields: Record<string, string>): Promise<Response>;
  /** What the house said to an act: done, already, unknown, unrecoverable, reason. */
  act(act: string, subject: string, reason: string): Promise<string>;
}

export function sendForm(
  house: House,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${house.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: house.url, ...headers },
    redirect: "manual",
  });
}

export async function operatorOf(house: House, key = ADMIN_KEY): Promise<Operator> {
  const entered = await sendForm(house, "/admin/session", { key });
  const cookie = entered.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const post = (path: string, fields: Record<string, string>) => sendForm(house, path, fields, { cookie });
  return {
    cookie,
    get: (query = "") => fetch(`${house.url}/admin${query}`, { headers: { cookie }, redirect: "manual" }),
    post,
    async act(act, subject, reason) {
      const answer = await post("/admin/acts", { act, subject, reason });
      return new URL(answer.headers.get("location") ?? "", house.url).searchParams.get("done") ?? "";
    },
  };
}
