// All pages, listed by hand.
import type { NotFoundPage } from "../http/server/mount.ts";
import type { Route } from "../http/server/route.ts";
import type { FailedPage, WebPage } from "./page.ts";
import { pageAnswers, pageRoute, wantsHtml } from "./page-route.ts";
import { assetPage, faviconPage } from "./assets.ts";
import { crawlerPages } from "./crawlers.ts";
import { agentPage } from "./pages/agent.ts";
import { creaturePage } from "./pages/creature.ts";
import { docsPages } from "./pages/docs.ts";
import { gravePage } from "./pages/grave.ts";
import { graveyardPage } from "./pages/graveyard.ts";
import { hallPage } from "./pages/hall.ts";
import { homePage } from "./pages/home.ts";
import { housePage } from "./pages/house.ts";
import { joinPage } from "./pages/join.ts";
import { legalPage } from "./pages/legal.ts";
import { failedPage, notFound } from "./pages/lost.ts";
import { ownerPage } from "./pages/owner.ts";
import { speciesPage } from "./pages/species.ts";
import { speciesProfilePage } from "./pages/species-profile.ts";
import { OWNER_ROUTES } from "./owner/routes.ts";
import { passRoute } from "./join/pass.ts";
import { followPayLink, showPayLink } from "./pay/routes.ts";
import { previewPages } from "./share/previews.ts";
import { SHARE_ROUTES } from "./share/routes.ts";

export const PAGES: readonly WebPage[] = [
  homePage,
  housePage,
  agentPage,
  ownerPage,
  creaturePage,
  graveyardPage,
  gravePage,
  hallPage,
  speciesPage,
  speciesProfilePage,
  joinPage,
  legalPage,
  ...docsPages,
  ...crawlerPages,
  ...previewPages,
  assetPage,
  faviconPage,
];

const failed: FailedPage = async (failure, request, services) => failedPage(failure, request, services);

export const WEB_ROUTES: readonly Route[] = [
  ...PAGES.map((page) => pageRoute(page, failed)),
  passRoute(failed),
  ...SHARE_ROUTES,
  showPayLink,
  followPayLink,
  ...OWNER_ROUTES,
];

/** For people with a browser. Programs get JSON. */
export const NOT_FOUND_PAGE: NotFoundPage = {
  isFor: (request) => wantsHtml(request) && !request.path.startsWith("/api"),
  route: pageAnswers(async (request, services) => notFound(request, services), failed),
};
