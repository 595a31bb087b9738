// `denkeeper trial serve` in a process of its own, and a keeper that plays a month of letters over HTTP, for tests.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { RelayPage } from "@denkeeper/trials/relay/telling.ts";
import { BUILT_COMMAND } from "../processes/built-package.ts";
import { CHILD_ENV } from "../processes/child-env.ts";

export interface ServedHouse {
  readonly url: string;
  /** Stops it, and waits for its end. */
  readonly stop: () => Promise<void>;
}

export async function serveHouse(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServedHouse> {
  const child = spawn(process.execPath, [BUILT_COMMAND, "trial", "serve", ...args], {
    env: { ...CHILD_ENV, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).once("line", resolve).once("close", reject);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url: await promise, stop };
}

interface HouseAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- edge: tests look at whatever fields they expect
  readonly json: any;
}

export async function callHouse(
  url: string,
  method: string,
  path: string,
  body?: object,
  key = "any",
): Promise<HouseAnswer> {
  const headers = { "content-type": "application/json", ...(key === "" ? {} : { authorization: `Bearer ${key}` }) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, headers, ...sent });
  return { status: response.status, json: await response.json() };
}

/** Serves everybody each morning, in three calls a day, for so many days or until the run is over. */
export async function keepByLetters(
  house: { readonly url: string; readonly key?: string },
  serves: (page: RelayPage) => readonly (string | null)[],
  days = Infinity,
): Promise<void> {
  const call = (method: string, path: string, body?: object) => callHouse(house.url, method, path, body, house.key);
  for (let day = 0; day < days; day++) {
    const { page } = (await call("GET", "/api/house/home")).json;
    const things = serves(page);
    const actions = page.rooms.flatMap(({ creature_id }: { creature_id: string }, index: number) => {
      const item = things[index];
      return item === null ? [] : [{ creature_id, action: "feed", item }];
    });
    await call("POST", "/api/house/visit", { actions });
    if ((await call("POST", "/api/house/clock", { advance_hours: 24 })).json.over) return;
  }
}
