// Tests `denkeeper mcp` over stdio with both SDK generations against the hosted server.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, describe, expect, test } from "vitest";
import { BUILT_COMMAND } from "../../../../test/processes/built-package.ts";
import { zoneAt } from "../../../../test/den.ts";
import { freshUsername, houseForFile } from "../../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
  // The type is `any` because each test's expectations check the content.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly structuredContent?: any;
}

interface Connected {
  call(name: string, args: Record<string, unknown>): Promise<Result>;
  list(): Promise<readonly string[]>;
  close(): Promise<void>;
}

function newHome(): string {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-mcp-"));
  folders.push(folder);
  return folder;
}

function started(home: string, url: string, options: readonly string[] = []) {
  const { PATH = "" } = process.env;
  const env = { PATH, HOME: home, XDG_CONFIG_HOME: home, DENKEEPER_URL: url };
  return { command: process.execPath, args: [BUILT_COMMAND, "mcp", ...options], env };
}

const INFO = { name: "test", version: "1.0.0" };

async function today(home: string, url = house.url): Promise<Connected> {
  const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport(started(home, url)));
  return {
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

async function of2025(home: string, url = house.url): Promise<Connected> {
  const client = new OldClient(INFO);
  await client.connect(new OldStdioClientTransport(started(home, url)));
  return {
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

test("mcp --tools care offers ten tools", async () => {
  const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport(started(newHome(), house.url, ["--tools", "care"])));
  expect((await client.listTools()).tools.length).toBe(10);
  await client.close();
});

describe.each([
  ["a client of a 2026 revision", today],
  ["a client of a 2025 revision", of2025],
] as const)("%s", (_, connect) => {
  test("a client raises an adult over stdio, and the bridge saves the key", async () => {
    const home = newHome();
    const client = await connect(home);
    expect(await client.list()).toContain("check_status");
    const call = async (name: string, args: Record<string, unknown> = {}): Promise<Result["structuredContent"]> => {
      const result = await client.call(name, args);
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
      return result.structuredContent;
    };
    const username = freshUsername("test");
    const registered = await call("register", { username, timezone: zoneAt(9) });
    const file = join(home, "denkeeper", "default.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url: house.url, username, key: registered.your_token });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await call("adopt", { name: "Pip", species_slug: "housecat" });
    let stage = "egg";
    for (let visits = 0; visits < 400 && stage !== "adult"; visits++) {
      const { creature, next_steps: steps, recommended_checkin: checkIn } = await call("check_status");
      ({ stage } = creature);
      const due = steps.find((step: { due?: boolean }) => step.due === true);
      if (due === undefined) await call("move_clock", { advance_hours: Math.max(0.01, checkIn.hours_from_now) });
      else await call(due.tool, due.arguments);
    }
    expect(stage).toBe("adult");
    await client.close();
  });

  test("the bridge sends the saved key and rejects a second registration", async () => {
    const home = newHome();
    const first = await connect(home);
    await first.call("register", { username: freshUsername("test") });
    await first.close();
    const later = await connect(home);
    expect((await later.call("adopt", { name: "Pip" })).structuredContent.creature.name).toBe("Pip");
    const again = await later.call("register", { username: freshUsername("test") });
    expect(again.isError).toBe(true);
    expect(again.content[0]?.text).toContain("already registered");
    await later.close();
  });

  test("mcp reports an unreachable service", async () => {
    await expect(connect(newHome(), "http://127.0.0.1:9")).rejects.toThrow(/Cannot reach http:\/\/127\.0\.0\.1:9/);
  });
});
