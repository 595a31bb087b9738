// All scenes by name.
import type { Scene } from "../subject/words.ts";
import { room, servers, wallpaper } from "./indoors.ts";
import { aurora, autumn, beach, desert, forest, jungle, meadow, night, ocean, rain, snow } from "./outdoors.ts";
import type { PaintScene } from "./scene.ts";
import { candy, circuit, ember, space, wonderland } from "./strange.ts";

export const PAINTERS: Readonly<Record<Scene, PaintScene>> = {
  room,
  meadow,
  forest,
  jungle,
  ocean,
  beach,
  desert,
  snow,
  night,
  rain,
  autumn,
  space,
  circuit,
  ember,
  candy,
  aurora,
  servers,
  wonderland,
  wallpaper,
};
