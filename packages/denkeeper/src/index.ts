// The package's public exports.
export type { Tick } from "@denkeeper/rules/time/tick.ts";
export { Denkeeper } from "./client.ts";
export type { ErrorCode } from "./errors.ts";
export { DenkeeperError } from "./errors.ts";
export type { Operation, OperationName } from "./generated/operations.ts";
export { OPERATIONS } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export type { KeepOnceOptions, KeepOptions, Kept, KeptReport } from "./keep.ts";
export type { CallOptions, CallReport, DenkeeperOptions, RetryReport } from "./options.ts";
export { DEFAULT_URL, freshIdempotencyKey } from "./options.ts";
export type { Ticking } from "./status.ts";
export { isDead, tickingOf } from "./status.ts";
export type { StepTo } from "./steps.ts";
export { isStepTo } from "./steps.ts";
