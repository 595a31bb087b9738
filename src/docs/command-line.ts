// Serves the packed command line, and builds the commands that pages and documents show, so that none of them names a package that
// a stranger could publish.
import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchesTag } from "../http/respond/tags.ts";
import type { NotFoundPage } from "../http/server/mount.ts";
import type { Route } from "../http/server/route.ts";

/** The source of the command line for npx. "registry" only once the project owns the name (CONTRIBUTING.md, "Making a release"). */
export const CLI: { readonly from: "service" | "registry"; readonly name: string } = {
  from: "service",
  name: "@denkeeper/cli",
};

/** The command line in documents. The address leads to the current package. */
export const IN_DOCUMENTS = "npx -y http://localhost:3000/cli-latest.tgz";
const FOREVER = "public, max-age=31536000, immutable";

function packedIn(folder: string) {
  const [file] = globSync("cli-*.tgz", { cwd: folder });
  if (file === undefined) return undefined;
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  return { path: `/${file}` as const, bytes, sha256: hash("sha256", bytes) };
}

/** The output of packages/denkeeper/build.ts. A service that was installed without development packages has none. */
export const PACKED = packedIn(join(import.meta.dirname, "..", "..", "build"));

/** The first words of a command. Without a package to fetch, those of a clone. */
function program(baseUrl: string): readonly [string, ...string[]] {
  if (CLI.from === "registry") return ["npx", "-y", CLI.name];
  return PACKED === undefined ? ["denkeeper"] : ["npx", "-y", `${baseUrl}${PACKED.path}`];
}

/** A command that needs no installation. */
export function command(baseUrl: string, ...words: readonly string[]): string {
  return [...program(baseUrl), ...words].join(" ");
}

/** The command with which an MCP client starts the bridge, which stores the key of a registration. */
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

/** Redirects addresses of other builds, because a crontab has the address of the day on which it was written. */
export const CLI_MOVED: NotFoundPage = {
  isFor: ({ path }) => PACKED !== undefined && /^\/cli-[^/]*\.tgz$/.test(path),
  route: {
    async answer() {
      return { status: 302, text: "", headers: { location: PACKED?.path ?? "/", "cache-control": "no-store" } };
    },
  },
};
