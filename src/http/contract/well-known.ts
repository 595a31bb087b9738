// Endpoints that many answers link to. Their contracts take name, method and path from here, so errors can link to them
// without importing endpoints.
import type { Contract } from "./contract.ts";

type Address = Pick<Contract, "name" | "method" | "path">;

export const DISCOVERY = { name: "discovery", method: "GET", path: "/api" } as const satisfies Address;

export const REGISTER = { name: "register", method: "POST", path: "/api/auth/register" } as const satisfies Address;

export const REGISTRATION_SCHEMA = {
  name: "registrationSchema",
  method: "GET",
  path: "/api/auth/register",
} as const satisfies Address;

export const RECOVER = { name: "recover", method: "POST", path: "/api/auth/recover" } as const satisfies Address;

export const LEAVE = { name: "leave", method: "DELETE", path: "/api/auth/account" } as const satisfies Address;

export const EXPORT_LIFE = { name: "exportLife", method: "GET", path: "/api/house/export" } as const satisfies Address;

export const ADOPT = { name: "adopt", method: "POST", path: "/api/house/adopt" } as const satisfies Address;

export const HOME = { name: "home", method: "GET", path: "/api/house/home" } as const satisfies Address;

export const CHECK_STATUS = {
  name: "checkStatus",
  method: "GET",
  path: "/api/house/status",
} as const satisfies Address;

export const VISIT = { name: "visit", method: "POST", path: "/api/house/visit" } as const satisfies Address;

export const READ_CLOCK = { name: "readClock", method: "GET", path: "/api/house/clock" } as const satisfies Address;

export const MOVE_CLOCK = { name: "moveClock", method: "POST", path: "/api/house/clock" } as const satisfies Address;

export const TRIALS = { name: "trials", method: "GET", path: "/api/trials" } as const satisfies Address;

export const START_TRIAL = { name: "startTrial", method: "POST", path: "/api/trials" } as const satisfies Address;

export const TRIAL_RUN = { name: "trialRun", method: "GET", path: "/api/trials/runs/{id}" } as const satisfies Address;
