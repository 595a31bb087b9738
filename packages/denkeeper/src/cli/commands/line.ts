// The status line. It reads the public page, never your house, so a bar that is redrawn every second hatches no egg and
// counts as no visit. An answer is good for ten minutes; in between the line ticks along the answer's forecast.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import type { PublicCreatureAnswer } from "../../generated/types.ts";
import { clientFor, type Context } from "../context.ts";
import { isId } from "../creature-choice.ts";
import { DenkeeperError } from "../../errors.ts";
import { CliError, EXIT } from "../failure.ts";
import { fieldsOf, parsed } from "../json.ts";
import { plainAnswer } from "../plain.ts";
import { writePrivate } from "../profile.ts";
import { lineOf, type LineOptions } from "./line-text.ts";

interface LineInput extends LineOptions {
  readonly agent?: string;
  readonly creature?: string;
}

const FRESH_MS = 10 * 60_000;
/** How far an answer's forecast reaches. */
const USABLE_MS = 48 * 3_600_000;
const DEADLINE_MS = 3_000;

interface CachedAnswer {
  readonly at: number;
  /** Undefined when there is no creature. */
  readonly answer?: PublicCreatureAnswer;
}

function cachePath(key: string): string {
  const folder = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "denkeeper");
  return join(folder, `line-${createHash("sha256").update(key).digest("hex").slice(0, 16)}.json`);
}

function isKept(value: unknown): value is CachedAnswer {
  const { at, answer } = fieldsOf(value);
  return typeof at === "number" && (answer === undefined || typeof fieldsOf(answer)["creature"] === "object");
}

function readKept(path: string): CachedAnswer | undefined {
  try {
    const kept = parsed(readFileSync(path, "utf8"));
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function withoutPage(username: string): CliError {
  return new CliError(
    `@${username} has no public page, which this line is read from`,
    "A test account has none once its clock was moved. See your creatures:\n  denkeeper status",
    EXIT.refusedByService,
  );
}

/** The creature that was asked for, or the one in most need. */
async function ask(
  url: string,
  username: string,
  wanted: string | undefined,
): Promise<PublicCreatureAnswer | undefined> {
  const client = clientFor(url, undefined, { timeoutMs: DEADLINE_MS, maxRetries: 0 });
  if (wanted !== undefined && isId(wanted)) return client.publicCreature({ username, id: wanted });
  const { creatures } = await client.publicAgent({ username }).catch((error: unknown) => {
    throw error instanceof DenkeeperError && error.code === "agent_not_found" ? withoutPage(username) : error;
  });
  const named = wanted?.toLowerCase();
  const found = creatures.find(({ name }) => named === undefined || name.toLowerCase() === named);
  if (found === undefined && wanted !== undefined)
    throw new CliError(
      `@${username} keeps no public creature named ${wanted}`,
      "See which there are:\n  denkeeper status",
    );
  return found === undefined ? undefined : client.publicCreature({ username, id: found.id });
}

/** The kept answer while it is fresh, or a new one. Without an answer from the service the old one has to do. */
async function answerFor(
  path: string,
  now: number,
  fetch: () => Promise<PublicCreatureAnswer | undefined>,
): Promise<CachedAnswer> {
  const kept = readKept(path);
  const age = kept === undefined ? Infinity : Math.abs(now - kept.at);
  if (kept !== undefined && age < FRESH_MS) return kept;
  try {
    const answer = await fetch();
    const fresh: CachedAnswer = { at: now, ...(answer === undefined ? {} : { answer: plainAnswer(answer) }) };
    writePrivate(path, JSON.stringify(fresh));
    return fresh;
  } catch (error) {
    if (kept !== undefined && age < USABLE_MS) return kept;
    throw error;
  }
}

export async function line(context: Context, { agent, creature, ...options }: LineInput): Promise<void> {
  const username = agent ?? context.profile?.username;
  if (username === undefined)
    throw new CliError("There is no account to show", "Name a keeper:\n  denkeeper line --agent <username>");
  const now = Date.now();
  const path = cachePath(JSON.stringify([context.url, username, creature]));
  const { answer } = await answerFor(path, now, () => ask(context.url, username, creature));
  process.stdout.write(`${context.json ? JSON.stringify(answer ?? null) : lineOf(answer, now, options)}\n`);
}
