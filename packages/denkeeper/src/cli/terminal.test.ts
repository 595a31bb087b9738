// `watch` and `keep` in a real terminal, as a person sees them: drawn, resized, narrow, without color, interrupted. Full tier.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { BUILT_COMMAND } from "../../../../test/processes/built-package.ts";
import { CHILD_ENV } from "../../../../test/processes/child-env.ts";
import { openDen } from "../../../../test/den.ts";
import { houseForFile } from "../../../../test/harness.ts";
import { FULL } from "../../../../test/tier.ts";
import { widthOf } from "./text.ts";

const HAS_TMUX = spawnSync("tmux", ["-V"]).status === 0;
if (FULL && !HAS_TMUX) console.log("tmux is not installed: watch and keep are not tried in a terminal");

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const folder = mkdtempSync(join(tmpdir(), "denkeeper-terminal-"));
const opened: Terminal[] = [];
afterAll(() => {
  for (const terminal of opened) terminal.close();
  rmSync(folder, { recursive: true });
});

/** A terminal of its own, with a shell in it. */
class Terminal {
  readonly #socket = join(folder, `tmux-${opened.length}`);

  constructor(key: string, columns: number, rows: number, env: Record<string, string> = {}) {
    opened.push(this);
    const own = {
      ...CHILD_ENV,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      DENKEEPER_URL: house.url,
      DENKEEPER_KEY: key,
      ...env,
    };
    const given = Object.entries(own).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    const size = ["-x", String(columns), "-y", String(rows)];
    this.#tmux("-f", "/dev/null", "new-session", "-d", ...size, ...given, "env PS1='$ ' sh");
  }

  #tmux(...args: readonly string[]): string {
    return execFileSync("tmux", ["-S", this.#socket, ...args], { encoding: "utf8" });
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
  }

  press(key: string): void {
    this.#tmux("send-keys", key);
  }

  run(command: string): void {
    this.type(`${process.execPath} ${BUILT_COMMAND} ${command}`);
    this.press("Enter");
  }

  resize(columns: number, rows: number): void {
    this.#tmux("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** What is on the screen; with the escape sequences if asked for. */
  screen(withColors = false): string {
    return this.#tmux("capture-pane", "-p", ...(withColors ? ["-e"] : []));
  }

  async shows(pattern: RegExp, isGone = false): Promise<string> {
    await expect
      .poll(() => pattern.test(this.screen()), { timeout: 60_000, interval: 100, message: String(pattern) })
      .toBe(!isGone);
    return this.screen();
  }

  close(): void {
    spawnSync("tmux", ["-S", this.#socket, "kill-server"]);
  }
}

/** A house with a creature that was fed just now. */
async function fedDen(): Promise<{ key: string; feedings: () => Promise<number> }> {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "housecat" });
  const feedings = async () => {
    const headers = { authorization: `Bearer ${den.key}` };
    const answer = await fetch(`${house.url}/api/house/history?creature_id=${id}`, { headers });
    return ((await answer.json()) as { stats: { total_feedings: number } }).stats.total_feedings;
  };
  return { key: den.key, feedings };
}

describe.skipIf(!FULL || !HAS_TMUX)("in a terminal", () => {
  test("watch leaves the screen as it was, and redraws at every size", async () => {
    const { key } = await fedDen();
    const terminal = new Terminal(key, 100, 30);
    terminal.type("echo what was here before");
    terminal.press("Enter");
    terminal.run("watch");
    const wide = await terminal.shows(/q.quit/);
    expect(wide).not.toContain("what was here before");
    expect(wide).toContain("▀▀▀▀");
    terminal.resize(40, 30);
    const narrow = await terminal.shows(/▀▀▀▀/, true);
    expect(narrow).toMatch(/dies +in \d+:\d\d:\d\d if no one comes/);
    expect(narrow).toMatch(/q.quit/);
    for (const line of narrow.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(40);
    terminal.resize(40, 12);
    await expect.poll(() => terminal.screen().split("\n").length, { timeout: 60_000 }).toBeLessThanOrEqual(13);
    expect(await terminal.shows(/hunger/)).toMatch(/come back/);
    terminal.resize(120, 40);
    await terminal.shows(/▀▀▀▀/);
    terminal.press("q");
    expect(await terminal.shows(/Come back in/)).toContain("what was here before");
  });

  test("watch feeds early only on a second press", async () => {
    const { key, feedings } = await fedDen();
    const terminal = new Terminal(key, 80, 24);
    terminal.run("watch");
    await terminal.shows(/q.quit/);
    terminal.press("f");
    await terminal.shows(/not due yet. Press f again/);
    expect(await feedings()).toBe(0);
    terminal.press("p");
    await terminal.shows(/[✓✗] play/);
    terminal.press("f");
    await terminal.shows(/not due yet. Press f again/);
    expect(await feedings()).toBe(0);
    terminal.press("f");
    await terminal.shows(/feed \w+ \[early\]/);
    expect(await feedings()).toBe(1);
    terminal.press("C-c");
    expect(await terminal.shows(/Come back in/)).not.toMatch(/q.quit/);
  });

  test("watch has no colors where they are not wanted, and no picture", async () => {
    const { key } = await fedDen();
    const terminal = new Terminal(key, 100, 30, { NO_COLOR: "1" });
    terminal.run("watch");
    await terminal.shows(/q.quit/);
    expect(terminal.screen()).not.toContain("▀▀▀▀");
    // oxlint-disable-next-line no-control-regex
    expect(terminal.screen(true)).not.toMatch(/\u001b\[[\d;]*m/);
    terminal.press("Escape");
    await terminal.shows(/Come back in/);
  });

  test("keep counts down, also in a narrow terminal, and ends with a summary", async () => {
    const { key } = await fedDen();
    const terminal = new Terminal(key, 80, 16);
    terminal.run("keep");
    await terminal.shows(/\d\d:\d\d:\d\d until /);
    const [before] = /\d\d:\d\d:\d\d(?= until)/.exec(terminal.screen()) ?? [""];
    await expect.poll(() => terminal.screen().includes(before), { timeout: 60_000 }).toBe(false);
    terminal.resize(40, 16);
    await expect.poll(() => terminal.screen().match(/ until /g)?.length, { timeout: 60_000 }).toBe(1);
    terminal.press("C-c");
    const after = await terminal.shows(/1 visit since/);
    expect(after).not.toMatch(/ until /);
    expect(after).toMatch(/no meal was due/);
  });
});
