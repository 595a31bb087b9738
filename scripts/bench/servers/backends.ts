// How long PostgreSQL's processes ran for one database, and how long they were ready to run while others had the cores.
// They have to run on this machine.
import { Client } from "pg";
import { mainThread, sumOf, type Scheduled } from "../report/scheduling.ts";

/** Connections end when they were idle for a while, and what their processes did is known only as long as they live. */
const LOOK_EVERY_MS = 2_000;

export interface Backends {
  /** So far; all are 0 if PostgreSQL runs on another machine. */
  readonly scheduled: () => Promise<Scheduled>;
  /** Processor time so far, in milliseconds. */
  readonly cpuMs: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Watches them by a connection that leaves itself out of what it counts. */
export async function watchBackends(url: string): Promise<Backends> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const text = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  const known = new Map<number, Scheduled>();
  const scheduled = async (): Promise<Scheduled> => {
    const { rows } = await client.query<{ readonly pid: number }>(text);
    for (const { pid } of rows) {
      const now = mainThread(pid);
      if (now !== undefined) known.set(pid, now);
    }
    return sumOf([...known.values()]);
  };
  const looking = setInterval(() => void scheduled().catch(() => {}), LOOK_EVERY_MS).unref();
  return {
    scheduled,
    cpuMs: async () => (await scheduled()).ranMs,
    close: async () => {
      clearInterval(looking);
      await client.end();
    },
  };
}
