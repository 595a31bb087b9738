// Everything that people can look at, listed by hand.
import type { Web } from "../http/server/web-page.ts";
import { assetPage } from "./assets.ts";
import { feedPages } from "./feeds.ts";
import { agentPage } from "./pages/agent.ts";
import { creaturePage } from "./pages/creature.ts";
import { docsPages } from "./pages/docs.ts";
import { gravePage } from "./pages/grave.ts";
import { graveyardPage } from "./pages/graveyard.ts";
import { hallPage } from "./pages/hall.ts";
import { homePage } from "./pages/home.ts";
import { housePage } from "./pages/house.ts";
import { failedPage, notFound } from "./pages/lost.ts";
import { outagesPage } from "./pages/outages.ts";
import { reflectionsPage } from "./pages/reflections.ts";
import { speciesPage } from "./pages/species.ts";
import { speciesProfilePage } from "./pages/species-profile.ts";
import { sharePages } from "./share/pages.ts";

export const WEB: Web = {
  pages: [
    homePage,
    housePage,
    agentPage,
    creaturePage,
    graveyardPage,
    gravePage,
    hallPage,
    speciesPage,
    speciesProfilePage,
    reflectionsPage,
    outagesPage,
    ...docsPages,
    ...feedPages,
    ...sharePages,
    assetPage,
  ],
  notFound: async (request, parts) => notFound(request, parts),
  failed: async (failure, request, parts) => failedPage(failure, request, parts),
};
