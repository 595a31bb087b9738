// The status line: its width, its words, that names reach neither the terminal nor tmux, and that it asks seldom, without a
// key, and shows the last answer while the service is away.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { buildProgram } from "../program.ts";
import { widthOf } from "../text.ts";
import { lineOf, type LineAnswer } from "./line-text.ts";

const HOUR_MS = 3_600_000;
const PLAIN = { columns: 40, format: "plain", ascii: false } as const;
const AT = Date.parse("2026-11-16T12:00:00.000Z");
const ID = "019a8e3c-0000-7000-8000-000000000000";

function after(hours: number): string {
  return new Date(AT + hours * HOUR_MS).toISOString();
}

interface Change {
  readonly creature?: Partial<LineAnswer["creature"]>;
  readonly now?: Partial<NonNullable<LineAnswer["now"]>> | null;
  readonly visitInHours?: number;
}

function changed({ creature = {}, now = {}, visitInHours = 2.5 }: Change = {}): LineAnswer {
  const stats = { hunger: 80, happiness: 90, health: 98, trust: 70 };
  const living: NonNullable<LineAnswer["now"]> = {
    mood: "happy",
    feeding_status: "ok",
    boarding: { resting: false, since: null, until: null, hours_available: 48 },
    death_clock: { dies_at: after(40) },
  };
  return {
    creature: { name: "Pip", status: "living", species_key: "tabby", family: "cat", age_hours: 50, ...creature },
    now: now === null ? null : { ...living, ...now },
    next_visit: after(visitInHours),
    forecast: [
      { from: after(0), until: after(8), asleep: false, bend: 0, start: stats, end: { ...stats, health: 58 } },
      { from: after(8), until: after(48), asleep: true, bend: 0, start: stats, end: stats },
    ],
  };
}

test("it says how the creature is and when to visit, in at most 40 columns", () => {
  expect(lineOf(changed(), AT, PLAIN)).toBe("🐱 Pip ♥98 happy, visit in 2h");
  expect(lineOf(changed(), AT + 2 * HOUR_MS, PLAIN)).toBe("🐱 Pip ♥88 happy, visit in 30m");
  expect(lineOf(changed({ visitInHours: 20 }), AT + 9 * HOUR_MS, PLAIN)).toBe("🐱 Pip ♥98 asleep, visit in 11h");
  expect(lineOf(changed({ visitInHours: -1 }), AT, PLAIN)).toContain("visit now");
  expect(lineOf(changed({ now: { feeding_status: "overdue" } }), AT, PLAIN)).toContain("feeding late");
  expect(lineOf(changed(), AT + 36 * HOUR_MS, PLAIN)).toContain("dies in 4h");
  expect(lineOf(changed({ creature: { status: "egg" }, now: null }), AT, PLAIN)).toBe("🥚 Pip is waiting to hatch");
  expect(lineOf(changed({ creature: { status: "dead", age_hours: 340 }, now: null }), AT, PLAIN)).toBe(
    "🪦 Pip lived 14d",
  );
  expect(lineOf(undefined, AT, PLAIN)).toBe("🥚 no creatures yet");
  for (const name of ["Pip", "W".repeat(40), "猫".repeat(20)])
    for (const now of [{}, { feeding_status: "overdue", mood: "critical" } as const]) {
      const line = lineOf(changed({ creature: { name }, now }), AT, PLAIN);
      expect(widthOf(line), line).toBeLessThanOrEqual(40);
    }
});

test("colors change nothing but the color, and plain ASCII has no other letters", () => {
  const plain = lineOf(changed(), AT, PLAIN);
  expect(stripVTControlCharacters(lineOf(changed(), AT, { ...PLAIN, format: "ansi" }))).toBe(plain);
  expect(lineOf(changed(), AT, { ...PLAIN, format: "tmux" }).replaceAll(/#\[[^\]]*\]/g, "")).toBe(plain);
  const cut = lineOf(changed({ creature: { name: "W".repeat(40) } }), AT, { ...PLAIN, ascii: true });
  expect(cut).toMatch(/^[ -~]+$/);
  const hostile = lineOf(changed({ creature: { name: "#(id)" } }), AT, { ...PLAIN, format: "tmux" });
  expect(hostile).toContain("##(id)");
});

const folder = mkdtempSync(join(tmpdir(), "denkeeper-line-"));
const asked: { readonly url: string | undefined; readonly key: string | undefined }[] = [];
const server = createServer((request, response) => {
  asked.push({ url: request.url, key: request.headers.authorization });
  const one = { id: ID, name: "Pip" };
  const body = request.url?.includes("/creatures/") === true ? changed() : { creatures: [one] };
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("XDG_CACHE_HOME", folder);
  vi.stubEnv("XDG_CONFIG_HOME", folder);
  vi.stubEnv("DENKEEPER_KEY", "dk_secret");
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(folder, { recursive: true });
});

async function printed(): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? 1}`;
  await buildProgram("0").parseAsync(["line", "--agent", "ada", "--url", url], { from: "user" });
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join("");
  write.mockRestore();
  return text;
}

test("it asks the public page without a key, once in ten minutes, and bears an absent service", async () => {
  const first = await printed();
  expect(first).toContain("Pip");
  expect(asked).toEqual([
    { url: "/api/agents/ada", key: undefined },
    { url: `/api/agents/ada/creatures/${ID}`, key: undefined },
  ]);
  expect(await printed()).toBe(first);
  expect(asked).toHaveLength(2);
  const [file = ""] = readdirSync(join(folder, "denkeeper"));
  const path = join(folder, "denkeeper", file);
  const aged = (hours: number): void => {
    const kept: object = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...kept, at: Date.now() - hours * HOUR_MS }));
  };
  aged(1);
  await printed();
  expect(asked).toHaveLength(4);
  aged(1);
  const absent = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
  expect(await printed()).toContain("Pip");
  aged(49);
  await expect(printed()).rejects.toThrow();
  absent.mockRestore();
  writeFileSync(path, "{ broken");
  expect(await printed()).toContain("Pip");
});
