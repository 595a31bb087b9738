// The album of a house: which of the built-in species it has kept, and the paths that those who grew up took.
import { EVOLUTION_PATHS } from "@denkeeper/rules/creature/creature.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { houseTime } from "../../../app/life/time-changes.ts";
import { album } from "../../../contracts/extras/album.get.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../http/request/services.ts";
import { listAlbum } from "../../../store/creatures/album.ts";
import { homeStep } from "../../shared/steps.ts";

export const albumEndpoint = endpoint(album, async (call, { database }: Needs<"database">) => {
  const { agent, creatures } = call.caller;
  const kept = await listAlbum(database, agent.id);
  const species = CATALOG.flatMap(({ slug, name }) => {
    const page = kept.find((each) => each.slug === slug);
    return page === undefined ? [] : [{ species: name, paths: [...page.paths] }];
  });
  const found = species.reduce((sum, { paths }) => sum + paths.length, 0);
  const of = CATALOG.length * EVOLUTION_PATHS.length;
  const next_steps = [homeStep(creatures, houseTime(agent, call.now))];
  return call.query.view === "compact" ? { found, of, next_steps } : { found, of, species, next_steps };
});
