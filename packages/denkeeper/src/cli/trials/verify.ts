// Checks a finished run against the rules in this package. A file needs no service; an address or an id is fetched first.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Context } from "../context.ts";
import { isId } from "../creature-choice.ts";
import { CliError, EXIT } from "../failure.ts";
import { fieldsOf, parsed } from "../json.ts";
import { plain } from "../plain.ts";
import { bold, counted, dim } from "../style.ts";
import { HASHES, haveTemporal, hmacOf } from "./hashes.ts";
import { percent, runName, strip } from "./summary.ts";

const GZIP = 0x1f;
const RUN_PAGE = /\/trials\/runs\/([\w-]+)/;
/** No run is larger. */
const MOST_BYTES = 64 * 1024 * 1024;

export async function trialVerify(
  context: Context,
  run: string,
  { secret }: { readonly secret?: string },
): Promise<void> {
  const text = await textOf(context, run);
  const report = await reportOn(text, secret);
  context.print(report, reportText);
  if (!report.agrees) process.exitCode = EXIT.refusedByService;
}

/** What the check found. */
type Report = Awaited<ReturnType<typeof reportOn>>;

async function reportOn(text: string, secret: string | undefined) {
  await haveTemporal();
  const { verifyRun } = await import("@denkeeper/trials/verify.ts");
  const { season } = fieldsOf(parsed(text.slice(0, text.indexOf("\n"))));
  const given = secret === undefined ? null : { name: String(season), commitment: null, secret };
  const verdict = verifyRun(text, given, HASHES);
  if (!verdict.agrees) return { agrees: false as const, reason: plain(verdict.reason) };
  const { head, score, seedChecked } = verdict;
  const { sha256 } = fieldsOf(parsed(text.trimEnd().split("\n").at(-1) ?? ""));
  return {
    agrees: true as const,
    scenario: head.scenario,
    season: head.season,
    entry: head.entry,
    number: head.number,
    on_time_share: score.onTimeShare,
    ...(score.grade === undefined ? {} : { right_share: score.grade.rightShare }),
    passed: score.passed,
    failures: score.failures,
    deaths: score.deaths,
    day_shares: score.dayShares,
    seed_checked: seedChecked,
    // To compare with what the season published.
    ...(secret === undefined ? {} : { commitment: HASHES.sha256(secret) }),
    sha256: String(sha256),
  };
}

function reportText(report: Report): string {
  if (!report.agrees) return [bold("The file does not match the rules."), report.reason].join("\n");
  const { season, commitment } = report;
  const ranked = report.seed_checked
    ? "It is the seed of this entry and number."
    : "The seed was not checked: that takes the season's secret (--secret).";
  const seed = season === "practice" ? "The seed is public. No one checked who played." : ranked;
  return [
    bold("The log and the result agree."),
    `${report.scenario}, ${runName(report)}, by ${report.entry}`,
    `${report.right_share === undefined ? "" : `right ${percent(report.right_share)}, `}on time ${percent(report.on_time_share)}, ${counted(report.failures, "failure")}, ${counted(report.deaths, "death")}, ${report.passed ? "passed" : "not passed"}`,
    strip(report),
    dim(seed),
    ...(commitment === undefined ? [] : [dim(`The secret's SHA-256 is ${commitment}. Compare it with the season's.`)]),
    dim(`SHA-256 ${report.sha256}`),
  ].join("\n");
}

async function textOf(context: Context, run: string): Promise<string> {
  if (existsSync(run)) return unpacked(ownBytes(run));
  if (isId(run)) return fetched(`${context.url}/trials/runs/${run}`);
  if (URL.canParse(run)) return fetched(run);
  throw new CliError(`File not found: ${run}`, "Name a file, the address of a run, or its id.");
}

/** With RUN_FILE_KEY set, only a file with its HMAC counts. */
function ownBytes(path: string): Uint8Array {
  const bytes = readFileSync(path);
  const [beside, hmac] = [`${path}.hmac`, hmacOf(bytes)];
  if (hmac === undefined || (existsSync(beside) && readFileSync(beside, "utf8").trim() === hmac)) return bytes;
  throw new CliError(
    `${path} was not written under RUN_FILE_KEY`,
    "Its HMAC is missing beside it or differs. Unset RUN_FILE_KEY to check the file alone.",
    EXIT.refusedByService,
  );
}

/** Also the address of its page. Nothing is sent but the request. */
async function fetched(address: string): Promise<string> {
  const url = new URL(address);
  const id = RUN_PAGE.exec(url.pathname)?.[1];
  if (id !== undefined) {
    url.pathname = `/api/trials/runs/${id}`;
    url.search = "?format=jsonl";
  }
  const response = await fetch(url);
  if (!response.ok)
    throw new CliError(`${url.href} was answered with ${response.status}`, "Check the address.", EXIT.refusedByService);
  return unpacked(new Uint8Array(await response.arrayBuffer()));
}

function unpacked(bytes: Uint8Array): string {
  const isZipped = bytes[0] === GZIP;
  return new TextDecoder().decode(isZipped ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes);
}
