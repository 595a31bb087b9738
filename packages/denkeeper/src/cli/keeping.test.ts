// Tests the commands for recovery, sitters, export and replay, and deletion of the account.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand, startCommand } from "../../../../test/command-line.ts";
import { openDen } from "../../../../test/den.ts";
import { houseForFile } from "../../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const folder = mkdtempSync(join(tmpdir(), "denkeeper-keeping-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command. An empty key selects the profile's key. */
async function run(key: string, ...args: readonly string[]): Promise<{ code: number | null; out: string }> {
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_URL: house.url };
  const { code, stdout, stderr } = await runCommand(key === "" ? env : { ...env, DENKEEPER_KEY: key }, args);
  return { code, out: stdout + stderr };
}

test("replay accepts an exported life and rejects each tampered file", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "retriever" });
  await den.advance(3);
  await den.care("feed", id, { notes: "slurp" });
  await den.advance(60);
  await den.status(id);
  const file = join(folder, "life.jsonl");
  const exported = await run(den.key, "export", "--creature", id);
  expect(exported.code).toBe(0);
  writeFileSync(file, exported.out);
  const agreed = await run("", "replay", file);
  expect(agreed.out).toContain("The log and the outcome agree");
  expect(agreed.out).toContain("died of neglect");
  expect(agreed.code).toBe(0);

  const text = readFileSync(file, "utf8");
  const lies = [
    text.replace('"notes":"slurp"', '"notes":"burp"'),
    text.replace('"timing":"on_time"', '"timing":"early"'),
    text.replace('"cause":"neglect"', '"cause":"illness"'),
    text.split("\n").toSpliced(4, 1).join("\n"),
    text.slice(0, text.lastIndexOf('{"type":"end"')),
    "{}\n",
    "",
  ];
  for (const lie of lies) {
    expect(lie).not.toBe(text);
    const tampered = join(folder, "tampered.jsonl");
    writeFileSync(tampered, lie);
    const { code, out } = await run("", "replay", tampered);
    expect(code, out).toBe(1);
    expect(out).toContain("The file does not match the rules");
  }
  expect((await startCommand({}, ["replay", file])).code).toBe(0);
  expect((await startCommand({}, ["replay", join(folder, "none.jsonl")])).code).toBe(2);
});

test("recover saves a new key, and the same key when repeated", async () => {
  const me = await house.register();
  const first = await run("", "recover", me.recoveryCode);
  expect(first.code, first.out).toBe(0);
  const saved = () =>
    (JSON.parse(readFileSync(join(folder, "denkeeper", "default.json"), "utf8")) as { key: string }).key;
  const key = saved();
  rmSync(join(folder, "denkeeper"), { recursive: true });
  expect((await run("", "recover", me.recoveryCode)).code).toBe(0);
  expect(saved()).toBe(key);
  expect((await run(key, "sitters")).code).toBe(0);
  // rotate-key reports the number of active sitter keys.
  await run("", "adopt", "Pip");
  await run("", "sitters", "add", "Ada", "--hours", "1");
  expect((await run("", "rotate-key")).out).toContain("Sitter keys that still work: 1");
});

test("sitters are added, listed, and revoked; leaving needs confirmation", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const added = await run(den.key, "sitters", "add", "Ada", "--hours", "2", "--actions", "feed,play");
  const key = /dks_\w+/.exec(added.out)?.[0] ?? "";
  expect((await run(key, "status", "--creature", id)).code).toBe(0);
  expect((await run(key, "clean", "--creature", id)).out).toContain("Your key does not allow this call");
  expect((await run(den.key, "sitters")).out).toContain("Ada");
  const sitterId = /sitters revoke ([\w-]+)/.exec(added.out)?.[1] ?? "";
  expect((await run(den.key, "sitters", "revoke", sitterId)).code).toBe(0);
  expect((await run(key, "status")).code).toBe(3);

  const { username } = JSON.parse((await run(den.key, "whoami", "--json")).out) as { username: string };
  const leaving = ["api", "leave", `confirm_username=${username}`];
  const first = await run(den.key, ...leaving);
  expect(first.out).toMatch(/^creature id +name +alive +endpoint$/m);
  const confirmation = /confirmation +(\S+)/.exec(first.out)?.[1] ?? "";
  const second = await run(den.key, ...leaving, `confirmation=${confirmation}`);
  expect(second.out).toContain("your recovery code undoes it");
  expect((await run(den.key, "status")).code).toBe(3);
});
