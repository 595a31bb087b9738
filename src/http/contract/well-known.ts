// Endpoints that the answers of every other endpoint lead to. Their contracts take name, method and path from here, so
// that errors can name them without knowing any endpoint.
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

export const CHECK_STATUS = {
  name: "checkStatus",
  method: "GET",
  path: "/api/house/status",
} as const satisfies Address;
