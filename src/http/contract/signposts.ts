// Calls that answers of any room may point to. Their contracts take name, method, and path from here, so an answer can link to a
// call without importing its room.

export const SIGNPOSTS = {
  register: { name: "register", method: "POST", path: "/api/auth/register" },
  registrationSchema: { name: "registrationSchema", method: "GET", path: "/api/auth/register" },
  recover: { name: "recover", method: "POST", path: "/api/auth/recover" },
  leave: { name: "leave", method: "DELETE", path: "/api/auth/account" },
  adopt: { name: "adopt", method: "POST", path: "/api/house/adopt" },
  status: { name: "checkStatus", method: "GET", path: "/api/house/status" },
  home: { name: "home", method: "GET", path: "/api/house/home" },
  care: { name: "care", method: "POST", path: "/api/house/care" },
  visit: { name: "visit", method: "POST", path: "/api/house/visit" },
  endBoarding: { name: "endBoarding", method: "DELETE", path: "/api/house/board" },
  takeBack: { name: "takeBack", method: "POST", path: "/api/house/return" },
  preferences: { name: "preferences", method: "GET", path: "/api/house/preferences" },
  history: { name: "history", method: "GET", path: "/api/house/history" },
  exportLife: { name: "exportLife", method: "GET", path: "/api/house/export" },
  resurrect: { name: "resurrect", method: "POST", path: "/api/house/resurrect" },
  readCredits: { name: "readCredits", method: "GET", path: "/api/house/credits" },
  buyCredits: { name: "buyCredits", method: "POST", path: "/api/house/credits" },
  graveyard: { name: "graveyard", method: "GET", path: "/api/house/graveyard" },
  listSpecies: { name: "listSpecies", method: "GET", path: "/api/house/species" },
  discovery: { name: "discovery", method: "GET", path: "/api" },
  houseOperations: { name: "houseOperations", method: "GET", path: "/api/house" },
} as const;
