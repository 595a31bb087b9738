// What deploy/compose.yaml says about its services, with the variables of deploy/.env filled in as Compose does it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { parse } from "yaml";
import { z } from "zod";

const service = z.object({
  environment: z.record(z.string(), z.coerce.string()).default({}),
  env_file: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
});
const file = z.object({ services: z.record(z.string(), service) });

const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

export class ComposeFile {
  readonly #folder: string;
  readonly #services: z.infer<typeof file>["services"];

  constructor(folder: string) {
    this.#folder = folder;
    const env = this.#settings(".env");
    const text = readFileSync(join(folder, "compose.yaml"), "utf8").replaceAll(
      VARIABLE,
      (_, name: string, how: string | undefined, other: string | undefined) => {
        const value = env[name] ?? "";
        if (value === "" && how === "?") throw new Error(`compose refuses to start: ${other}`);
        return value === "" && how === "-" ? (other ?? "") : value;
      },
    );
    this.#services = file.parse(parse(text, { merge: true })).services;
  }

  /** The environment of a container: that of its files, then what compose.yaml sets. */
  environment(name: string): Readonly<Record<string, string>> {
    const { env_file: files, environment } = this.#service(name);
    return { ...Object.assign({}, ...files.map((path) => this.#settings(path))), ...environment };
  }

  command(name: string): readonly string[] {
    return this.#service(name).command;
  }

  #service(name: string): z.infer<typeof service> {
    const found = this.#services[name];
    if (found === undefined) throw new Error(`compose.yaml has no service ${name}`);
    return found;
  }

  #settings(path: string): Readonly<Record<string, string>> {
    const entries = Object.entries(parseEnv(readFileSync(join(this.#folder, path), "utf8")));
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""]));
  }
}
