// Reads the service's own secrets from the single row that a migration inserts.
import { finder } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";

export const findServiceSecrets = finder({
  name: "find-service-secrets",
  params: {},
  row: { passKey: sql.bytea },
  text: `SELECT pass_key AS "passKey" FROM service_secrets`,
});
