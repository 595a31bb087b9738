// Every endpoint, listed by hand. An endpoint that is not listed here does not exist.
import type { Endpoint } from "./http/request/endpoint.ts";
import type { Route } from "./http/server/route.ts";
import { moderateByApiEndpoint } from "./operator/moderation/acts.post/handler.ts";
import { analyticsEndpoint } from "./operator/analytics.get/handler.ts";
import { auditLogEndpoint } from "./operator/moderation/audit.get/handler.ts";
import { declareOutageEndpoint } from "./operator/outages/outages.post/handler.ts";
import { publicAgentEndpoint } from "./community/keepers/agent.get/handler.ts";
import { publicCreatureEndpoint } from "./community/creatures/creature.get/handler.ts";
import { publicGraveEndpoint } from "./community/graves/grave.get/handler.ts";
import { reliabilityEndpoint } from "./community/keepers/reliability.get/handler.ts";
import { discoveryEndpoint } from "./docs/api.get/handler.ts";
import { leaveEndpoint } from "./accounts/account.delete/handler.ts";
import { readAccountEndpoint } from "./accounts/account.get/handler.ts";
import { recoverEndpoint } from "./accounts/recover.post/handler.ts";
import { makeRecoveryCodeEndpoint } from "./accounts/recovery-code.post/handler.ts";
import { registrationSchemaEndpoint } from "./accounts/register.get/handler.ts";
import { registerEndpoint } from "./accounts/register.post/handler.ts";
import { rotateKeyEndpoint } from "./accounts/rotate-key.post/handler.ts";
import { adoptEndpoint } from "./care/adopt.post/handler.ts";
import { endBoardingEndpoint } from "./care/board.delete/handler.ts";
import { boardEndpoint } from "./care/board.post/handler.ts";
import { careEndpoint } from "./care/care.post/handler.ts";
import { readClockEndpoint } from "./accounts/clock/clock.get/handler.ts";
import { moveClockEndpoint } from "./accounts/clock/clock.post/handler.ts";
import { readCreditsEndpoint } from "./credits/credits.get/handler.ts";
import { buyCreditsEndpoint } from "./credits/credits.post/handler.ts";
import { eventsEndpoint } from "./care/events.get/handler.ts";
import { exportLifeEndpoint } from "./care/export.get/handler.ts";
import { graveyardEndpoint } from "./community/graves/graveyard.get/handler.ts";
import { hallEndpoint } from "./community/hall/hall.get/handler.ts";
import { historyEndpoint } from "./care/history.get/handler.ts";
import { incidentsEndpoint } from "./owners/incidents/incidents.get/handler.ts";
import { removeHookEndpoint } from "./owners/hooks/hooks.delete/handler.ts";
import { listHooksEndpoint } from "./owners/hooks/hooks.get/handler.ts";
import { addHookEndpoint } from "./owners/hooks/hooks.post/handler.ts";
import { confirmHookEndpoint } from "./owners/hooks/confirm.post/handler.ts";
import { rotateHookSecretEndpoint } from "./owners/hooks/rotate.post/handler.ts";
import { livingEndpoint } from "./community/living/living.get/handler.ts";
import { homeEndpoint } from "./care/home.get/handler.ts";
import { preferencesEndpoint } from "./care/preferences.get/handler.ts";
import { releaseEndpoint } from "./care/release.delete/handler.ts";
import { takeBackEndpoint } from "./care/return.post/handler.ts";
import { resurrectEndpoint } from "./credits/resurrect.post/handler.ts";
import { revokeOwnerLinkEndpoint } from "./owners/page/owner-link.delete/handler.ts";
import { readOwnerLinkEndpoint } from "./owners/page/owner-link.get/handler.ts";
import { createOwnerLinkEndpoint } from "./owners/page/owner-link.post/handler.ts";
import { revokePingLinkEndpoint } from "./owners/pings/ping-link.delete/handler.ts";
import { readPingLinkEndpoint } from "./owners/pings/ping-link.get/handler.ts";
import { createPingLinkEndpoint } from "./owners/pings/ping-link.post/handler.ts";
import { revokeSitterEndpoint } from "./accounts/sitters/sitters.delete/handler.ts";
import { listSittersEndpoint } from "./accounts/sitters/sitters.get/handler.ts";
import { addSitterEndpoint } from "./accounts/sitters/sitters.post/handler.ts";
import { listSpeciesEndpoint } from "./community/species/species.get/handler.ts";
import { createSpeciesEndpoint } from "./community/species/species.post/handler.ts";
import { speciesProfileEndpoint } from "./community/species/slug.get/handler.ts";
import { statusEndpoint } from "./care/status.get/handler.ts";
import { visitEndpoint } from "./care/visit.post/handler.ts";
import { healthEndpoint } from "./operator/health/health.get/handler.ts";
import { houseOperationsEndpoint } from "./docs/house.get/handler.ts";
import { outagesEndpoint } from "./community/outages.get/handler.ts";
import { agentAvatarDrawing, agentAvatarPicture } from "./portraits/routes/avatar.ts";
import { creatureDrawing, creaturePicture } from "./portraits/routes/creature.ts";
import { graveDrawing } from "./portraits/routes/grave.ts";
import { speciesDrawing } from "./portraits/routes/species.ts";
import { storedPortrait } from "./portraits/routes/stored.ts";
import { statsEndpoint } from "./community/stats/stats.get/handler.ts";
import { PING_ROUTES } from "./owners/pings/routes.ts";
import { stripeWebhook } from "./credits/stripe/webhook/route.ts";

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
  eventsEndpoint,
  incidentsEndpoint,
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

/** Pictures, pings and webhooks. */
export const ENDPOINT_ROUTES: readonly Route[] = [
  storedPortrait,
  creaturePicture,
  creatureDrawing,
  graveDrawing,
  speciesDrawing,
  agentAvatarPicture,
  agentAvatarDrawing,
  ...PING_ROUTES,
  stripeWebhook,
];
