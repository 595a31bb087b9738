// Runs containers with runc as compose does: with a read-only root, volumes and temporary folders in memory. They share this
// machine's network to reach its databases.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const MEMORY_BYTES = 1 << 30;
const OWNER = 1000;
/** The capabilities that Docker grants to root, except SETUID and SYS_CHROOT, which `CAPABILITIES` adds. */
const DOCKERS =
  "AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE NET_RAW SETFCAP SETGID SETPCAP";
const CAPABILITIES = `${DOCKERS} SETUID SYS_CHROOT`.split(" ").map((name) => `CAP_${name}`);

export interface ImageConfig {
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
}

/** Root with Docker's capabilities, as by `docker run`, or a user without any, as by Kubernetes and compose. */
export type User = 0 | typeof OWNER;

export interface Container {
  /** Resolves to the exit code. */
  readonly ended: Promise<unknown>;
  hasEnded(): boolean;
  log(): string;
  stop(): Promise<unknown>;
  /** Runs a command in the container, as `docker exec` does. Returns its output. */
  run(user: User, ...command: readonly string[]): string;
}

interface ContainerOptions {
  readonly user?: User;
  readonly isTerminal?: boolean;
  /** Local folders, by their path in the container. */
  readonly mounts?: Readonly<Record<string, string>>;
}

export class Runner {
  readonly folder = mkdtempSync(join(tmpdir(), "denkeeper-image-"));
  readonly #root: string;
  readonly #config: ImageConfig;
  #started = 0;

  constructor(root: string, config: ImageConfig) {
    this.#root = root;
    this.#config = config;
  }

  /** Creates a volume, which is an empty local folder. */
  makeVolume(name: string, user: User = OWNER): string {
    const volume = join(this.folder, name);
    mkdirSync(volume, { mode: 0o700 });
    chownSync(volume, user, user);
    return volume;
  }

  start(
    settings: Readonly<Record<string, string>>,
    command: readonly string[] = [],
    how: ContainerOptions = {},
  ): Container {
    const id = `${basename(this.folder)}-${++this.#started}`;
    const bundle = join(this.folder, id);
    mkdirSync(bundle);
    const env = [...this.#config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
    const args = [...this.#config.Entrypoint, ...command];
    writeFileSync(join(bundle, "config.json"), JSON.stringify(this.#specification(args, env, how)));
    const runc = ["runc", "--root", join(this.folder, "runc")];
    const started = [...runc, "run", "--bundle", bundle, id];
    const [program = "", ...rest] = how.isTerminal ? ["script", "-qefc", started.join(" "), "/dev/null"] : started;
    const child = spawn(program, rest);
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
    const ended = once(child, "close").then(([code]: unknown[]) => code);
    const ask = (...asked: readonly string[]) =>
      execFileSync("runc", [...runc.slice(1), ...asked], { encoding: "utf8" });
    return {
      ended,
      hasEnded: () => child.exitCode !== null,
      log: () => log,
      stop() {
        if (child.exitCode === null) ask("kill", id, "TERM");
        return ended;
      },
      run: (user, ...words) => ask("exec", "--user", `${user}:${user}`, id, ...words).trim(),
    };
  }

  #specification(args: readonly string[], env: readonly string[], how: ContainerOptions): object {
    const { user = OWNER, isTerminal = false, mounts = {} } = how;
    const allowed = user === 0 ? CAPABILITIES : [];
    const inMemory = (destination: string, mode: string) => {
      const options = ["nosuid", `mode=${mode}`, "size=64m"];
      return { destination, type: "tmpfs", source: "tmpfs", options };
    };
    const terminals = {
      destination: "/dev/pts",
      type: "devpts",
      source: "devpts",
      options: ["newinstance", "mode=620"],
    };
    const bound = Object.entries(mounts).map(([destination, source]) => {
      return { destination, type: "bind", source, options: ["bind", "rw"] };
    });
    return {
      ociVersion: "1.0.2",
      hostname: "denkeeper",
      root: { path: this.#root, readonly: true },
      process: {
        terminal: isTerminal,
        user: { uid: user, gid: user },
        args,
        env,
        cwd: this.#config.WorkingDir,
        noNewPrivileges: user !== 0,
        capabilities: { bounding: allowed, effective: allowed, permitted: allowed, inheritable: [], ambient: [] },
      },
      mounts: [
        { destination: "/proc", type: "proc", source: "proc" },
        inMemory("/dev", "755"),
        terminals,
        inMemory("/dev/shm", "1777"),
        inMemory("/tmp", "1777"),
        ...bound,
      ],
      linux: {
        namespaces: ["pid", "mount", "ipc", "uts"].map((type) => ({ type })),
        resources: { memory: { limit: MEMORY_BYTES } },
      },
    };
  }
}
