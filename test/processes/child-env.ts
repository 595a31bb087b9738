// Defines the environment of processes that tests start: the program path, and nothing that changes their behavior.
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder of Node's compile cache, which halves the CPU time of starting a service. Tests start about a hundred services. */
export const COMPILE_CACHE = join(tmpdir(), "denkeeper-compile-cache");

/**
 * Multiplies database timeouts, so that a slow machine delays tests instead of failing them. Tests of the timeouts themselves set
 * 1.
 */
export const DATABASE_PATIENCE = "12";

export const CHILD_ENV = { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE, DATABASE_PATIENCE };

/** Options of Node for a service that runs for seconds. The default garbage collector takes a fifth of the CPU time of a start. */
export const SHORT_LIVED = ["--min-semi-space-size=32", "--max-semi-space-size=32", "--single-threaded-gc"];
