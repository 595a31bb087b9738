// A container of the image as compose runs it: runc, the image's user, a read-only root, no capabilities, a volume for
// portraits, a temporary folder in memory. It shares the network of this machine, where the databases are.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const MEMORY_BYTES = 1 << 30;
const VOLUME = "/var/lib/denkeeper/portraits";

/** What the image says about itself. */
export interface ImageConfig {
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
}

export interface Container {
  /** Its exit code, once it has one. */
  readonly ended: Promise<unknown>;
  hasEnded(): boolean;
  log(): string;
  stop(): Promise<unknown>;
}

export class Runner {
  readonly folder = mkdtempSync(join(tmpdir(), "denkeeper-image-"));
  readonly volume = join(this.folder, "volume");
  readonly #root: string;
  readonly #config: ImageConfig;
  readonly #user: { readonly uid: number; readonly gid: number };
  #started = 0;

  constructor(root: string, config: ImageConfig) {
    this.#root = root;
    this.#config = config;
    const [uid = 0, gid = 0] = config.User.split(":").map(Number);
    this.#user = { uid, gid };
    mkdirSync(this.volume, { mode: 0o700 });
    chownSync(this.volume, uid, gid);
  }

  start(settings: Readonly<Record<string, string>>, command: readonly string[] = this.#config.Cmd): Container {
    const id = `${basename(this.folder)}-${++this.#started}`;
    const bundle = join(this.folder, id);
    mkdirSync(bundle);
    const env = [...this.#config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
    writeFileSync(join(bundle, "config.json"), JSON.stringify(this.#specification(command, env)));
    const child = spawn("runc", ["--root", join(this.folder, "runc"), "run", "--bundle", bundle, id]);
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
    const ended = once(child, "close").then(([code]: unknown[]) => code);
    return {
      ended,
      hasEnded: () => child.exitCode !== null,
      log: () => log,
      stop() {
        child.kill("SIGTERM");
        return ended;
      },
    };
  }

  #specification(args: readonly string[], env: readonly string[]): object {
    const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
    const inMemory = (destination: string, mode: string) => {
      const options = ["nosuid", `mode=${mode}`, "size=64m"];
      return { destination, type: "tmpfs", source: "tmpfs", options };
    };
    return {
      ociVersion: "1.0.2",
      hostname: "denkeeper",
      root: { path: this.#root, readonly: true },
      process: {
        user: this.#user,
        args,
        env,
        cwd: this.#config.WorkingDir,
        noNewPrivileges: true,
        capabilities: none,
      },
      mounts: [
        { destination: "/proc", type: "proc", source: "proc" },
        inMemory("/dev", "755"),
        inMemory("/tmp", "1777"),
        { destination: VOLUME, type: "bind", source: this.volume, options: ["bind", "rw"] },
      ],
      linux: {
        namespaces: ["pid", "mount", "ipc", "uts"].map((type) => ({ type })),
        resources: { memory: { limit: MEMORY_BYTES } },
      },
    };
  }
}
