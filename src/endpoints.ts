// Lists every endpoint by hand. An endpoint that is missing here is not served.
import type { Endpoint } from "./http/request/endpoint.ts";
import type { Route } from "./http/server/route.ts";
import { moderateByApiEndpoint, auditLogEndpoint } from "./operator/moderation/handler.ts";
import { analyticsEndpoint } from "./operator/analytics.get/handler.ts";
import { declareOutageEndpoint } from "./operator/outages/outages.post/handler.ts";
import { publicAgentEndpoint } from "./community/keepers/agent.get/handler.ts";
import { publicCreatureEndpoint } from "./community/creatures/creature.get/handler.ts";
import { publicGraveEndpoint } from "./community/graves/grave.get/handler.ts";
import { reliabilityEndpoint } from "./community/keepers/reliability.get/handler.ts";
import { discoveryEndpoint, houseOperationsEndpoint } from "./docs/discovery/handler.ts";
import { leaveEndpoint, readAccountEndpoint } from "./accounts/account/handler.ts";
import { recoverEndpoint, makeRecoveryCodeEndpoint } from "./accounts/recovery/handler.ts";
import { registrationSchemaEndpoint, registerEndpoint } from "./accounts/register/handler.ts";
import { rotateKeyEndpoint } from "./accounts/rotate-key.post/handler.ts";
import { adoptEndpoint } from "./care/adopt.post/handler.ts";
import { endBoardingEndpoint, boardEndpoint } from "./care/board/handler.ts";
import { careEndpoint } from "./care/care.post/handler.ts";
import { readClockEndpoint, moveClockEndpoint } from "./accounts/clock/handler.ts";
import { readCreditsEndpoint, buyCreditsEndpoint } from "./credits/credits/handler.ts";
import { eventsEndpoint } from "./care/events.get/handler.ts";
import { exportLifeEndpoint } from "./care/export.get/handler.ts";
import { graveyardEndpoint } from "./community/graves/graveyard.get/handler.ts";
import { hallEndpoint } from "./community/hall/hall.get/handler.ts";
import { historyEndpoint } from "./care/history.get/handler.ts";
import { incidentsEndpoint } from "./owners/incidents/incidents.get/handler.ts";
import {
  removeHookEndpoint,
  listHooksEndpoint,
  addHookEndpoint,
  confirmHookEndpoint,
  rotateHookSecretEndpoint,
} from "./owners/hooks/handler.ts";
import { livingEndpoint } from "./community/living/living.get/handler.ts";
import { homeEndpoint } from "./care/home.get/handler.ts";
import { preferencesEndpoint } from "./care/preferences.get/handler.ts";
import { releaseEndpoint } from "./care/release.delete/handler.ts";
import { takeBackEndpoint } from "./care/return.post/handler.ts";
import { resurrectEndpoint } from "./credits/resurrect.post/handler.ts";
import { revokeOwnerLinkEndpoint, readOwnerLinkEndpoint, createOwnerLinkEndpoint } from "./owners/page/handler.ts";
import { revokePingLinkEndpoint, readPingLinkEndpoint, createPingLinkEndpoint } from "./owners/pings/handler.ts";
import { revokeSitterEndpoint, listSittersEndpoint, addSitterEndpoint } from "./accounts/sitters/handler.ts";
import { listSpeciesEndpoint } from "./community/species/species.get/handler.ts";
import { createSpeciesEndpoint } from "./community/species/species.post/handler.ts";
import { speciesProfileEndpoint } from "./community/species/slug.get/handler.ts";
import { statusEndpoint } from "./care/status.get/handler.ts";
import { visitEndpoint } from "./care/visit.post/handler.ts";
import { healthEndpoint } from "./operator/health/health.get/handler.ts";
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

/** Addresses of pictures, pings, and webhooks, which have no contract. */
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
