// The environment of processes that tests start: where programs are, and nothing that changes their behavior.
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Node keeps here what it has compiled: a service starts in half the processor time, and tests start a hundred of them. */
export const COMPILE_CACHE = join(tmpdir(), "denkeeper-compile-cache");

/** A slow machine makes a test slow, not red. Tests of the limits themselves set 1. */
export const DATABASE_PATIENCE = "12";

export const CHILD_ENV = { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE, DATABASE_PATIENCE };
