// Reads GET /api: where everything is, and how to get a key.
import type { Api } from "./api.ts";
import { discovery, registrationSchema, speciesList, type Step } from "./shapes.ts";

export interface Place {
  readonly method: string;
  readonly path: string;
}

export interface Found {
  readonly register: Step;
  /** Fields that a registration may hold. */
  readonly registrationFields: readonly string[];
  readonly care: Place;
  readonly status: Place;
  readonly history: Place;
  readonly moveClock: Place;
  readonly readClock: Place;
  readonly release: Place;
  readonly species: Place | undefined;
}

export async function discover(api: Api): Promise<Found> {
  const { endpoints, next_steps: steps } = discovery.parse((await api.call("GET", "/api")).json);
  const placeOf = (name: string): Place => {
    const place = endpoints.find((endpoint) => endpoint.name === name);
    if (place === undefined) throw new Error(`GET /api lists no ${name}`);
    return place;
  };
  const register = steps.find(({ action }) => action === "register");
  const look = steps.find(({ action }) => action === "view_schema");
  if (register === undefined || look?.endpoint === undefined) throw new Error("GET /api does not lead to registration");
  const schema = registrationSchema.parse((await api.call(look.method ?? "GET", look.endpoint)).json);
  return {
    register,
    registrationFields: Object.keys(schema.schema.properties),
    care: placeOf("care"),
    status: placeOf("check_status"),
    history: placeOf("history"),
    moveClock: placeOf("move_clock"),
    readClock: placeOf("read_clock"),
    release: placeOf("release"),
    species: endpoints.find(({ method, path }) => method === "GET" && path.endsWith("/species")),
  };
}

/** Every built-in species. */
export async function listSpecies(api: Api, { species }: Found): Promise<readonly string[]> {
  if (species === undefined) throw new Error("GET /api lists no species: name some with --species");
  const list = speciesList.parse((await api.call(species.method, species.path)).json);
  return list.built_in.map(({ slug }) => slug);
}
