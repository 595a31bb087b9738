// Lists all pages and the routes of people's browsers by hand.
import type { NotFoundPage } from "./http/server/mount.ts";
import type { Route } from "./http/server/route.ts";
import type { FailedPage, WebPage } from "./ui/page.ts";
import { pageAnswers, pageRoute, wantsHtml } from "./ui/page-route.ts";
import { assetPage, faviconPage } from "./ui/assets.ts";
import { crawlerPages } from "./site/crawlers.ts";
import { agentPage } from "./community/keepers/agent-page.ts";
import { creaturePage } from "./community/creatures/creature-page.ts";
import { docsPages } from "./docs/docs-page.ts";
import { referencePages } from "./docs/reference-page.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { gravePage } from "./community/graves/grave-page.ts";
import { graveyardPage } from "./community/graves/graveyard-page.ts";
import { hallPage } from "./community/hall/hall-page.ts";
import { homePage } from "./site/home/home-page.ts";
import { housePage } from "./community/living/house-page.ts";
import { joinPage } from "./site/join/join-page.ts";
import { legalPage } from "./site/legal-page.ts";
import { failedPage, notFound } from "./ui/not-found.ts";
import { ownerPage } from "./owners/page/owner-page.ts";
import { speciesPage } from "./community/species/species-page.ts";
import { speciesProfilePage } from "./community/species/species-profile-page.ts";
import { OWNER_ROUTES } from "./owners/page/routes.ts";
import { END_ROUTE } from "./owners/hooks/end-page.ts";
import { passRoute } from "./site/join/pass.ts";
import { followPayLink, showPayLink } from "./credits/pages/routes.ts";
import { previewPages } from "./site/share/previews.ts";
import { SHARE_ROUTES } from "./site/share/routes.ts";

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
  ...referencePages(ENDPOINTS.map(({ contract }) => contract)),
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
  END_ROUTE,
];

/** Page for people with a browser. Programs get JSON. */
export const NOT_FOUND_PAGE: NotFoundPage = {
  isFor: (request) => wantsHtml(request) && !request.path.startsWith("/api"),
  route: pageAnswers(async (request, services) => notFound(request, services), failed),
};
