// Every endpoint, listed by hand. An endpoint that is not listed here does not exist.
import type { Endpoint } from "../http/request/endpoint.ts";
import type { Route } from "../http/server/route.ts";
import { moderateByApiEndpoint } from "./admin/acts.post/handler.ts";
import { analyticsEndpoint } from "./admin/analytics.get/handler.ts";
import { auditLogEndpoint } from "./admin/audit.get/handler.ts";
import { declareOutageEndpoint } from "./admin/outages.post/handler.ts";
import { publicAgentEndpoint } from "./agents/agent.get/handler.ts";
import { publicCreatureEndpoint } from "./agents/creature.get/handler.ts";
import { publicGraveEndpoint } from "./agents/grave.get/handler.ts";
import { reliabilityEndpoint } from "./agents/reliability.get/handler.ts";
import { discoveryEndpoint } from "./api.get/handler.ts";
import { leaveEndpoint } from "./auth/account.delete/handler.ts";
import { readAccountEndpoint } from "./auth/account.get/handler.ts";
import { recoverEndpoint } from "./auth/recover.post/handler.ts";
import { makeRecoveryCodeEndpoint } from "./auth/recovery-code.post/handler.ts";
import { registrationSchemaEndpoint } from "./auth/register.get/handler.ts";
import { registerEndpoint } from "./auth/register.post/handler.ts";
import { rotateKeyEndpoint } from "./auth/rotate-key.post/handler.ts";
import { adoptEndpoint } from "./house/adopt.post/handler.ts";
import { endBoardingEndpoint } from "./house/board.delete/handler.ts";
import { boardEndpoint } from "./house/board.post/handler.ts";
import { careEndpoint } from "./house/care.post/handler.ts";
import { readClockEndpoint } from "./house/clock.get/handler.ts";
import { moveClockEndpoint } from "./house/clock.post/handler.ts";
import { readCreditsEndpoint } from "./house/credits.get/handler.ts";
import { buyCreditsEndpoint } from "./house/credits.post/handler.ts";
import { eventsEndpoint } from "./house/events.get/handler.ts";
import { exportLifeEndpoint } from "./house/export.get/handler.ts";
import { forecastEndpoint } from "./house/forecast.get/handler.ts";
import { graveyardEndpoint } from "./house/graveyard.get/handler.ts";
import { hallEndpoint } from "./house/hall.get/handler.ts";
import { historyEndpoint } from "./house/history.get/handler.ts";
import { incidentsEndpoint } from "./house/incidents.get/handler.ts";
import { removeHookEndpoint } from "./house/hooks.delete/handler.ts";
import { listHooksEndpoint } from "./house/hooks.get/handler.ts";
import { addHookEndpoint } from "./house/hooks.post/handler.ts";
import { confirmHookEndpoint } from "./house/hooks/confirm.post/handler.ts";
import { rotateHookSecretEndpoint } from "./house/hooks/rotate.post/handler.ts";
import { livingEndpoint } from "./house/living.get/handler.ts";
import { homeEndpoint } from "./house/home.get/handler.ts";
import { preferencesEndpoint } from "./house/preferences.get/handler.ts";
import { reflectionsEndpoint } from "./house/reflections.get/handler.ts";
import { releaseEndpoint } from "./house/release.delete/handler.ts";
import { takeBackEndpoint } from "./house/return.post/handler.ts";
import { resurrectEndpoint } from "./house/resurrect.post/handler.ts";
import { revokeOwnerLinkEndpoint } from "./house/owner-link.delete/handler.ts";
import { readOwnerLinkEndpoint } from "./house/owner-link.get/handler.ts";
import { createOwnerLinkEndpoint } from "./house/owner-link.post/handler.ts";
import { revokePingLinkEndpoint } from "./house/ping-link.delete/handler.ts";
import { readPingLinkEndpoint } from "./house/ping-link.get/handler.ts";
import { createPingLinkEndpoint } from "./house/ping-link.post/handler.ts";
import { calendarFeed } from "./house/schedule.get/calendar.ts";
import { scheduleEndpoint } from "./house/schedule.get/handler.ts";
import { revokeSitterEndpoint } from "./house/sitters.delete/handler.ts";
import { listSittersEndpoint } from "./house/sitters.get/handler.ts";
import { addSitterEndpoint } from "./house/sitters.post/handler.ts";
import { listSpeciesEndpoint } from "./house/species.get/handler.ts";
import { createSpeciesEndpoint } from "./house/species.post/handler.ts";
import { speciesProfileEndpoint } from "./house/species/slug.get/handler.ts";
import { statusEndpoint } from "./house/status.get/handler.ts";
import { visitEndpoint } from "./house/visit.post/handler.ts";
import { healthEndpoint } from "./health.get/handler.ts";
import { houseOperationsEndpoint } from "./house.get/handler.ts";
import { outagesEndpoint } from "./outages.get/handler.ts";
import { agentAvatarDrawing, agentAvatarPicture } from "./pictures/avatar.ts";
import { creatureDrawing, creaturePicture } from "./pictures/creature.ts";
import { graveDrawing } from "./pictures/grave.ts";
import { speciesDrawing } from "./pictures/species.ts";
import { storedPortrait } from "./pictures/stored.ts";
import { statsEndpoint } from "./stats.get/handler.ts";
import { PING_ROUTES } from "./pings/routes.ts";
import { stripeWebhook } from "./webhooks/stripe.post/route.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  registerEndpoint,
  registrationSchemaEndpoint,
  rotateKeyEndpoint,
  adoptEndpoint,
  statusEndpoint,
  careEndpoint,
  visitEndpoint,
  historyEndpoint,
  preferencesEndpoint,
  graveyardEndpoint,
  releaseEndpoint,
  takeBackEndpoint,
  boardEndpoint,
  endBoardingEndpoint,
  readCreditsEndpoint,
  buyCreditsEndpoint,
  resurrectEndpoint,
  hallEndpoint,
  createSpeciesEndpoint,
  listSpeciesEndpoint,
  speciesProfileEndpoint,
  statsEndpoint,
  outagesEndpoint,
  livingEndpoint,
  reflectionsEndpoint,
  publicAgentEndpoint,
  publicCreatureEndpoint,
  publicGraveEndpoint,
  reliabilityEndpoint,
  analyticsEndpoint,
  declareOutageEndpoint,
  moderateByApiEndpoint,
  auditLogEndpoint,
  readClockEndpoint,
  moveClockEndpoint,
  homeEndpoint,
  scheduleEndpoint,
  eventsEndpoint,
  incidentsEndpoint,
  forecastEndpoint,
  recoverEndpoint,
  makeRecoveryCodeEndpoint,
  readAccountEndpoint,
  leaveEndpoint,
  addSitterEndpoint,
  listSittersEndpoint,
  revokeSitterEndpoint,
  createOwnerLinkEndpoint,
  readOwnerLinkEndpoint,
  revokeOwnerLinkEndpoint,
  createPingLinkEndpoint,
  readPingLinkEndpoint,
  revokePingLinkEndpoint,
  addHookEndpoint,
  confirmHookEndpoint,
  listHooksEndpoint,
  rotateHookSecretEndpoint,
  removeHookEndpoint,
  exportLifeEndpoint,
  discoveryEndpoint,
  houseOperationsEndpoint,
  healthEndpoint,
];

/** Pictures, the calendar, pings and webhooks. */
export const ENDPOINT_ROUTES: readonly Route[] = [
  storedPortrait,
  creaturePicture,
  creatureDrawing,
  graveDrawing,
  speciesDrawing,
  agentAvatarPicture,
  agentAvatarDrawing,
  calendarFeed,
  ...PING_ROUTES,
  stripeWebhook,
];
