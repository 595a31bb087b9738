// A running service for scripts that call one: the real service on a free port with its own database.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { CHILD_ENV } from "../../../test/processes/child-env.ts";
import { SERVER_URL, onServer } from "../../../test/processes/databases.ts";
import { freePort } from "../../../test/processes/free-port.ts";

export interface OpenedHouse {
  readonly url: string;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

export async function openHouse(settings: Readonly<Record<string, string>> = {}): Promise<OpenedHouse> {
  const name = `denkeeper_package_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name}`);
  const port = await freePort();
  const databaseUrl = new URL(`/${name}`, SERVER_URL).href;
  const env = {
    ...CHILD_ENV,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    RATE_LIMIT_FACTOR: "1000",
    ITEM_MODEL: "none",
    LOG_LEVEL: "error",
    ...settings,
  };
  const service = spawn(process.execPath, ["src/main.ts"], { env, stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise((resolve) => service.once("close", resolve));
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    service.kill("SIGTERM");
    await ended;
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  };
  for (let attempt = 0; attempt < 150; attempt++) {
    const ready = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { url, databaseUrl, close };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await close();
  throw new Error("the service did not start");
}
