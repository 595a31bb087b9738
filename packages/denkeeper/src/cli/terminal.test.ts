// Tests `keep` in a real terminal: countdown, resizing, and Ctrl-C. Runs in the full tier.
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

const HAS_TMUX = spawnSync("tmux", ["-V"]).status === 0;
if (FULL && !HAS_TMUX) console.log("tmux is not installed: keep is not tried in a terminal");

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const folder = mkdtempSync(join(tmpdir(), "denkeeper-terminal-"));
const opened: Terminal[] = [];
afterAll(() => {
  for (const terminal of opened) terminal.close();
  rmSync(folder, { recursive: true });
});

/** A tmux terminal with a shell. */
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

  /** Returns the screen's content, optionally with escape sequences. */
  screen(withColors = false): string {
    return this.#tmux("capture-pane", "-p", ...(withColors ? ["-e"] : []));
  }

  async shows(pattern: RegExp, isGone = false): Promise<string> {
    await expect.poll(() => pattern.test(this.screen()), { interval: 100, message: String(pattern) }).toBe(!isGone);
    return this.screen();
  }

  close(): void {
    spawnSync("tmux", ["-S", this.#socket, "kill-server"]);
  }
}

/** Creates a house with a recently fed creature. */
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

describe.skipIf(!FULL || !HAS_TMUX)("keep in a terminal", () => {
  test("keep counts down in a resized terminal and ends with a summary", async () => {
    const { key } = await fedDen();
    const terminal = new Terminal(key, 80, 16);
    terminal.run("keep");
    await terminal.shows(/\d\d:\d\d:\d\d until /);
    const [before] = /\d\d:\d\d:\d\d(?= until)/.exec(terminal.screen()) ?? [""];
    await expect.poll(() => terminal.screen().includes(before)).toBe(false);
    terminal.resize(40, 16);
    terminal.press("C-c");
    const after = await terminal.shows(/1 visit since/);
    expect(after).not.toMatch(/ until /);
    expect(after).toMatch(/no meals\./);
  });
});
