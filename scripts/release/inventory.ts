// Lists shipped packages in sbom.cdx.json (CycloneDX 1.5) and their licenses in THIRD-PARTY-NOTICES.txt, since `npm sbom --omit=dev`
// of npm 11 omits packages that development packages also need. Imports only Node modules, because the Dockerfile runs it alone.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface LockedPackage {
  readonly dev?: true;
  readonly link?: true;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface InventoryManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
}

interface ShippedPackage extends InventoryManifest {
  readonly path: string;
  readonly locked: LockedPackage;
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|third-party-notices)(?:[.-].+)?$/i;
const README = /^readme(?:\.md)?$/i;
const RULE = "-".repeat(80);
const WORDS_LICENSE = "src/care/items/named/doubtful-words.license.txt";

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error("node scripts/release/inventory.ts FOLDER: writes sbom.cdx.json and THIRD-PARTY-NOTICES.txt");
  process.exit(2);
}

function manifestIn(path: string): InventoryManifest {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as InventoryManifest;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
/** Installed packages of others by path. The lock file also lists binaries for other platforms. */
const shipped = new Map<string, ShippedPackage>();
for (const [path, locked] of Object.entries(packages)) {
  const isTheirs = path.includes("node_modules/") && locked.link !== true && locked.dev !== true;
  if (isTheirs && existsSync(join(path, "package.json"))) shipped.set(path, { ...manifestIn(path), path, locked });
}

const refOf = ({ name, version }: InventoryManifest) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** Resolves a dependency as Node does, from the nearest node_modules folder upward. */
function found(from: string, name: string): ShippedPackage | undefined {
  for (let place = from; ; place = dirname(place)) {
    const candidate = shipped.get(join(place, "node_modules", name));
    if (candidate !== undefined || place === ".") return candidate;
  }
}

function licensesOf({ license }: InventoryManifest): readonly object[] {
  if (license === undefined) return [];
  const isOneId = /^[\w.+-]+$/.test(license) && license !== "UNLICENSED";
  return [isOneId ? { license: { id: license } } : { expression: license.replaceAll(/^\(|\)$/g, "") }];
}

function componentOf(each: ShippedPackage): object {
  const digest = /^sha512-(.+)$/.exec(each.locked.integrity ?? "")?.[1];
  const content = digest === undefined ? undefined : Buffer.from(digest, "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": refOf(each),
    name: each.name,
    version: each.version,
    purl: refOf(each),
    licenses: licensesOf(each),
    ...(content === undefined ? {} : { hashes: [{ alg: "SHA-512", content }] }),
  };
}

function dependsOn({ path, locked }: ShippedPackage): readonly string[] {
  const named = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies };
  const refs = Object.keys(named)
    .flatMap((name) => found(path, name) ?? [])
    .map(refOf);
  return [...new Set(refs)].toSorted();
}

function sbom(): object {
  const house = manifestIn(".");
  // One version may be installed in several places.
  const unique = [...new Map([...shipped.values()].map((each) => [refOf(each), each])).values()];
  const runtime = { type: "platform", "bom-ref": "node", name: "node", version: process.versions.node };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": refOf(house),
        name: house.name,
        version: house.version,
        purl: refOf(house),
        licenses: licensesOf(house),
      },
    },
    components: [{ ...runtime, purl: `pkg:generic/node@${process.versions.node}` }, ...unique.map(componentOf)],
    dependencies: [
      { ref: refOf(house), dependsOn: ["node", ...unique.map(refOf)] },
      ...unique.map((each) => ({ ref: refOf(each), dependsOn: dependsOn(each) })),
    ],
  };
}

function noticeOf(each: ShippedPackage): string {
  const files = readdirSync(each.path, { withFileTypes: true }).filter((entry) => entry.isFile());
  const licenses = files.filter(({ name }) => LICENSE_FILE.test(name));
  // Some packages include their license only in the README.
  const read = licenses.length > 0 ? licenses : files.filter(({ name }) => README.test(name));
  const texts = read.map(({ name }) => readFileSync(join(each.path, name), "utf8").trim());
  const source = each.homepage ?? (typeof each.repository === "string" ? each.repository : each.repository?.url) ?? "";
  return [RULE, `${each.name} ${each.version}: ${each.license ?? "as follows"}\n${source}`.trim(), ...texts].join(
    "\n\n",
  );
}

function notices(): string {
  // Official Node builds include its license and those of its bundled libraries.
  const license = join(dirname(process.execPath), "..", "LICENSE");
  const node = existsSync(license)
    ? [`${RULE}\n\nNode.js ${process.version}\n\n${readFileSync(license, "utf8").trim()}`]
    : [];
  const opening = `Denkeeper contains ${shipped.size} packages by others. Their licenses follow; LICENSE is Denkeeper's own.`;
  const words = `${RULE}\n\nWordNet 3.1, from which doubtful-words.json was made\n\n${readFileSync(WORDS_LICENSE, "utf8").trim()}`;
  return [opening, ...[...shipped.values()].map(noticeOf), words, ...node].join("\n\n");
}

writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(sbom(), null, 2)}\n`);
writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), `${notices()}\n`);
console.log(`${shipped.size} packages listed in ${folder}`);
