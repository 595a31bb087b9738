// The service's own secrets, in one row that a migration has made.
import { finder } from "../../../platform/database/calls.ts";
import { bytea } from "../../../platform/database/statement.ts";

export const findServiceSecrets = finder({
  name: "find-service-secrets",
  params: {},
  row: { passKey: bytea },
  text: `SELECT pass_key AS "passKey" FROM service_secrets`,
});
