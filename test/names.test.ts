// Tests that nothing refers to a package name that a stranger could publish. No file may let npx or npm download the bare name.
// Every command line in a page or document must be the one that `command` writes.
import { ENDPOINTS } from "../src/endpoints.ts";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLI, IN_DOCUMENTS, bridge, command } from "../src/docs/command-line.ts";
import { SERVED_DOCUMENTS } from "../src/docs/documents.ts";
import { textsAbout } from "../src/docs/pages.ts";
import { houseForFile } from "./harness.ts";
import { filesOfCheckout } from "./processes/clone.ts";

const ROOT = join(import.meta.dirname, "..");
/** Only the release history and this file may name the package. */
const ALLOWED = ["CHANGELOG.md", "test/names.test.ts"];
const BARE_NAME = /npx (-y )?denkeeper\b/;
/**
 * Matches every Denkeeper package that npx or npm would download, in a command or in an MCP client's settings. Only --no-install
 * prevents a download.
 */
const FETCHED =
  /(?:npx|npm (?:install|i|exec|x))(?: -(?!-no-install )\S+)* (?:@?denkeeper\b\S*|\S+\/cli-\S+?\.tgz)|"npx", *"?args"?: *\[(?:"-(?!-no-install")\S+", *)*"(?:@?denkeeper|http)[^\]]+\]/g;

const files = await filesOfCheckout();
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** Returns addresses and packages that a text downloads although the service at `prefix` does not offer them. */
function otherNames(text: string, prefix: string): readonly string[] {
  const [npx = "", yes = "", address = ""] = prefix.split(" ");
  // Gemini CLI accepts arguments that begin with a hyphen only after `--`.
  const typed = text.replaceAll('","', '", "').replaceAll(/(\bgemini mcp add [^\n]*\bnpx) -- /g, "$1 ");
  return (typed.match(FETCHED) ?? []).filter((found) => {
    const isLine =
      found === `${npx} ${yes} ${address}` || /^npm install (?:--global )?(\S+)/.exec(found)?.[1] === address;
    return !isLine && !found.includes(`["${yes}", "${address}", "mcp"`);
  });
}

test.each([
  ["npx denkeeper keep", true],
  ["npx -y denkeeper keep", true],
  ["npx -y @denkeeper/cli keep", true],
  ["npm install --global @denkeeper/cli", true],
  ['{ "command": "npx", "args": ["-y", "@denkeeper/cli", "mcp"] }', true],
  ["npx -y http://elsewhere/cli-latest.tgz", true],
  ["gemini mcp add -s user denkeeper npx -- -y http://elsewhere/cli-latest.tgz mcp", true],
  [`gemini mcp add -s user denkeeper ${IN_DOCUMENTS.replace(" ", " -- ")} mcp`, false],
  ["npx --no-install denkeeper keep", false],
  [`${IN_DOCUMENTS} keep`, false],
  [JSON.stringify({ command: "npx", args: [...IN_DOCUMENTS.split(" ").slice(1), "mcp"] }), false],
])("%s contains a foreign command: %s", (text, isOther) => {
  expect(otherNames(text, IN_DOCUMENTS).length > 0).toBe(isOther);
});

test("only the allowed files name the package that strangers could register", () => {
  const naming = files.filter((file) => !/\.(?:webp|png|woff2|gz|ico)$/.test(file) && BARE_NAME.test(textOf(file)));
  expect(naming.filter((file) => !ALLOWED.includes(file))).toEqual([]);
  expect(ALLOWED.length).toBeLessThanOrEqual(3);
});

test("every document and example writes a command line as `command` does", () => {
  const prefix = CLI.from === "service" ? IN_DOCUMENTS : command("http://localhost:3000");
  const documents = files.filter((file) => /\.(?:md|mjs|py|sh|service|timer)$/.test(file) && !ALLOWED.includes(file));
  expect(documents.length).toBeGreaterThan(50);
  const other = documents.flatMap((file) => otherNames(textOf(file), prefix).map((found) => `${file}: ${found}`));
  expect(other).toEqual([]);
});

test("only one source file writes command lines", () => {
  const sources = globSync("src/**/*.ts", { cwd: ROOT }).filter(
    (file) => !file.endsWith(".test.ts") && file !== "src/docs/command-line.ts",
  );
  const typed = sources.filter((file) =>
    /["'`>]npx |["'`>]denkeeper (?:keep|register) |@denkeeper\/cli/.test(textOf(file)),
  );
  expect(typed).toEqual([]);
});

test("served texts name only this service's address and command line", async () => {
  const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
  const { baseUrl } = house.app.services.config;
  const pages = ["/", "/join", "/join?username=ada", "/species/housecat", "/docs"];
  const documents = SERVED_DOCUMENTS.map(({ path }) => path.replace(/\.md$/, ""));
  let lines = 0;
  for (const path of [
    ...pages,
    ...documents,
    ...textsAbout(ENDPOINTS.map(({ contract }) => contract)).map((text) => text.path),
  ].filter((each) => !each.includes("changelog"))) {
    const { text } = await house.call("GET", path, undefined, { accept: "text/html,*/*" });
    const plain = text.replaceAll(/<\/?span[^>]*>/g, "").replaceAll("&quot;", '"');
    expect(otherNames(plain, command(baseUrl)), path).toEqual([]);
    lines += plain.split(command(baseUrl)).length - 1;
  }
  expect(lines).toBeGreaterThan(20);
  expect(bridge(baseUrl).args).toContain(command(baseUrl).split(" ").at(-1));
});
