// Serves the packed command line and builds the commands shown in pages and documents. No command names a package that a stranger
// could publish.
import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchesTag } from "../http/respond/tags.ts";
import type { NotFoundPage } from "../http/server/mount.ts";
import type { Route } from "../http/server/route.ts";

/**
 * Source of the command line for npx. "registry" is allowed only once the project owns the name (CONTRIBUTING.md, "Making a
 * release").
 */
export const CLI: { readonly from: "service" | "registry"; readonly name: string } = {
  from: "service",
  name: "@denkeeper/cli",
};

/** The command line as written in the files of documents. Served documents have the address of the current package instead. */
export const IN_DOCUMENTS = "npx -y http://localhost:3000/cli-latest.tgz";
const FOREVER = "public, max-age=31536000, immutable";

function packedIn(folder: string) {
  const [file] = globSync("cli-*.tgz", { cwd: folder });
  if (file === undefined) return undefined;
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  return { path: `/${file}` as const, bytes, sha256: hash("sha256", bytes) };
}

/** The output of packages/denkeeper/build.ts, which is absent if the service was installed without development packages. */
export const PACKED = packedIn(join(import.meta.dirname, "..", "..", "build"));

/** Returns the words that start a command: npx with the package, or a clone's own program if there is no package. */
function program(baseUrl: string): readonly [string, ...string[]] {
  if (CLI.from === "registry") return ["npx", "-y", CLI.name];
  return PACKED === undefined ? ["denkeeper"] : ["npx", "-y", `${baseUrl}${PACKED.path}`];
}

/** Returns a command that needs no installation. */
export function command(baseUrl: string, ...words: readonly string[]): string {
  return [...program(baseUrl), ...words].join(" ");
}

/** Returns the command with which an MCP client starts the bridge, which stores the key of a registration. */
export function bridge(baseUrl: string): { readonly command: string; readonly args: readonly string[] } {
  const [first, ...args] = program(baseUrl);
  return { command: first, args: [...args, "mcp", "--tools", "care", "--url", baseUrl] };
}

export const CLI_ROUTES: readonly Route[] = (PACKED === undefined ? [] : [PACKED]).map(({ path, bytes, sha256 }) => ({
  name: "commandLine",
  method: "GET",
  path,
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  async answer({ request }) {
    const headers = { "content-type": "application/gzip", "cache-control": FOREVER, etag: `"${sha256}"` };
    return matchesTag(request, headers.etag)
      ? { status: 304, text: "", headers }
      : { status: 200, text: bytes, headers };
  },
}));

/** Redirects addresses of other builds, because a crontab contains the address from the day it was written. */
export const CLI_MOVED: NotFoundPage = {
  isFor: ({ path }) => PACKED !== undefined && /^\/cli-[^/]*\.tgz$/.test(path),
  route: {
    async answer() {
      return { status: 302, text: "", headers: { location: PACKED?.path ?? "/", "cache-control": "no-store" } };
    },
  },
};
