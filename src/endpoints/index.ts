// Every endpoint, listed by hand in the order of the specification: what is not here does not exist.
import type { Endpoint } from "../http/call.ts";
import type { Page } from "../http/page.ts";
import { analyticsEndpoint } from "./admin/analytics.get/handler.ts";
import { discoveryEndpoint } from "./api.get/handler.ts";
import { registrationSchemaEndpoint } from "./auth/register.get/handler.ts";
import { registerEndpoint } from "./auth/register.post/handler.ts";
import { rotateKeyEndpoint } from "./auth/rotate-key.post/handler.ts";
import { adoptEndpoint } from "./house/adopt.post/handler.ts";
import { careEndpoint } from "./house/care.post/handler.ts";
import { readClockEndpoint } from "./house/clock.get/handler.ts";
import { moveClockEndpoint } from "./house/clock.post/handler.ts";
import { graveyardEndpoint } from "./house/graveyard.get/handler.ts";
import { hallEndpoint } from "./house/hall.get/handler.ts";
import { historyEndpoint } from "./house/history.get/handler.ts";
import { preferencesEndpoint } from "./house/preferences.get/handler.ts";
import { releaseEndpoint } from "./house/release.delete/handler.ts";
import { listSpeciesEndpoint } from "./house/species.get/handler.ts";
import { createSpeciesEndpoint } from "./house/species.post/handler.ts";
import { speciesProfileEndpoint } from "./house/species/slug.get/handler.ts";
import { statusEndpoint } from "./house/status.get/handler.ts";
import { healthEndpoint } from "./health.get/handler.ts";
import { houseOperationsEndpoint } from "./house.get/handler.ts";
import { openApiPage } from "./openapi.get/page.ts";
import { statsEndpoint } from "./stats.get/handler.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  registerEndpoint,
  registrationSchemaEndpoint,
  rotateKeyEndpoint,
  adoptEndpoint,
  statusEndpoint,
  careEndpoint,
  historyEndpoint,
  preferencesEndpoint,
  graveyardEndpoint,
  releaseEndpoint,
  hallEndpoint,
  createSpeciesEndpoint,
  listSpeciesEndpoint,
  speciesProfileEndpoint,
  statsEndpoint,
  analyticsEndpoint,
  readClockEndpoint,
  moveClockEndpoint,
  discoveryEndpoint,
  houseOperationsEndpoint,
  healthEndpoint,
];

export const PAGES: readonly Page[] = [openApiPage];
