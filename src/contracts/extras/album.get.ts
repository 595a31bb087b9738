// GET /api/house/album: the forms that a keeper has raised.
import { z } from "zod";
import { EVOLUTION_PATHS } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../kit/contract.ts";
import { named } from "../kit/json-schema.ts";
import { viewSize } from "../shapes/creature.ts";

const found = z.int();
const of = z.int().describe("Four paths of each species.");
const page = z.object({ species: z.string(), paths: z.array(z.enum(EVOLUTION_PATHS)) });

export const album = contract({
  name: "album",
  method: "GET",
  path: "/api/house/album",
  summary: "See which forms you have raised.",
  description: "Of the built-in species, as your album's page shows them. Released creatures do not count.",
  auth: "required",
  load: "creatures",
  tool: "account",
  toolQuery: { view: "full" },
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  query: z.object({ view: viewSize }),
  status: 200,
  response: z.union([
    named("Album", { found, of, species: z.array(page).describe("Those you have kept."), next_steps: nextSteps }),
    named("AlbumCompact", { found, of, next_steps: nextSteps }),
  ]),
  invalid: "Invalid view",
  failure: "Failed to read the album",
  errors: {},
});
