// Tests that mistyped settings are recognized and that variables of other programs are ignored.
import { expect, test } from "vitest";
import { mistypedSettings } from "./config.ts";
import { ENVIRONMENT } from "./environment.ts";

test.each([
  ["BASE_ULR", "BASE_URL"],
  ["BASE_URI", "BASE_URL"],
  ["base_url", "BASE_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DENKEEPER_ADMIN_KEY", "ADMIN_KEY"],
  ["STRIPE_WEBHOOK_SECRET", "STRIPE_WEBHOOK_SECRETS"],
  ["STRIPE_KEY", "STRIPE_SECRET_KEY"],
  ["S3_BUCKET_NAME", "S3_BUCKET"],
  ["PORTRAITS_FOLDER", "PORTRAITS_DIR"],
  ["OTEL_EXPORTER_OTLP_ENDPONT", "OTEL_EXPORTER_OTLP_ENDPOINT"],
])("%s is recognized as a typo of %s", (name, nearest) => {
  expect(mistypedSettings({ [name]: "x" })).toEqual([{ name, nearest }]);
  expect(mistypedSettings({ [name]: "" })).toEqual([]);
});

test("known settings and other programs' variables are not reported as typos", () => {
  const others = `PATH HOME HOSTNAME PWD SHELL LANG TERM USER TZ TMPDIR LOGNAME SSL_CERT_FILE NODE_OPTIONS
    NODE_VERSION NODE_EXTRA_CA_CERTS YARN_VERSION npm_config_cache INIT_CWD CI PGHOST PGPORT PGUSER POSTGRES_PASSWORD
    REDIS_SERVICE_HOST REDIS_PORT AWS_REGION KUBERNETES_SERVICE_PORT S3_SERVICE_HOST S3_PORT_9000_TCP HTTPS_PROXY
    OTEL_EXPORTER_OTLP_HEADERS DENKEEPER_KEY DENKEEPER_URL NOTIFY_SOCKET INVOCATION_ID STATE_DIRECTORY container`;
  const environment = Object.fromEntries(
    [...others.split(/\s+/), ...Object.keys(ENVIRONMENT.shape)].map((name) => [name, "x"]),
  );
  expect(mistypedSettings(environment)).toEqual([]);
});
