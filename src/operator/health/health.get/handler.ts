// Serves GET /api/health. Reads the database's time, which proves that the database responds and that the clocks agree.
import type { Services } from "../../../http/request/services.ts";
import { clocksAgree, iso } from "../../../platform/clock.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { API_VERSION } from "../../../http/contract/json-schema.ts";
import { discoveryStep } from "../../../http/contract/steps.ts";
import { Failure } from "../../../http/respond/errors.ts";
import { findDatabaseTime } from "../../../platform/database/database-time.ts";
import { health } from "./contract.ts";

export const healthEndpoint = endpoint(
  health,
  async (call, { config, database, limiter, now }: Pick<Services, "config" | "database" | "limiter" | "now">) => {
    const asked = now();
    const databaseNow = await findDatabaseTime(database).catch(() => undefined);
    if (databaseNow === undefined) throw Failure.general("unavailable");
    if (!clocksAgree(databaseNow, asked, now())) throw call.fail("clock_off");
    return {
      status: "ok" as const,
      version: API_VERSION,
      build: config.build.name,
      time: iso(call.now),
      rate_limits: limiter.shared ? ("shared" as const) : ("per_process" as const),
      next_steps: [discoveryStep()],
    };
  },
);
