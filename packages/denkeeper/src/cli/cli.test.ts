// Tests the command line against the real service. Tests that need a shell, signals, or standard input spawn a process; all
// others run in this process.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { BUILT_COMMAND } from "../../../../test/processes/built-package.ts";
import { CHILD_ENV } from "../../../../test/processes/child-env.ts";
import { runCommand, startCommand } from "../../../../test/command-line.ts";
import { zoneAt } from "../../../../test/den.ts";
import { freshUsername, houseForFile } from "../../../../test/harness.ts";
import { stripDisguises } from "./text.ts";
import { buildProgram } from "./program.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  // The type is `any` because each test's expectations check the answer.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

function withJson(args: readonly string[], ended: Omit<Run, "json">): Run {
  const { stdout } = ended;
  const isJson = args.includes("--json") && stdout.startsWith("{") && !stdout.includes("}\n{");
  return { ...ended, json: isJson ? JSON.parse(stdout) : undefined };
}

/** A user with a separate configuration folder. */
class Person {
  readonly folder = mkdtempSync(join(tmpdir(), "denkeeper-cli-"));
  readonly username = freshUsername("test");
  readonly env: Record<string, string>;

  constructor(env: Record<string, string> = {}) {
    folders.push(this.folder);
    this.env = { HOME: this.folder, XDG_CONFIG_HOME: this.folder, DENKEEPER_URL: house.url, ...env };
  }

  get keyFile(): string {
    return join(this.folder, "denkeeper", "default.json");
  }

  /** Runs a command within this process. */
  async run(...args: readonly string[]): Promise<Run> {
    return withJson(args, await runCommand(this.env, args));
  }

  /** Runs a command as a separate process. */
  async start(...args: readonly string[]): Promise<Run> {
    return withJson(args, await startCommand(this.env, args));
  }

  /** Runs a command that must succeed, and returns its JSON. */
  async ask(...args: readonly string[]): Promise<Run["json"]> {
    const { code, json, stdout, stderr } = await this.run(...args, "--json");
    expect(code, `${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
    return json;
  }
}

async function settled(name = "Pip"): Promise<Person> {
  const person = new Person();
  await person.ask("register", person.username, "--timezone", zoneAt(9));
  await person.ask("adopt", name, "--species", "housecat");
  return person;
}

describe("account commands", () => {
  test("register saves the key privately and shows only its beginning", async () => {
    const person = new Person();
    const { json, stdout } = await person.start("register", person.username, "--json");
    const saved = JSON.parse(readFileSync(person.keyFile, "utf8")) as { key: string; username: string; url: string };
    expect(saved).toMatchObject({ username: person.username, url: house.url });
    expect(saved.key).toMatch(/^dk_\w{40,}$/);
    expect(stdout).not.toContain(saved.key);
    expect(json.key_file).toBe(person.keyFile);
    expect(statSync(person.keyFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(person.folder, "denkeeper")).mode & 0o777).toBe(0o700);
    chmodSync(person.keyFile, 0o644);
    await person.ask("api", "readClock");
    expect(statSync(person.keyFile).mode & 0o777).toBe(0o600);
  });

  test("register rejects a second account, unless in another profile", async () => {
    const person = new Person();
    await person.ask("register", person.username);
    const before = readFileSync(person.keyFile, "utf8");
    const again = await person.run("register", freshUsername("test"));
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("--profile ");
    expect(readFileSync(person.keyFile, "utf8")).toBe(before);
    await person.ask("register", freshUsername("test"), "--profile", "second");
    expect(readFileSync(person.keyFile, "utf8")).toBe(before);
    await person.ask("api", "readClock", "--profile", "second");
    expect((await person.run("home", "--profile", "second")).stdout).toMatch(/^ +.*denkeeper --profile second /m);
    expect((await person.run("home", "--profile", "../second")).code).toBe(2);
    const third = await person.run("register", "second", "--profile", "second");
    expect(third.stderr, "a profile that is not in use").toContain("register second --profile second-2\n");
  });

  test("an unanswered registration is resumed; a rejected one is forgotten", async () => {
    const person = new Person();
    let cut = true;
    const server = createServer((request, response) => {
      void (async () => {
        const body = await Array.fromAsync(request as AsyncIterable<Buffer>);
        const headers = {
          "content-type": "application/json",
          "idempotency-key": String(request.headers["idempotency-key"]),
        };
        const answer = await fetch(`${house.url}${request.url}`, {
          method: "POST",
          headers,
          body: Buffer.concat(body),
        });
        if (cut) response.destroy();
        else response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lost = await person.run("register", person.username, "--url", url);
    expect(lost.code).toBe(5);
    expect(JSON.parse(readFileSync(person.keyFile, "utf8"))).toMatchObject({
      registering: { body: { username: person.username } },
    });
    cut = false;
    await person.ask("register", person.username, "--url", url);
    server.close();
    expect(JSON.parse(readFileSync(person.keyFile, "utf8"))).toMatchObject({
      username: person.username,
      key: expect.any(String),
    });
    const other = new Person();
    const taken = await other.run("register", person.username, "--json");
    expect(taken).toMatchObject({ code: 1, json: { code: "username_taken", status: 409 } });
    expect(readdirSync(join(other.folder, "denkeeper"))).toEqual([]);
  });

  test("rotate-key replaces the saved key", async () => {
    const person = new Person();
    await person.ask("register", person.username);
    const { key } = JSON.parse(readFileSync(person.keyFile, "utf8")) as { key: string };
    await person.ask("rotate-key");
    const rotated = JSON.parse(readFileSync(person.keyFile, "utf8")) as { key: string };
    expect(rotated.key).not.toBe(key);
    expect(rotated).not.toHaveProperty("rotating");
    await person.ask("api", "readClock");
    const old = new Person({ DENKEEPER_KEY: key });
    expect(await old.run("api", "readClock", "--json")).toMatchObject({ code: 3, json: { code: "invalid_key" } });
  });

  test("a saved key is sent only to the service that issued it", async () => {
    const person = new Person();
    await person.ask("register", person.username);
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const elsewhere = await person.run("status", "--url", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    expect(elsewhere.code).toBe(3);
    expect(elsewhere.stderr).toContain("belongs to");
    expect(asked).toBe(0);
  });

  test("whoami shows the account, its page, and other profiles", async () => {
    const person = await settled();
    const { key } = JSON.parse(readFileSync(person.keyFile, "utf8")) as { key: string };
    const page = `${house.url}/agents/${person.username}`;
    const me = await person.run("whoami", "--json");
    expect(me.json).toMatchObject({ username: person.username, profile: "default", key_file: person.keyFile });
    expect(me.json).toMatchObject({ public_page: page, recovery_code: true, other_profiles: [] });
    expect(me.stdout).not.toContain(key);
    await person.ask("register", freshUsername("keeper"), "--profile", "grown");
    expect((await person.run("whoami")).stdout).toMatch(/other profiles +grown/);
    rmSync(person.keyFile);
    expect((await person.run("status")).code).toBe(3);
  });

  test("login checks an existing key and saves it without showing it", async () => {
    const person = new Person();
    await person.ask("register", person.username);
    const { key } = JSON.parse(readFileSync(person.keyFile, "utf8")) as { key: string };
    const other = new Person();
    const login = async (given: string) => {
      const { code, stdout, stderr } = await startCommand(other.env, ["login"], given);
      return { code, shown: stdout + stderr };
    };
    expect((await login("")).code).toBe(2);
    expect((await login("dks_sitter")).shown).toContain("DENKEEPER_KEY");
    const wrong = await login(`dk_${"x".repeat(43)}`);
    expect(wrong.code).toBe(3);
    expect(wrong.shown).toContain("denkeeper recover");
    expect(wrong.shown).not.toContain("register <username>");
    const { code, shown } = await login(`${key}\n`);
    expect(code, shown).toBe(0);
    expect(shown).toContain(person.username);
    expect(shown).not.toContain(key);
    expect(statSync(other.keyFile).mode & 0o777).toBe(0o600);
    expect((await other.ask("whoami")).username).toBe(person.username);
  });

  test("a broken key file is not overwritten", async () => {
    const person = new Person();
    await person.ask("register", person.username);
    writeFileSync(person.keyFile, "{");
    expect((await person.run("register", freshUsername("test"))).code).toBe(2);
    expect(readFileSync(person.keyFile, "utf8")).toBe("{");
  });
});

describe("commands", () => {
  test("commands make their calls and print the answers as JSON", async () => {
    const person = await settled();
    const { creature } = await person.ask("status");
    expect(creature).toMatchObject({ name: "Pip", stage: "baby" });
    for (const action of ["feed", "play", "clean", "medicine", "discipline", "sleep", "reflect"]) {
      const { action_result: result } = await person.ask(action, "--creature", "pip", "--notes", "well");
      expect(result).toMatchObject({ action, success: true });
    }
    expect((await person.ask("play", "--item", "feather wand")).action_result.item_result.item).toBe("feather wand");
    expect((await person.ask("history", "--limit", "2")).care_log).toHaveLength(2);
    expect((await person.ask("history", "--format", "markdown")).text).toContain("Pip");
    expect(await person.ask("incidents", "--limit", "3", "--since", "2026-01-31")).toMatchObject({ incidents: [] });
    expect(await person.ask("hooks")).toMatchObject({ hooks: [] });
    expect((await person.run("hooks")).stdout).toContain("There are no hooks, so your human gets no messages.");
    expect((await person.run("owner")).stdout).toContain("Your human has no link to a page of your house.");
    const address = ["https://ntfy.sh/pip", "--kind", "ntfy", "--events", "creature.died", "--creature", "Pip"];
    const { hook } = await person.ask("hooks", "add", ...address);
    expect(hook).toMatchObject({ events: ["creature.died"], creature_id: creature.id, state: "unconfirmed" });
    expect((await person.ask("hooks", "messages", hook.hook_id)).messages).toHaveLength(1);
    expect((await person.ask("hooks", "remove", hook.hook_id)).hook_id).toBe(hook.hook_id);
    expect(await person.ask("owner")).toMatchObject({ exists: false });
    expect((await person.ask("owner", "new")).owner_url).toContain("/owner/");
    expect(await person.ask("credits")).toMatchObject({ credits: 0, packs: expect.any(Array) });
    expect(await person.run("release", "Pip", "--json")).toMatchObject({ code: 2 });
    expect((await person.ask("board", "Pip", "--hours", "2")).boarding.resting).toBe(true);
    expect((await person.ask("end-boarding", "Pip")).was_resting).toBe(true);
    expect(await person.ask("release", "Pip", "--yes")).toMatchObject({ success: true, creature_id: creature.id });
    expect((await person.run("return", "Pip")).stderr).toContain("denkeeper api events");
    expect(await person.ask("return", creature.id)).toMatchObject({ success: true, creature_id: creature.id });
    const { stdout } = await person.run("release", "Pip", "--yes");
    expect(stdout).toContain(`denkeeper history --creature ${creature.id}`);
    expect(await person.run("status", "--json")).toMatchObject({ code: 1, json: { code: "no_living_creatures" } });
  });

  test("api makes any other call by name or path", async () => {
    const person = await settled();
    await person.ask("status");
    expect((await person.ask("api", "hall", "category=most_consistent")).category).toBe("most_consistent");
    expect((await person.ask("api", "GET", "/api/house/hall?per_page=3", "page=1")).category).toBe("oldest_living");
    expect((await person.ask("api", "GET", "/api/house/species/owl")).species.name).toBe("Owl");
    expect((await person.ask("api", "moveClock", "advance_hours=1.5")).advanced_hours).toBe(1.5);
    expect((await person.ask("api", "checkStatus", "creature_id=pip", "forecast_hours=2")).forecast).toBeDefined();
    expect((await person.run("api", "history", "creature_id=pip", "format=markdown")).stdout).toMatch(/^# /);
    const code = await person.run("api", "makeRecoveryCode", "new_recovery_code=true", "--json");
    expect(code.json.code).toBe("recovery_code_required");
    expect((await person.run("api", "rotateKey")).stderr).toContain("denkeeper rotate-key");
    expect((await person.run("api", "nothing")).code).toBe(2);
    expect((await person.run("api", "hall", "category")).stderr).toContain('"category" is not of the form field=value');
    expect((await person.run("api")).stdout).toMatch(/^hall +See the leaderboards\. category= /m);
    const species = (await person.run("api", "listSpecies", "family=dog", "view=compact")).stdout;
    expect(species).toMatch(/^slug +family +tier/m);
    expect(species).toContain("denkeeper adopt Pip --species ");
    expect((await person.start("hall")).stderr).toContain("denkeeper api hall");
    expect((await person.start("species", "--json")).json.suggestion).toContain("denkeeper api listSpecies");
  });

  test("status prints bars and next commands; errors list the choices", async () => {
    const person = await settled();
    const { stdout } = await person.start("status");
    expect(stdout).toContain("Pip");
    expect(stdout).toMatch(/hunger +█{20} +100\.0/);
    expect(stdout).toContain("come back");
    expect(stdout).toMatch(/Next:\n {2}denkeeper /);
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/\u001b/);
    await person.ask("adopt", "Moss", "--species", "beagle");
    await person.ask("status");
    const which = await person.run("feed");
    expect(which).toMatchObject({ code: 1, stdout: "" });
    expect(which.stderr).toMatch(/Moss, Beagle, baby: --creature Moss$/m);
    expect(which.stderr).not.toContain("creature_id");
    expect((await person.start("api", "speciesProfile", "slug=unicorn")).stderr).toContain(
      "`denkeeper api listSpecies`",
    );
  });

  test("a creature's refusal exits with 6", async () => {
    const person = new Person();
    await person.ask("register", person.username, "--timezone", zoneAt(9));
    await person.ask("adopt", "Rollo", "--species", "pangolin");
    await person.ask("status");
    const refused = await person.start("feed", "--json");
    expect(refused).toMatchObject({ code: 6, json: { action_result: { success: false } } });
  });

  test("exits with 2 for usage, 3 without key, 5 without service", async () => {
    const person = new Person();
    const typo = await person.start("fed");
    expect(typo.code).toBe(2);
    expect(typo.stderr).toContain("Did you mean feed?");
    expect((await person.start("fed", "--json")).json).toMatchObject({ code: "usage" });
    expect((await person.run("history", "--limit", "soon")).stderr).toContain('"soon" is not a number');
    const stranger = await person.start("status");
    expect(stranger.code).toBe(3);
    expect(stranger.stderr).toContain("denkeeper register");
    const alone = new Person({ DENKEEPER_URL: "http://127.0.0.1:9", DENKEEPER_KEY: "dk_x" });
    expect(await alone.run("api", "hall", "--json")).toMatchObject({ code: 5, json: { code: "unreachable" } });
  });

  test("the README lists every command and no others", () => {
    const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
    const listed = readme
      .split("\n")
      .filter((line) => line.startsWith("| `") && !line.includes("DENKEEPER_"))
      .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
    const commands = buildProgram("0").commands.map((command) => command.name());
    expect(new Set(listed)).toEqual(new Set(commands));
    for (const [, name] of readme.matchAll(/denkeeper ([a-z-]+)/g)) expect(commands).toContain(name);
  });
});

describe("keep and visit", () => {
  test("keep feeds a baby on time until --until-age and logs it", async () => {
    const person = await settled();
    const { code, stdout } = await person.run("keep", "--move-clock", "--until-age", "30", "--json");
    expect(code).toBe(0);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const fed = events.filter(({ event, action }) => event === "care" && action === "feed");
    expect(fed.length).toBeGreaterThan(4);
    expect(fed.every(({ timing }) => timing === "on_time")).toBe(true);
    expect(events.at(-1)).toMatchObject({ event: "summary", meals: fed.length, meals_on_time: fed.length });
    const { creature } = await person.ask("status");
    expect(creature.evolution_progress.consistency_score).toBe(100);
  });

  test("visit cares for all creatures and reports an empty house", async () => {
    const person = await settled();
    await person.ask("adopt", "Moss", "--species", "beagle");
    await person.ask("status");
    await person.ask("api", "moveClock", "advance_hours=4.2");
    const { stdout } = await person.run("visit");
    expect(stdout).toMatch(/✓ .*(Moss|Pip) \w+/);
    const told = (await person.run("keep", "--once", "--json")).stdout.trim().split("\n");
    expect(JSON.parse(told.at(-1) ?? "")).toMatchObject({ event: "plan", return_at: expect.any(String) });
    const { id } = (await person.ask("status", "--creature", "Pip")).creature;
    await person.ask("api", "moveClock", "advance_hours=60");
    expect((await person.run("home")).stdout).toContain("The house is empty");
    expect((await person.run("status")).stderr).toContain("The house is empty");
    const left = await person.run("visit");
    expect(left).toMatchObject({ code: 7, stdout: expect.stringContaining("The house is empty") });
    expect(left.stderr).toContain("denkeeper adopt");
    expect((await person.run("home")).stdout).not.toContain("The house is empty");
    expect((await person.run("status", "--creature", id)).stdout).toContain("died of neglect");
    const poor = await person.run("resurrect", id, "--json");
    expect(poor).toMatchObject({ code: 1, json: { code: "insufficient_credits", status: 402 } });
  });

  test("keep ends with a summary on SIGINT", async () => {
    const person = await settled();
    const child = spawn(process.execPath, [BUILT_COMMAND, "keep"], {
      env: { ...CHILD_ENV, ...person.env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    await expect.poll(() => stdout).toContain("Back in");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(stdout).toMatch(/1 visit since .+: 0 care actions, no meals\./);
  });
});

test("stripDisguises removes control characters and direction changes", () => {
  expect(stripDisguises("a\u001b[2Jb\u009b1m\u202ec\n")).toBe("a[2Jb1mc\n");
});

test("home lists creatures, and a dry run changes nothing", async () => {
  const person = await settled();
  expect((await person.start("home")).stdout).toContain("Pip");
  await person.ask("status");
  const dry = await person.run("feed", "--dry-run");
  expect(dry.stdout).toContain("nothing was changed");
  expect((await person.ask("history")).care_log).toEqual([]);
});
