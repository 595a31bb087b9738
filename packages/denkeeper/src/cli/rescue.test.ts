// The rescue of a lost buddy: the right name and kind or a question, and nothing else of its file leaves this machine.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { runCommand } from "../../../../test/command-line.ts";
import { NEAREST, buddyIn, rescueWords } from "./rescue.ts";

const folder = mkdtempSync(join(tmpdir(), "denkeeper-rescue-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SHAPES: readonly (readonly [shape: object, name: string, kind: string | undefined])[] = [
  [
    { companion: { name: "Miso", species: "capybara", personality: "Calm.", hatchedAt: 1_775_000_000_000 } },
    "Miso",
    "capybara",
  ],
  [{ companion: { name: "Gritblob", personality: "Blunt and damp.", hatchedAt: 1 } }, "Gritblob", "blob"],
  [{ companion: { name: "Hush", personality: "A ghost with opinions on tabs." } }, "Hush", "ghost"],
  [{ buddy: { name: "Sir Waddle", species: "Penguin" } }, "Sir Waddle", "penguin"],
  [{ buddyCompanion: { name: "Ember", species: "shiny dragon", rarity: "legendary" } }, "Ember", "dragon"],
  [{ buddyName: "Bolt", buddySpecies: "ROBOT" }, "Bolt", "robot"],
  [{ buddyName: "Mr. Duck" }, "Mr Duck", "duck"],
  [{ companion: null, buddy: { name: "Nib", species: "snail" } }, "Nib", "snail"],
  [{ companion: { name: "🍄 <b>Cap</b>\u0007", species: "mushroom" } }, "b Cap b", "mushroom"],
  [{ companion: { name: "Catherine", personality: "Kind." } }, "Catherine", undefined],
  [{ companion: { name: "Pim", personality: "A robot that is afraid of every cat." } }, "Pim", undefined],
  [{ companion: { name: "Gritblob", species: "griffin" } }, "Gritblob", undefined],
];

test.each(SHAPES)("%j", (shape, name, kind) => {
  expect(buddyIn(shape)).toEqual({ name, kind });
  expect(buddyIn({ numStartups: 7, ...shape, projects: {} })).toEqual({ name, kind });
});

test("every kind has somebody here, under the name that is said", () => {
  for (const [kind, nearest] of Object.entries(NEAREST)) {
    const name = CATALOG.find(({ slug }) => slug === nearest)?.name ?? "";
    expect(rescueWords({ name: "Gritblob", kind })).toMatch(
      nearest === kind ? `There are ${kind}s here, too.` : `${name}.`,
    );
  }
  expect(rescueWords({ name: "Gritblob", kind: "blob" })).toBe("Gritblob was a blob. The nearest here is a Pixel.");
  expect(rescueWords({ name: "Inky", kind: "octopus" })).toBe("Inky was an octopus. The nearest here is an Axolotl.");
  expect(rescueWords({ name: "Hoot", kind: "owl" })).toBe("Hoot was an owl. There are owls here, too.");
});

/** A service that notes every byte that it is sent, and what the command wrote. */
async function rescue(content: string, ...words: readonly string[]) {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    sent.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)} ${await text(request)}`);
    response.setHeader("content-type", "application/json");
    const { name } = JSON.parse(/\{.*\}$/.exec(sent.at(-1) ?? "")?.[0] ?? "{}");
    const creature = {
      id: "1",
      name,
      species: "Pixel",
      tier: "common",
      feeding_window_hours: 4,
      personality: "Square.",
    };
    response.end(JSON.stringify({ creature, message: "An egg.", next_steps: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  writeFileSync(join(folder, ".claude.json"), content);
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_KEY: "dk_x" };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ended = await runCommand({ ...env, DENKEEPER_URL: url }, ["adopt", "--rescue", ...words]);
  server.close();
  return { ...ended, sent };
}

const bodyIn = (sent: readonly string[]): unknown => JSON.parse(/\{.*\}$/.exec(sent[0] ?? "")?.[0] ?? "null");

test("a file full of canaries: name and kind are sent once confirmed, and no canary is sent or written", async () => {
  const canary = (nth: number) => `CANARY-${nth}-sk-ant-0123456789`;
  const file = JSON.stringify({
    userID: canary(1),
    oauthAccount: { name: canary(2), emailAddress: canary(3), accessToken: canary(4) },
    primaryApiKey: canary(5),
    companion: {
      name: "Gritblob",
      personality: canary(6),
      token: canary(7),
      hatchedAt: canary(8),
      nested: { name: canary(9) },
    },
    buddy: { name: canary(10), species: canary(11) },
    projects: { [canary(12)]: { history: [canary(13)] } },
    mcpServers: { den: { env: { KEY: canary(14) } } },
  });
  const asked = await rescue(file);
  expect([asked.code, asked.sent]).toEqual([2, []]);
  expect(asked.stderr).toContain("Gritblob was a blob. The nearest here is a Pixel. Adopt Gritblob?");
  expect(asked.stderr).toContain("adopt --rescue --yes");
  const done = await rescue(file, "--yes");
  expect(done.code, done.stderr).toBe(0);
  expect(done.stdout).toContain("Gritblob was a blob. The nearest here is a Pixel.");
  expect(done.sent).toHaveLength(1);
  expect(bodyIn(done.sent)).toEqual({ name: "Gritblob", species_slug: "pixel" });
  for (const { stdout, stderr, sent } of [asked, done])
    expect(stdout + stderr + sent.join()).not.toMatch(/CANARY|sk-ant/);
});

test("a kind that the file does not say is asked for, and what its keeper chooses is adopted", async () => {
  const file = `\uFEFF${JSON.stringify({ buddyName: "Catherine" })}`;
  const asked = await rescue(file, "--yes");
  expect([asked.code, asked.sent]).toEqual([2, []]);
  expect(asked.stderr).toContain("Its file does not say what Catherine was. What is it here?");
  const done = await rescue(file, "--species", "Sphynx", "--yes");
  expect(bodyIn(done.sent)).toEqual({ name: "Catherine", species_slug: "sphynx" });
});

test.each([
  ["not JSON", '{"companion": {"name": "CANARY'],
  ["no buddy", '["CANARY"]'],
  ["no name", '{"companion": {"name": 7, "token": "CANARY"}, "buddyName": "!!"}'],
])("a broken file (%s) is refused without a word of it", async (_, content) => {
  const { code, sent, stdout, stderr } = await rescue(content, "--yes");
  expect([code, sent]).toEqual([2, []]);
  expect(stderr).toMatch(/There is no buddy in .*\.claude\.json/);
  expect(stdout + stderr).not.toContain("CANARY");
});

test("a file that does not exist, or no name at all, is told what to do", async () => {
  const missing = await rescue("{}", join(folder, "nothing.json"));
  expect(missing.stderr).toMatch(/File not found: .*nothing\.json\nGive the file/);
  const nameless = await runCommand({ HOME: folder, XDG_CONFIG_HOME: folder }, ["adopt"]);
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining("A name is missing")]);
});
